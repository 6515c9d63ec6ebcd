"""The cards of an assessment: what it is, and the pause."""

from __future__ import annotations

from typing import ClassVar, Literal, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from mxtutor.assessment.session import Assessment
from mxtutor.reporting.assess_words import count
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.assess_keys import ASSESS, ASSESS_PAUSE, ASSESS_START
from mxtutor.ui.key_table import KeyTable
from mxtutor.ui.marked_text import prose
from mxtutor.ui.screens.base import TutorModal

Choice = Literal["go", "anew", "end", "quit"]

RULES = (
    f"One task after the other; each answer is run once ({ASSESS.key('hand_in')}). "
    f"If you do not know one, say so ({ASSESS.key('skip')}): it counts as not known, and saves time for the next.\n\n"
    "There are no hints, no look-up and no solutions, and no result before the end. "
    "Pause or quit at any time: every answer is kept.\n\n"
    "At the end: what you can do by topic, with intervals, and what to study."
)


class _Card(TutorModal[Choice]):
    """A dialog with buttons; the id of a button is the answer."""

    CSS_PATH = ["dialogs.tcss", "assess.tcss"]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with the button that was pressed."""
        self.action_answer(str(event.button.id))

    def action_choose(self) -> None:
        """Answer with the button that has the focus; without one, go on."""
        self.action_answer(str(self.focused.id) if isinstance(self.focused, Button) else "go")

    def action_answer(self, choice: str) -> None:
        """Answer by key; a key without a button does nothing."""
        if self.query(f"#{choice}"):
            self.dismiss(cast(Choice, choice))


class StartCard(_Card):
    """Says what follows; offers to go on with an earlier session."""

    BINDINGS = ASSESS_START.bindings()

    def __init__(self, title: str, minutes: float, earlier: Assessment | None, notices: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._title, self._minutes, self._earlier, self._notices = title, minutes, earlier, notices

    def compose(self) -> ComposeResult:
        """Lay out the text and the buttons."""
        with Vertical(classes="dialog fitted") as dialog:
            dialog.border_title = "What can you do in MXNet?"
            about = f"A test of {self._minutes:g} minutes at most about {self._title}. It adapts to your answers."
            with VerticalScroll(classes="card-body", can_focus=False):
                yield Static(plain(about), markup=False)
                yield Static(Content(f"\n{RULES}\n"), markup=False)
                for notice in self._notices:
                    yield Static(plain(notice), markup=False, classes="muted")
                if self._earlier is not None:
                    yield Static(plain(_earlier_text(self._earlier)), markup=False, classes="muted", id="earlier")
            with Horizontal(classes="buttons"):
                yield Button(f"Quit ({ASSESS_START.key(_QUIT)})", id="quit", compact=True)
                if self._earlier is not None:
                    yield Button(f"New test ({ASSESS_START.key(_ANEW)})", id="anew", compact=True)
                go = "Begin" if self._earlier is None else "Go on"
                yield Button(f"{go} ({ASSESS_START.key(_GO)})", id="go", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Focus the usual answer."""
        self.query_one("#go").focus()


_GO, _ANEW, _END, _QUIT = "choose", "answer('anew')", "answer('end')", "answer('quit')"


def _earlier_text(earlier: Assessment) -> str:
    answered = count(len(earlier.saved.responses), "answer")
    left = max(round(earlier.seconds_left / 60), 0)
    return (
        f"Your test about {earlier.plan.title} of {earlier.saved.begun[:10]} is not finished: {answered}, "
        f"{left} minutes left."
    )


class PauseCard(_Card):
    """Hides the task, so that the clock can stand still."""

    KEYS: ClassVar[KeyTable] = ASSESS_PAUSE
    BINDINGS = ASSESS_PAUSE.bindings()
    HEADING: ClassVar[str] = "Paused: the clock stands still"
    ABOUT: ClassVar[str] = "Your answers are kept. If you quit, `mxtutor assess` goes on here."
    LEAVE: ClassVar[str] = "Quit"

    def compose(self) -> ComposeResult:
        """Lay out the text and the buttons."""
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = self.HEADING
            yield Static(prose(self.ABOUT), markup=False)
            with Horizontal(classes="buttons"):
                yield Button(f"End now ({self.KEYS.key(_END)})", id="end", compact=True)
                yield Button(f"{self.LEAVE} ({self.KEYS.key(_QUIT)})", id="quit", compact=True)
                yield Button(f"Go on ({self.KEYS.key(_GO)})", id="go", variant="primary", compact=True)

    def on_mount(self) -> None:
        """Focus the usual answer."""
        self.query_one("#go").focus()

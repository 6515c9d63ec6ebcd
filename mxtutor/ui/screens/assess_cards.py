"""The cards and the report of a test: what it is, the pause, and what it showed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from mxtutor.assessment.records import Report
from mxtutor.assessment.session import Assessment
from mxtutor.reporting.assess_words import OUTCOME_WORDS, count, summary
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.keys import ASSESS_END, ASSESS_START, EXERCISE, HOME, PAUSE, PLACED
from mxtutor.ui.marked_text import prose
from mxtutor.ui.screens.base import TutorModal, TutorScreen

Choice = Literal["go", "anew", "end", "quit"]
MOST_TITLES = 6
"""Titles of lessons that the card of a placement lists."""

RULES = (
    f"One task after the other; each answer is run once ({EXERCISE.key('check')}). "
    f"If you do not know one, say so ({EXERCISE.key('next')}): it counts as not known, and saves time for the next.\n\n"
    "There are no hints, no look-up and no solutions, and no result before the end. "
    "Pause or quit at any time: every answer is kept.\n\n"
    "At the end: what you can do by topic, with intervals, and what to study."
)


class _Card(TutorModal[Choice]):
    """A dialog with buttons; the id of a button is the answer."""

    CSS_PATH = ["dialogs.tcss", "test.tcss", "cards.tcss"]
    AUTO_FOCUS = "#go"  # at once: until a later focus, enter would press the first button, which leaves

    def __init__(self, title: str, parts: Sequence[Content], buttons: Mapping[Choice, str], *, hides: bool) -> None:
        """Take the title, the paragraphs, and the labels of the buttons; `hides` covers the task."""
        super().__init__(classes="-hides" if hides else None)
        self._title, self._paragraphs, self._buttons = title, parts, buttons

    def compose(self) -> ComposeResult:
        """Lay out the text and the buttons."""
        with Vertical(classes="dialog card fitted") as dialog:
            dialog.border_title = self._title
            with VerticalScroll(classes="card-body", can_focus=False):
                for part in self._paragraphs:
                    yield Static(part, markup=False, classes="card-part")
            with Horizontal(classes="buttons"):
                for choice, label in self._buttons.items():
                    yield Button(label, id=choice, variant="primary" if choice == "go" else "default", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with the button that was pressed."""
        self.action_answer(str(event.button.id))

    def action_choose(self) -> None:
        """Answer with the button that has the focus; without one, go on."""
        self.action_answer(str(self.focused.id) if isinstance(self.focused, Button) else "go")

    def action_answer(self, choice: str) -> None:
        """Answer by key; a key without a button does nothing."""
        if choice in self._buttons:
            self.dismiss(cast(Choice, choice))


_GO, _ANEW, _END, _QUIT = "choose", "answer('anew')", "answer('end')", "answer('quit')"


class StartCard(_Card):
    """Says what follows; offers to go on with an earlier session."""

    BINDINGS = ASSESS_START.bindings()

    def __init__(self, title: str, minutes: float, earlier: Assessment | None) -> None:
        about = f"A test of {minutes:g} minutes at most about {title}. It adapts to your answers."
        parts = [Content(plain(about)), Content(RULES)]
        buttons: dict[Choice, str] = {"quit": f"Quit ({ASSESS_START.key(_QUIT)})"}
        if earlier is not None:
            parts.append(Content.styled(plain(_earlier_text(earlier)), "$text-muted"))
            buttons["anew"] = f"New test ({ASSESS_START.key(_ANEW)})"
        buttons["go"] = f"{'Begin' if earlier is None else 'Go on'} ({ASSESS_START.key(_GO)})"
        super().__init__("What can you do in MXNet?", parts, buttons, hides=False)


def _earlier_text(earlier: Assessment) -> str:
    answered = count(len(earlier.saved.responses), "answer")
    left = max(round(earlier.seconds_left / 60), 0)
    return (
        f"Your test about {earlier.plan.title} of {earlier.saved.begun[:10]} is not finished: {answered}, "
        f"{left} minutes left."
    )


class PauseCard(_Card):
    """Stands over the task, and hides it where a clock stands still."""

    BINDINGS = PAUSE.bindings()

    def __init__(self, heading: str, about: str, leave: str, *, hides: bool = True) -> None:
        """Take the title, a sentence, and the word of the button that leaves the test until later."""
        buttons: dict[Choice, str] = {
            "end": f"End now ({PAUSE.key(_END)})",
            "quit": f"{leave} ({PAUSE.key(_QUIT)})",
            "go": f"Go on ({PAUSE.key(_GO)})",
        }
        super().__init__(heading, [prose(about)], buttons, hides=hides)


class PlacedCard(_Card):
    """Says what the placement proved; the result is "go" if the learner continues with the next exercise."""

    BINDINGS = PLACED.bindings()

    def __init__(self, known: int, folded: Sequence[str], missed: Sequence[str], begin: str, mark: str) -> None:
        """Show what is known.

        Args:
            known: how many exercises.
            folded: titles of the lessons that are known.
            missed: titles of the lessons of the items that were not answered right.
            begin: title of what `continue` opens; empty if there is nothing.
            mark: the mark of what is known.
        """
        parts = [Content("These answers do not show yet what you know, so the course begins at its start.")]
        if known:
            one = known == 1
            what = f"{count(known, 'exercise')} {'counts' if one else 'count'} as known "
            rest = (
                f". Continue skips {'it' if one else 'them'}; {HOME.key('known')} at home takes that back for the "
                f"marked lesson or exercise. {'It does' if one else 'They do'} not count as done."
            )
            parts = [Content.assemble(what, (mark, "bold $text-accent"), rest)]
        titles = {"Known lessons": folded, "These lessons teach what you answered wrong": missed}
        parts += [_headed(f"{title}\n", _listed(found)) for title, found in titles.items() if found]
        if begin:
            parts.append(_headed("Begin with: ", begin))
        buttons: dict[Choice, str] = {
            "quit": f"Close ({PLACED.key(_QUIT)})",
            "go": f"Continue ({PLACED.key(_GO)})",
        }
        super().__init__("Your placement", parts, buttons, hides=False)


def _headed(title: str, text: str) -> Content:
    return Content.assemble((title, "bold $text-accent"), text)


def _listed(titles: Sequence[str]) -> str:
    shown = [f"  {title}" for title in titles[:MOST_TITLES]]
    more = len(titles) - len(shown)
    return "\n".join([*shown, f"  and {more} more"] if more else shown)


class EndScreen(TutorScreen):
    """Shows the report; it is stored already."""

    CSS_PATH = "test.tcss"
    AUTO_FOCUS = "#report"
    KEYS = ASSESS_END
    BINDINGS = ASSESS_END.bindings()

    def __init__(self, report: Report) -> None:
        super().__init__()
        self._report = report

    def compose_body(self) -> ComposeResult:
        """Lay out the report."""
        with VerticalScroll(id="report"):
            yield Static(plain("\n".join(summary(self._report))), classes="part", markup=False)
            yield Static(id="items", classes="part", markup=False)

    def on_mount(self) -> None:
        """Draw what depends on the marks."""
        self.set_title("assessment", "report")
        self.redraw()

    def redraw(self) -> None:
        """Draw the items."""
        marks = {"right": self.glyphs.right, "not-right": self.glyphs.wrong, "skipped": self.glyphs.dash}
        lines = [
            f"{marks.get(item.outcome, self.glyphs.alert)} {plain(item.exercise)}: {OUTCOME_WORDS[item.outcome]}"
            for item in self._report.items
        ]
        self.query_one("#items", Static).update(Content("\n".join(["Items:", *(lines or ["You answered none."])])))

    def action_close(self) -> None:
        """Close the report."""
        self.dismiss()

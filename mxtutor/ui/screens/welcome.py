"""The card of the first start: it asks why the learner came, and goes on with the path for that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Button, Static

from mxtutor.content.minutes import CourseMinutes
from mxtutor.content.plan import CoursePath
from mxtutor.reporting.durations import rough_duration
from mxtutor.ui.key_table import in_browser
from mxtutor.ui.keys import EXERCISE, WELCOME
from mxtutor.ui.screens.base import TutorModal

PLACEMENT, BEGIN = "placement", "begin"
ABOUT = (
    "You see a function in PyTorch and write the same in MXNet 1.9.1. "
    f"{EXERCISE.key('check')} runs both, and says what differs and why."
)


class WelcomeCard(TutorModal[CoursePath | str]):
    """Shows once; its result is the chosen path, `PLACEMENT`, or `BEGIN` for the order of the course."""

    CSS_PATH = ["dialogs.tcss", "cards.tcss"]
    BINDINGS = WELCOME.bindings()

    def __init__(self, reasons: Mapping[str, Sequence[CoursePath]], minutes: CourseMinutes) -> None:
        """Take why learners come, each with the paths for that, and how long everything takes."""
        super().__init__()
        self._minutes = minutes
        ways: list[tuple[str, Sequence[CoursePath] | str]] = list(reasons.items()) or [("Begin", BEGIN)]
        self._ways = [*ways, ("I know MXNet already: at most 8 questions", PLACEMENT)]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog card") as dialog:
            dialog.border_title = "Welcome to mxtutor"
            dialog.border_subtitle = f"{WELCOME.key('look')} looks at the course"
            yield Static("Why did you come?", markup=False, classes="card-title")
            with Vertical(classes="ways"):
                yield from self._buttons()
            kept = "Your work is kept as you type."
            where = "" if in_browser() else "Everything runs on this machine. "
            yield Static(f"{ABOUT} {where}{kept}", markup=False, classes="muted")

    def _buttons(self) -> list[Button]:
        return [
            Button(Content.assemble((f"{number}  ", "bold"), text, (self._length(leads), "dim")), compact=True)
            for number, (text, leads) in enumerate(self._ways, 1)
        ]

    def _length(self, leads: Sequence[CoursePath] | str) -> str:
        """Return how long the only path of a way takes; nothing for another way."""
        if isinstance(leads, str) or len(leads) > 1:
            return ""
        return f"  {rough_duration(self._minutes.of(leads[0].exercises))}"

    def on_mount(self) -> None:
        self.query(Button).first().focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.action_choose(list(self.query(Button)).index(event.button) + 1)

    def action_choose(self, number: int) -> None:
        """Go the way with this number; one with several paths asks for the path."""
        if number > len(self._ways):
            return
        leads = self._ways[number - 1][1]
        if isinstance(leads, str) or len(leads) == 1:
            self.dismiss(leads if isinstance(leads, str) else leads[0])
            return
        self._ways = [(path.title, (path,)) for path in leads]
        self.query_one(".card-title", Static).update("Which one?")
        self.run_worker(self._ask_again(), exclusive=True)

    async def _ask_again(self) -> None:
        ways = self.query_one(".ways")
        await ways.remove_children()
        await ways.mount(*self._buttons())
        self.query(Button).first().focus()

    def action_look(self) -> None:
        self.dismiss("")

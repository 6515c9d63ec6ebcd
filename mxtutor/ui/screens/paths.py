"""The choice of a path: the card of the first start, which asks why the learner came, and the list of paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.content.minutes import CourseMinutes, course_minutes
from mxtutor.content.plan import CoursePath
from mxtutor.reporting.durations import rough_duration
from mxtutor.ui.key_table import in_browser
from mxtutor.ui.keys import EXERCISE, PATHS, WELCOME
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.options import Options

NOTHING = (
    "This course has no learning paths: it has one order, and Continue at home follows it.\n"
    "mxtutor --path FILE starts the tutor on a path of your own; mxtutor scan PROJECT --path-out FILE makes one."
)


class PathsModal(TutorModal[str]):
    """Lists all learning paths; its result is the id of the chosen one."""

    CSS_PATH = "paths.tcss"
    BINDINGS = PATHS.bindings()

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._paths = session.course.paths

    def compose(self) -> ComposeResult:
        closes = f"{PATHS.key('dismiss')} closes"
        with Vertical(id="paths", classes="box") as box:
            box.border_title = "Learning paths"
            box.border_subtitle = f"enter follows the path, {closes}" if self._paths else closes
            if self._paths:
                options = [Option(self._text(path), id=path.id) for path in self._paths]
                yield Options(*options, id="path-list", markup=False)
            else:
                yield Static(NOTHING, id="no-path", markup=False)

    async def on_mount(self) -> None:
        """Mark the path that the learner follows, then show how long each takes."""
        if not self._paths:
            return
        options, course, followed = self.query_one(OptionList), self._session.course, self._session.journey.path
        options.highlighted = self._paths.index(followed) if followed in self._paths else 0
        options.focus()
        minutes = await in_thread(lambda: course_minutes(course))
        for number, path in enumerate(self._paths):
            options.replace_option_prompt_at_index(number, self._text(path, minutes))

    def _text(self, path: CoursePath, minutes: CourseMinutes | None = None) -> Content:
        mark = f"{self.tutor.glyphs.arrow} " if path == self._session.journey.path else ""
        length = f"{rough_duration(minutes.of(path.exercises))}, " if minutes is not None else ""
        done = f"{length}{self._session.done(path.exercises)} of {len(path.exercises)} done"
        return Content.assemble(mark, (path.title, "bold"), f"  {done}\n", (" ".join(path.summary.split()), "dim"))

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._paths[event.option_index].id)


PLACEMENT, BEGIN = "placement", "begin"
ABOUT = (
    "You see a function in PyTorch and write the same in MXNet 1.9.1. "
    f"{EXERCISE.key('check')} runs both, and says what differs and why."
)


class WelcomeCard(TutorModal[CoursePath | str]):
    """The card of the first start; its result is a path, `PLACEMENT`, or `BEGIN` for the order of the course."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS = WELCOME.bindings()

    def __init__(self, reasons: Mapping[str, Sequence[CoursePath]], minutes: CourseMinutes) -> None:
        """Take the reasons why learners come, each with its paths, and the estimated minutes of the course."""
        super().__init__()
        self._minutes = minutes
        ways: list[tuple[str, Sequence[CoursePath] | str]] = list(reasons.items()) or [("Begin", BEGIN)]
        self._ways = [*ways, ("I know MXNet already: at most 8 questions", PLACEMENT)]

    def compose(self) -> ComposeResult:
        with Vertical(classes="box dialog card") as dialog:
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
        """Return how long the path takes, if a reason has exactly one; else an empty text."""
        if isinstance(leads, str) or len(leads) > 1:
            return ""
        return f"  {rough_duration(self._minutes.of(leads[0].exercises))}"

    def on_mount(self) -> None:
        self.query(Button).first().focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.action_choose(list(self.query(Button)).index(event.button) + 1)

    def action_choose(self, number: int) -> None:
        """Choose the reason with this number; if it has several paths, ask for the path."""
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

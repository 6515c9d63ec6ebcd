"""The learning paths of the course: how long each is, what is done of it, and for whom it is."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.content.minutes import CourseMinutes, course_minutes
from mxtutor.content.plan import CoursePath
from mxtutor.reporting.durations import rough_duration
from mxtutor.ui.keys import PATHS
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.options import Options

NOTHING = (
    "This course has no learning paths: it has one order, and Continue at home follows it.\n"
    "mxtutor --path FILE starts the tutor on a path of your own; mxtutor scan PROJECT --path-out FILE makes one."
)


class PathsModal(TutorModal[str]):
    """All paths; home shows the parts and lessons of the chosen one. Its result is the id of the chosen path."""

    CSS_PATH = "paths.tcss"
    BINDINGS = PATHS.bindings()

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._paths = session.course.paths

    def compose(self) -> ComposeResult:
        closes = f"{PATHS.key('dismiss')} closes"
        with Vertical(id="paths") as box:
            box.border_title = "Learning paths"
            box.border_subtitle = f"enter follows the path, {closes}" if self._paths else closes
            if self._paths:
                yield Options(*map(self._option, self._paths), id="path-list", markup=False)
            else:
                yield Static(NOTHING, id="no-path", markup=False)

    async def on_mount(self) -> None:
        """Mark the path that the learner follows, then read how long everything takes."""
        if not self._paths:
            return
        options, course, followed = self.query_one(OptionList), self._session.course, self._session.journey.path
        options.highlighted = self._paths.index(followed) if followed in self._paths else 0
        options.focus()
        minutes = await in_thread(lambda: course_minutes(course))
        for number, path in enumerate(self._paths):
            options.replace_option_prompt_at_index(number, self._text(path, minutes))

    def _option(self, path: CoursePath) -> Option:
        return Option(self._text(path), id=path.id)

    def _text(self, path: CoursePath, minutes: CourseMinutes | None = None) -> Content:
        mark = f"{self.tutor.glyphs.arrow} " if path == self._session.journey.path else ""
        length = f"{rough_duration(minutes.of(path.exercises))}, " if minutes is not None else ""
        done = f"{length}{self._session.done(path.exercises)} of {len(path.exercises)} done"
        return Content.assemble(mark, (path.title, "bold"), f"  {done}\n", (" ".join(path.summary.split()), "dim"))

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._paths[event.option_index].id)

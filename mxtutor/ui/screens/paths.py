"""The learning paths of the course, and the map of each: its parts and lessons with what they need."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from mxtutor.content.minutes import CourseMinutes, course_minutes
from mxtutor.content.outline import LessonEntry, Topic
from mxtutor.content.plan import CoursePath, course_of
from mxtutor.progress.model import Status
from mxtutor.reporting.durations import duration
from mxtutor.ui.keys import PATHS
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorModal
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.options import Options

LEAST_WIDTH = 50
"""The width of the map while its real width is unknown."""
NOTHING = (
    "This course has no learning paths: it has one order, and Continue at home follows it.\n"
    "mxtutor --path FILE starts the tutor on a path of your own; mxtutor scan PROJECT --path-out FILE makes one."
)


class PathsModal(TutorModal[str]):
    """Paths with their length above, the map of the marked path below; its result is the id of the chosen path."""

    CSS_PATH = "paths.tcss"
    BINDINGS = PATHS.bindings()

    def __init__(self, session: TutorSession) -> None:
        super().__init__()
        self._session = session
        self._paths = session.course.paths
        self._shown: CoursePath | None = None
        """The path whose map shows."""
        self._minutes: CourseMinutes | None = None
        """How long everything takes; None until it is read."""

    def compose(self) -> ComposeResult:
        """Lay out the paths and the map."""
        with Vertical(id="paths") as box:
            box.border_title = "Learning paths"
            closes = f"{PATHS.key('dismiss')} closes"
            box.border_subtitle = closes
            if self._paths:
                box.border_subtitle = f"enter follows the path, {PATHS.names('scroll(1)')} scrolls, {closes}"
            if not self._paths:
                yield Static(NOTHING, id="no-path", markup=False)
                return
            yield Options(*map(self._option, self._paths), id="path-list", compact=True, markup=False)
            with VerticalScroll(id="path-map", can_focus=False):
                yield Static(id="path-text", markup=False)

    async def on_mount(self) -> None:
        """Mark the path that the learner follows, then read how long everything takes."""
        if not self._paths:
            self.query_one("#paths").add_class("-nothing")
            return
        options = self.query_one(OptionList)
        followed = self._session.journey.route.path
        options.highlighted = self._paths.index(followed) if followed in self._paths else 0
        options.focus()
        course = self._session.course
        self._minutes = await in_thread(lambda: course_minutes(course))
        for number, path in enumerate(self._paths):
            options.replace_option_prompt_at_index(number, self._line(path))
        self._show_map(self._paths[options.highlighted or 0])

    def _option(self, path: CoursePath) -> Option:
        return Option(self._line(path), id=path.id)

    def _line(self, path: CoursePath) -> Content:
        exercises = path.exercises
        done = self._session.done(exercises)
        followed = path == self._session.journey.route.path
        mark = self.tutor.glyphs.arrow if followed else " "
        length = f"{done} of {len(exercises)} done"
        if self._minutes is not None:
            length = f"{duration(self._minutes.of(exercises))}, {length}"
        return Content.assemble(f"{mark} ", (path.title, "bold"), f"  {length}")

    @on(OptionList.OptionHighlighted)
    def mark(self, event: OptionList.OptionHighlighted) -> None:
        """Show the map of the marked path."""
        self._show_map(self._paths[event.option_index])

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Close with the chosen path."""
        self.dismiss(self._paths[event.option_index].id)

    def on_resize(self, event: Resize) -> None:
        """Break the lines of the map again."""
        super().on_resize(event)
        self.call_after_refresh(self._draw_map)

    def action_scroll(self, direction: int) -> None:
        """Scroll the map by a page."""
        for box in self.query("#path-map").results(VerticalScroll):
            (box.scroll_page_down if direction > 0 else box.scroll_page_up)(animate=False)

    def _show_map(self, path: CoursePath) -> None:
        self._shown = path
        self._draw_map()
        self.query_one("#path-map", VerticalScroll).scroll_home(animate=False)

    def _draw_map(self) -> None:
        path = self._shown
        if path is None:
            return
        course = course_of(path, self._session.course, self._session.course.root)
        lines = [Content.styled(path.summary, "italic"), Content()]
        lines += [line for part in course.topics for line in self._part(part, path.sources.get(part.title, ""))]
        self.query_one("#path-text", Static).update(Content("\n").join(lines))

    def _part(self, part: Topic, source: str) -> Iterator[Content]:
        """Yield the lines of a part: its title, the document that it comes from, and its lessons."""
        yield Content.assemble((part.title, "bold $text-accent"), (f"  from {source}" if source else "", "dim"))
        for lesson in part.lessons:
            yield self._lesson(lesson)

    def _lesson(self, lesson: LessonEntry) -> Content:
        """Return one line: the mark of a lesson, its title, what is done, how long it takes, and what it needs."""
        total, done = len(lesson.exercises), self._session.done(lesson.exercises)
        mastered = all(map(self._session.mastered, lesson.exercises))
        status: Status = "done" if done == total else "known" if mastered else "tried" if done else "todo"
        titles = {known.id: known.title for known in self._session.course.lessons}
        needs = "; ".join(titles.get(needed, needed) for needed in lesson.needs)  # a title may have commas
        line = Content.assemble(f"  {self.tutor.glyphs.status(status)} {lesson.title}", (f"  {done}/{total}", "dim"))
        if self._minutes is not None:
            line += Content.styled(f", {self._minutes.of(lesson.exercises)} min", "dim")
        if not needs:
            return line
        width = self.query_one("#path-text").content_size.width or LEAST_WIDTH
        shown = wrap(f", after {needs}", width, initial_indent=" " * line.cell_length, subsequent_indent=" " * 6)
        return line + Content.styled("\n".join(shown)[line.cell_length :], "dim italic")

"""Home: the map of the course, the learner's progress, and the place to continue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mxtutor.progress.model import NEW, Status
from mxtutor.ui.keys import HOME
from mxtutor.ui.messages import (
    EndWorkshop,
    HomeResumed,
    OpenExercise,
    OpenLesson,
    OpenMistakes,
    OpenPaths,
    OpenPlacement,
    OpenRace,
    OpenReviews,
    OpenSearch,
    OpenStatistics,
    OpenWorkshop,
)
from mxtutor.ui.screens.home_panels import HomePanels
from mxtutor.ui.session import TutorSession
from mxtutor.ui.widgets.course_tree import CourseTree, Entry
from mxtutor.ui.widgets.home_rows import HomeRow, path_words

if TYPE_CHECKING:
    from mxtutor.progress.workshop_guide import WorkshopGuide

FILTERS: dict[str, tuple[Status, ...]] = {
    "all": ("todo", "tried", "done", "gave-up", "known"),
    "to do": ("todo", "tried"),
    "tried": ("tried",),
    "done": ("done",),
    "gave up": ("gave-up",),
    "known": ("known",),
}
"""Filters of the map, in the order of `action_filter`."""


class HomeScreen(HomePanels):
    """Topics, lessons and exercises with progress; it is painted before the course is read."""

    AUTO_FOCUS = "#course"
    KEYS = HOME
    BINDINGS = HOME.bindings()

    def __init__(self) -> None:
        super().__init__()
        self._filter = "all"
        self._anchor: Entry | None = None
        """The line of the cursor before the filter was set."""
        self._placed: Entry | None = None
        """The line to which the last filter moved the cursor."""
        self._goal: Entry | None = None
        """What `continue` opens."""

    @property
    def _guide(self) -> WorkshopGuide | None:
        return self.session.workshop if self.session else None

    @property
    def _map_name(self) -> str:
        """What the map shows: the course, or the title of the workshop."""
        return self._guide.workshop.title if self._guide else "Course"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer learning paths and known exercises only where there are some."""
        if action in ("paths", "placement", "known"):
            session = self.session
            some = session is not None and {"paths": session.course.paths, "known": session.proven}.get(action, True)
            if not some:
                return False
        return super().check_action(action, parameters)

    def compose_body(self) -> ComposeResult:
        """Lay out the rows of today, the map, and the text about the line of the cursor."""
        with Vertical(id="today"):
            yield HomeRow("Loading the course ...", action="continue", id="continue")
            yield HomeRow(action="reviews", id="due")
            yield HomeRow(action="paths", id="path")
        with Horizontal(id="home"):
            with Vertical(id="map"):
                yield CourseTree(id="course")
                yield Static(f"Nothing here. Press {HOME.key('filter')} for another filter.", id="nothing")
            with Vertical(id="home-side"), VerticalScroll(id="about", can_focus=False):
                yield Static(id="about-text", markup=False)

    def redraw(self) -> None:
        """Draw all marks again."""
        self.update_marks(self._goal)

    def on_mount(self) -> None:
        """Set the titles."""
        self.set_title("Course")
        self.query_one("#map").border_title = "Course"

    def on_screen_resume(self) -> None:
        """Post that home is the top screen again."""
        self.post_message(HomeResumed())

    def show_course(self, session: TutorSession, goal: Entry | None) -> None:
        """Draw the course; `goal` is what `continue` opens."""
        self.session, self._goal = session, goal
        self.set_title(self._map_name)
        self._draw(self._first_line(session, goal))
        self._draw_goal()
        self.call_after_refresh(self.read_days)

    def _first_line(self, session: TutorSession, goal: Entry | None) -> Entry | None:
        """Return the line of the cursor at the start: the goal, or its topic if unfolding that would hide lanes."""
        if goal is None or session.workshop is not None or goal.kind == "topic":
            return goal
        lessons = [x for x in session.course.lessons if goal.id == x.id or goal.id in x.exercises]
        held = [topic for topic in session.course.topics if lessons and lessons[0] in topic.lessons]
        rows = self.query_one(CourseTree).size.height
        if not held or not rows:
            return goal
        needed = len(held[0].lessons) + len(lessons[0].exercises) + 2 * len(session.course.topics)
        return goal if needed <= rows else Entry("topic", held[0].id)

    async def wait_for_cursor(self) -> None:
        """Wait until the cursor is on the line that was requested last."""
        await self.query_one(CourseTree).wait_for_cursor()

    def point_at(self, entry: Entry) -> None:
        """Put the cursor on a line of the map."""
        self.query_one(CourseTree).point_at(entry)

    def update_marks(self, goal: Entry | None) -> None:
        """Draw marks and counts again; the filter uses the present standings."""
        self._goal = goal
        tree = self.query_one(CourseTree)
        tree.use_glyphs(self.glyphs)
        if self.session is not None and tree.listed(self.session, FILTERS[self._filter].__contains__) != tree.exercises:
            self._narrow()
        tree.update_marks()
        self._draw_goal()
        self.draw_about()
        self.read_days()

    def _draw(self, open_at: Entry | None) -> None:
        if self.session is None:
            return
        tree = self.query_one(CourseTree)
        tree.use_glyphs(self.glyphs)
        kept = FILTERS[self._filter]
        tree.show_course(self.session, kept.__contains__, open_at, unfold=self._filter != "all")
        name = Content(self._map_name)  # a title from a file is no markup
        self.query_one("#map").border_title = name if self._filter == "all" else name + f": {self._filter} only"
        self.set_class(not tree.root.children, "-nothing")

    def _draw_goal(self) -> None:
        row = self.query_one("#continue", HomeRow)
        if self.session is None:
            return
        if self._guide is not None:
            self.set_title(self._map_name, note=self._guide.reached(self._is_done))
        words = path_words(self.session)
        path = self.query_one("#path", HomeRow)
        path.display = bool(words)
        if words:
            path.show("Path", words)
        if self._goal is None:
            other = "Choose one to practise again, or / to look something up."
            done = "done or known" if self.session.proven else "done"
            row.update(f"Every exercise is {done}. {other if self.rules.help else ''}".rstrip())
            return
        started = any(s != NEW for s in self.session.standings.values())
        row.show(f"{'Continue' if started else 'Start here'} {self.glyphs.arrow}", self.title_of(self._goal))

    def _is_done(self, exercise: str) -> bool:
        return self.session is not None and self.session.standing(exercise).status == "done"

    @on(CourseTree.Pointed)
    def show_about(self, event: CourseTree.Pointed) -> None:
        """Show the text about the line under the cursor."""
        self.pointed = event.entry
        self.say("")
        self.draw_about()
        if self.session is not None and self.rules.help and self.has_class("-broad"):
            self.read_missed(self.session, event.entry)

    @on(CourseTree.Chosen)
    def open_entry(self, event: CourseTree.Chosen) -> None:
        """Open the chosen lesson or exercise."""
        self._open(event.entry)

    def action_continue(self) -> None:
        """Open the place where the learner stopped."""
        if self._goal is not None:
            self._open(self._goal)

    def _open(self, entry: Entry) -> None:
        if entry.kind == "exercise":
            self.post_message(OpenExercise(entry.id))
        elif entry.kind == "lesson":
            self.post_message(OpenLesson(entry.id))

    def action_search(self) -> None:
        """Search ids, titles and names."""
        self.post_message(OpenSearch())

    def action_race(self) -> None:
        """Open the race; before the course is read, the key may belong to a word that the learner types."""
        if self.session is not None:
            self.post_message(OpenRace())

    def action_paths(self) -> None:
        """Show the learning paths of the course."""
        self.post_message(OpenPaths())

    def action_reviews(self) -> None:
        """Begin the drills of what is due."""
        self.post_message(OpenReviews())

    def action_mistakes(self) -> None:
        """Show the learner's mistakes."""
        self.post_message(OpenMistakes())

    def action_statistics(self) -> None:
        """Show what the learner has done."""
        self.post_message(OpenStatistics())

    def action_placement(self) -> None:
        """Begin the placement, or go on with it."""
        if self.session is not None:
            self.post_message(OpenPlacement())

    def action_known(self) -> None:
        """Take back what counts as known in the line; if nothing does, let what was proven count again."""
        session = self.session
        if session is None or self.pointed is None:
            return
        proven = [one for one in self.exercises_of(session, self.pointed) if one in session.proven]
        if not proven:
            self.say(f"No placement has proven this. {HOME.key('placement')} asks at most 8 questions.")
            return
        use = not any(session.proven[one] for one in proven)
        session.use_known(proven, use)
        self.post_message(HomeResumed())
        one = len(proven) == 1
        what = f"{len(proven)} {'exercise' if one else 'exercises'}"
        now = (
            f"{'counts' if one else 'count'} as known" if use else f"no longer {'counts' if one else 'count'} as known"
        )
        again = f"{HOME.key('known')} {'takes it back' if use else 'lets it count again'}."
        self.say(f"{what} {now}. {again}")

    def say(self, text: str) -> None:
        """Show a line in the border of the map until the cursor moves."""
        self.query_one("#map").border_subtitle = Content(text)

    def action_workshop(self) -> None:
        """Show the parts, times and rules of the workshop."""
        self.post_message(OpenWorkshop())

    def action_end(self) -> None:
        """Ask whether to end a sealed workshop."""
        self.post_message(EndWorkshop())

    def action_filter(self) -> None:
        """Apply the next filter to the map."""
        proven = self.session is not None and bool(self.session.proven)
        names = [name for name in FILTERS if name != "known" or proven]
        self._filter = names[(names.index(self._filter) + 1) % len(names)]
        self._narrow()

    def _narrow(self) -> None:
        """Apply the filter; the cursor stays on its line, or moves to the nearest line that is shown."""
        if self.pointed != self._placed or self._anchor is None:
            self._anchor = self.pointed
        self._draw(self._anchor)
        self._placed = self.query_one(CourseTree).pointed


def home_of(app: App[None]) -> HomeScreen:
    """Return the screen at the bottom of an app's stack."""
    bottom = app.screen_stack[0]
    assert isinstance(bottom, HomeScreen)  # `get_default_screen` made it; no screen is ever put below it
    return bottom

"""Home: the map of the course, the learner's progress, and the place to continue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from mxtutor.progress.model import CHANGED, NEW, Status
from mxtutor.ui.glyphs import STATUS_WORDS
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
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.session import Session
from mxtutor.ui.widgets.course_tree import CourseTree, Entry

if TYPE_CHECKING:
    from mxtutor.ui.workshop import WorkshopGuide

FILTERS: dict[str, tuple[Status, ...]] = {
    "all": ("todo", "tried", "done", "gave-up", "known"),
    "to do": ("todo", "tried"),
    "tried": ("tried",),
    "done": ("done",),
    "gave up": ("gave-up",),
    "known": ("known",),
}
"""Filters of the map, in the order of `action_filter`."""


class ContinueRow(Static):
    """The row that shows what `continue` opens; a click opens it."""

    class Pressed(Message):
        """The row was clicked."""

    def on_click(self) -> None:
        """Post that the row was clicked."""
        self.post_message(self.Pressed())


class HomeScreen(TutorScreen):
    """Topics, lessons and exercises with progress; it is painted before the course is read."""

    AUTO_FOCUS = "#course"
    KEYS = HOME
    BINDINGS = HOME.bindings()

    def __init__(self) -> None:
        super().__init__()
        self._session: Session | None = None
        self._filter = "all"
        self._pointed: Entry | None = None
        self._anchor: Entry | None = None
        """The line of the cursor before the filter was set."""
        self._placed: Entry | None = None
        """The line to which the last filter moved the cursor."""
        self._goal: Entry | None = None
        """What `continue` opens."""

    @property
    def _guide(self) -> WorkshopGuide | None:
        return self._session.workshop if self._session else None

    @property
    def _map_name(self) -> str:
        """What the map shows: the course, or the title of the workshop."""
        return self._guide.workshop.title if self._guide else "Course"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the keys of a workshop in a workshop only, and learning paths where the course has some."""
        if action == "paths":
            return self._session is not None and self._guide is None and bool(self._session.course.paths)
        if action == "placement":
            return self._session is not None and self._guide is None
        if action == "known":
            return self._session is not None and self._guide is None and bool(self._session.proven)
        if action == "workshop":
            return self._guide is not None
        if action == "end":
            return self._guide is not None and not self._guide.allowed.help
        return super().check_action(action, parameters)

    def compose_body(self) -> ComposeResult:
        """Lay out the row to continue, the map, and the text about the line of the cursor."""
        yield ContinueRow("Loading the course ...", id="continue", markup=False)
        with Horizontal(id="home"):
            with Vertical(id="map"):
                yield CourseTree(id="course")
                yield Static(f"Nothing here. Press {HOME.key('filter')} for another filter.", id="nothing")
            with VerticalScroll(id="about", can_focus=False):
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

    def show_course(self, session: Session, goal: Entry | None) -> None:
        """Draw the course; `goal` is what `continue` opens."""
        self._session, self._goal = session, goal
        self.set_title(self._map_name)
        self._draw(goal)
        self._draw_goal()

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
        if (
            self._session is not None
            and tree.listed(self._session, FILTERS[self._filter].__contains__) != tree.exercises
        ):
            self._narrow()
        tree.update_marks()
        self._draw_goal()
        self._draw_about()

    def _draw(self, open_at: Entry | None) -> None:
        if self._session is None:
            return
        tree = self.query_one(CourseTree)
        tree.use_glyphs(self.glyphs)
        kept = FILTERS[self._filter]
        tree.show_course(self._session, kept.__contains__, open_at, unfold=self._filter != "all")
        name = Content(self._map_name)  # a title from a file is no markup
        self.query_one("#map").border_title = name if self._filter == "all" else name + f": {self._filter} only"
        self.set_class(not tree.root.children, "-nothing")

    def _draw_goal(self) -> None:
        row = self.query_one("#continue", Static)
        if self._session is None:
            return
        if self._guide is not None:
            self.set_title(self._map_name, note=self._guide.reached(self._is_done))
        if self._goal is None:
            other = "Choose one to practise again, or / to look something up."
            row.update(Content(f"Every exercise is done. {other if self._session.allowed.help else ''}".rstrip()))
            return
        started = any(s != NEW for s in self._session.standings.values())
        word = "Continue" if started else "Start here"
        row.update(
            Content.assemble(
                (f"{word} {self.glyphs.arrow} ", "bold $text-accent"),
                self._title(self._goal),
                ("  c", "dim"),
                self._path(),
            )
        )

    def _path(self) -> Content:
        """Return the path that the learner chose and what is done of it; empty for the recommended order."""
        path = self._session.route.path if self._session else None
        if self._session is None or path is None or path == self._session.course.paths[0]:
            return Content()
        exercises = path.path.exercises
        return Content.styled(f"  {path.path.title}, {self._session.done(exercises)} of {len(exercises)} done", "dim")

    def _is_done(self, exercise: str) -> bool:
        return self._session is not None and self._session.standing(exercise).status == "done"

    def _title(self, entry: Entry) -> str:
        assert self._session is not None  # callers have a session
        if entry.kind == "exercise":
            return self._session.title(entry.id)
        titles = {topic.id: topic.title for topic in self._session.course.topics}
        titles |= {lesson.id: lesson.title for lesson in self._session.course.lessons}
        return titles.get(entry.id, entry.id)

    def _draw_about(self) -> None:
        if self._session is not None and self._pointed is not None:
            self.query_one("#about-text", Static).update(self._about(self._session, self._pointed))

    def _about(self, session: Session, entry: Entry) -> Content:
        """Return the text about a line of the course."""
        title = Content.styled(self._title(entry), "bold")
        if entry.kind == "topic":
            topic = next(t for t in session.course.topics if t.id == entry.id)
            done, total = session.done(topic.exercises), len(topic.exercises)
            tally = f"{len(topic.lessons)} lessons, {done} of {total} exercises done"
            if session.workshop is not None:
                tally = f"{session.workshop.about(topic.exercises[0])}, {done} done"
            return Content("\n").join(
                [title, Content(tally if topic.lessons else "Not written yet."), Content(topic.summary)]
            )
        if entry.kind == "lesson":
            lesson = next(item for item in session.course.lessons if item.id == entry.id)
            read = "read" if entry.id in session.lessons_read else "not read yet"
            tally = f"{read}, {session.done(lesson.exercises)} of {len(lesson.exercises)} exercises done"
            from mxtutor.reporting.journey_words import lesson_words

            length = lesson_words(session.course, lesson)
            return Content("\n").join([title, Content(f"Lesson: {tally}"), Content.styled(length, "dim")])
        standing = session.standing(entry.id)
        shown = session.state(entry.id)
        word = CHANGED if shown == "changed" else STATUS_WORDS[shown]
        state = f"{self.glyphs.status(shown)} {word}"
        if standing.attempts:
            state += f", {standing.attempts} {'attempt' if standing.attempts == 1 else 'attempts'}"
        if standing.hints:
            state += f", {standing.hints} {'hint' if standing.hints == 1 else 'hints'}"
        if session.workshop is not None and (points := session.workshop.points(entry.id)):
            state += f", {points}"
        from mxtutor.reporting.journey_words import exercise_words
        from mxtutor.ui.marked_text import passage  # 2 ms, which the first paint need not wait for

        state += f", {exercise_words(session.course, entry.id)}"
        loaded = session.exercises.get(entry.id)
        text = Content(session.damaged.get(entry.id, "")) or passage(loaded.prompt if loaded else "")
        return Content("\n").join([title, Content.styled(f"{entry.id}  {state}", "dim"), text])

    @on(CourseTree.Pointed)
    def show_about(self, event: CourseTree.Pointed) -> None:
        """Show the text about the line under the cursor."""
        self._pointed = event.entry
        self.say("")
        self._draw_about()

    @on(CourseTree.Chosen)
    def open_entry(self, event: CourseTree.Chosen) -> None:
        """Open the chosen lesson or exercise."""
        self._open(event.entry)

    @on(ContinueRow.Pressed)
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
        if self._session is not None:
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
        if self._session is not None:
            self.post_message(OpenPlacement())

    def action_known(self) -> None:
        """Take back what counts as known in the line; if nothing does, let what was proven count again."""
        session = self._session
        if session is None or self._pointed is None:
            return
        proven = [one for one in self._exercises_of(session, self._pointed) if one in session.proven]
        if not proven:
            self.say(f"No placement has proven this. {HOME.key('placement')} asks about 8 questions.")
            return
        use = not any(session.proven[one] for one in proven)
        session.use_known(proven, use)
        self.post_message(HomeResumed())
        what = f"{len(proven)} {'exercise' if len(proven) == 1 else 'exercises'}"
        again = f"{HOME.key('known')} {'takes it back' if use else 'lets it count again'}."
        self.say(f"{what} {'count as known' if use else 'no longer count as known'}. {again}")

    @staticmethod
    def _exercises_of(session: Session, entry: Entry) -> tuple[str, ...]:
        """Return the exercises of a line."""
        if entry.kind == "exercise":
            return (entry.id,)
        places = session.course.topics if entry.kind == "topic" else session.course.lessons
        return next((place.exercises for place in places if place.id == entry.id), ())

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
        names = list(FILTERS)
        self._filter = names[(names.index(self._filter) + 1) % len(names)]
        self._narrow()

    def _narrow(self) -> None:
        """Apply the filter; the cursor stays on its line, or moves to the nearest line that is shown."""
        if self._pointed != self._placed or self._anchor is None:
            self._anchor = self._pointed
        self._draw(self._anchor)
        self._placed = self.query_one(CourseTree).pointed

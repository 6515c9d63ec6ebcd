"""Home: what to do next, and the map of the course: the chosen path with progress, the rest folded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from mxtutor.content.outline import LessonEntry, Topic
from mxtutor.counts import count
from mxtutor.progress.journey import Entry
from mxtutor.progress.model import FILTER_WORDS, FILTERS, NEW, STATE_WORDS, Standing, state_text
from mxtutor.reporting.durations import exercise_words, lesson_words
from mxtutor.reporting.sanitize import plain
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import HOME
from mxtutor.ui.marked_text import passage, prose
from mxtutor.ui.messages import Opens
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.widgets.course_tree import CourseTree

if TYPE_CHECKING:
    from mxtutor.content.minutes import CourseMinutes
    from mxtutor.progress.store import ProgressStore
    from mxtutor.session.guide import WorkshopGuide
    from mxtutor.ui.session import TutorSession


MOST_MISSED = 4
"""Maximum number of mistakes in the text about a line of the map."""


def missed_in(progress: ProgressStore, exercises: Collection[str]) -> list[str]:
    """Return the open mistakes of these exercises; for a single one also the headline of its last failed check."""
    from mxtutor.grading.protocol import Verdict  # the import takes 20 ms, which would delay the first paint

    cards = [card for card in progress.cards() if card.mistake and not card.resolved]
    found = [card.name for card in cards if card.exercise in exercises]
    if not found and len(exercises) == 1:
        last = progress.last_report(next(iter(exercises)))
        if last is not None and last[1].verdict is not Verdict.RIGHT:
            found = [last[1].headline]
    return list(dict.fromkeys(found))


def about(session: TutorSession, glyphs: Glyphs, entry: Entry, title: str, missed: Sequence[str] = ()) -> Content:
    """Return the text about a line of the map: a topic, a lesson or an exercise."""
    parts = [Content.styled(title, "bold")]
    holder = session.journey.holder(entry)
    if isinstance(holder, Topic):
        parts += _topic(session, holder)
    elif holder is not None:
        parts += _lesson(session, holder)
    else:
        parts += _exercise(session, entry.id)
    if missed:
        parts += [Content(), Content.styled("Mistakes last time", "bold $text-warning")]
        parts += [prose(f"{glyphs.dot} {plain(name)}") for name in missed[:MOST_MISSED]]
    return Content("\n").join(parts)


def _topic(session: TutorSession, topic: Topic) -> list[Content]:
    done, total = session.done(topic.exercises), len(topic.exercises)
    tally = f"{count(len(topic.lessons), 'lesson')}, {done} of {total} exercises done"
    if session.guide is not None:
        tally = f"{session.guide.about(topic.exercises[0])}, {done} done"
    return [Content(tally if topic.lessons else "Not written yet."), Content(topic.summary)]


def _lesson(session: TutorSession, lesson: LessonEntry) -> list[Content]:
    from mxtutor.content.lessons import summary_of  # the import takes 10 ms, which would delay the first paint

    read = "read" if lesson.id in session.lessons_read else "not read yet"
    tally = f"{read}, {session.done(lesson.exercises)} of {len(lesson.exercises)} exercises done"
    goal = summary_of(lesson.path)
    length = Content.styled(lesson_words(session.course, lesson), "dim")
    return [Content(f"Lesson: {tally}"), length, *([Content(), prose(goal)] if goal else [])]


def _exercise(session: TutorSession, exercise: str) -> list[Content]:
    standing, shown = session.standing(exercise), session.state(exercise)
    state = state_text(shown, standing.attempts, standing.hints)
    if session.guide is not None and (points := session.guide.points(exercise)):
        state += f", {points}"
    state += f", {exercise_words(session.course, exercise)}"
    loaded = session.exercises.get(exercise)
    text = Content(session.damaged.get(exercise, "")) or passage(loaded.prompt if loaded else "")
    return [Content.styled(f"{exercise}  {state}", "dim"), Content(), text]


class HomeRow(Static):
    """A row with one action of home, which a click runs."""

    def __init__(self, text: str = "", *, action: str, id: str) -> None:
        super().__init__(text, id=id, markup=False, classes="home-row")
        self._action = action

    async def on_click(self) -> None:
        await self.screen.run_action(f"screen.{self._action}")

    def show(self, name: str, *text: Content | str | tuple[str, str]) -> None:
        """Show name, text and key in the row; hide the row if the text is empty."""
        key = HOME.key(self._action) if HOME.has(self._action) else ""
        self.update(Content.assemble((f"{name} ", "bold $text-accent"), *text, (f"  {key}", "dim")))
        self.display = any(text)


BROAD = 120
"""Minimum width, in columns, at which the text about the cursor's line is beside the map, not below it."""
REST_SECONDS = 0.15
"""Seconds that the cursor rests on a line before its mistakes are read."""


def _posts(what: Opens) -> Callable[[HomeScreen], None]:
    """Return an action method that opens a screen."""

    def action(screen: HomeScreen) -> None:
        screen.tutor.open(what)

    return action


class HomeScreen(TutorScreen):
    """The screen at the bottom of the stack; it is drawn before the course is read."""

    AUTO_FOCUS = "#course"
    KEYS = HOME

    action_search, action_paths, action_race = _posts("search"), _posts("paths"), _posts("race")
    action_reviews, action_mistakes = _posts("reviews"), _posts("mistakes")
    action_statistics, action_placement = _posts("statistics"), _posts("placement")
    action_workshop = _posts("workshop")

    def __init__(self) -> None:
        super().__init__()
        self.session: TutorSession | None = None
        """Course, progress and grader; None until they are read."""
        self.pointed: Entry | None = None
        self._missed: tuple[Entry | None, tuple[str, ...]] = (None, ())
        """The entry whose mistakes were read last, and the mistakes."""
        self._filter = ""
        """The filter of the map, one of `FILTERS`; empty for all exercises."""
        self._anchor: Entry | None = None
        self._placed: Entry | None = None
        """The entry to which the last change of the filter moved the cursor."""
        self._goal: Entry | None = None
        """The entry that `continue` opens."""
        self._is_drawn = self._is_stale = False
        """Whether the map shows the session's course, and whether something in it has changed since."""
        self._cursor: Entry | None = None
        """The entry to which the cursor moves when home is drawn next; None if it stays."""
        self._counted: dict[str, Standing] | None = None
        """The standings from which due reviews and the time left were computed last."""
        self._minutes: CourseMinutes | None = None
        """Estimated minutes of everything in the course; None until they are read."""

    @property
    def _guide(self) -> WorkshopGuide | None:
        return self.session.guide if self.session else None

    @property
    def _map_name(self) -> str:
        """Title of the map: that of the workshop or the path, else of the course."""
        if self._guide is not None:
            return self._guide.workshop.title
        path = self.session.journey.path if self.session is not None else None
        return path.title if path is not None else "Course"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the actions on learning paths and known exercises if the course has none."""
        if action in ("paths", "placement", "known"):
            session = self.session
            some = session is not None and {"paths": session.course.paths, "known": session.proven}.get(action, True)
            if not some:
                return False
        return super().check_action(action, parameters)

    def compose_body(self) -> ComposeResult:
        with Vertical(id="today"):
            yield HomeRow("Loading the course ...", action="continue", id="continue")
            yield HomeRow(action="placement", id="placed")
            yield HomeRow(action="reviews", id="due")
            yield HomeRow(action="paths", id="path")
            yield Static(id="said", markup=False)
        with Horizontal(id="home"):
            with Vertical(id="map", classes="frame"):
                yield CourseTree()
                yield Static(f"Nothing here. Press {HOME.key('filter')} for another filter.", id="nothing")
            with Vertical(id="home-side"), VerticalScroll(id="about", classes="frame", can_focus=False):
                yield Static(id="about-text", markup=False)

    def redraw(self) -> None:
        self.update_marks()

    def on_mount(self) -> None:
        self.set_title("Course")
        self.query_one("#map").border_title = "Course"

    def on_screen_resume(self) -> None:
        """Store home as the place; draw again what a drill or a command in another terminal may have changed."""
        self._counted = None
        if self._is_stale:
            self.update_marks()
        else:
            self._draw_goal()
        if self.session is not None and self.session.place is not None:
            self.tutor.note_place(self.session.place)
        self._read_standings()

    @work(exclusive=True, exit_on_error=False, group="standings", description="Reading your progress")
    async def _read_standings(self) -> None:
        if (session := self.session) is not None:
            found = await session.ask(lambda progress: dict(progress.standings()))
            if any(session.standings.get(one) != standing for one, standing in found.items()):
                session.standings.update(found)
                self.update_marks()

    @property
    def _is_covered(self) -> bool:
        """Whether another screen hides home, which is then drawn when it shows again."""
        return any(not screen.is_modal for screen in self.app.screen_stack[1:])

    def show_course(self, session: TutorSession) -> None:
        """Draw the course, with the cursor on what `continue` opens."""
        self.session, self.pointed, self._counted = session, None, None
        self._is_drawn, self._cursor = False, session.goal()
        self.set_title(self._map_name)
        self.update_marks()

    def point_at(self, entry: Entry) -> None:
        """Move the cursor to an entry."""
        self._cursor, self._is_stale = entry, True
        if self._is_drawn and not self._is_covered:
            self._move_cursor()

    def _move_cursor(self) -> None:
        if self._cursor is not None:
            self.query_one(CourseTree).point_at(self._cursor)
        self._cursor = None

    def update_marks(self) -> None:
        """Draw marks and counts again; the filter uses the current standings."""
        session, self._is_stale = self.session, True
        if session is None or self._is_covered:
            return
        self._is_stale = False
        self._goal = session.goal()
        tree = self.query_one(CourseTree)
        tree.use_glyphs(self.glyphs)
        if not self._is_drawn:
            self._is_drawn = True
            self._draw(self._cursor)
        elif tree.listed(session, self._keeps) != tree.exercises:
            self.pointed, self._cursor = self._cursor or self.pointed, None
            self._narrow()
        self._move_cursor()
        tree.update_marks()
        self._draw_goal()
        self.draw_about()

    def _draw(self, open_at: Entry | None) -> None:
        if self.session is None:
            return
        tree = self.query_one(CourseTree)
        tree.show_course(self.session, self._keeps, open_at, unfold=bool(self._filter))
        name = Content(self._map_name)  # titles come from files and are not markup
        self.query_one("#map").border_title = name + (f": {FILTER_WORDS[self._filter]} only" if self._filter else "")
        self.set_class(not tree.root.children, "-nothing")

    def _draw_goal(self) -> None:
        row = self.query_one("#continue", HomeRow)
        session = self.session
        if session is None:
            return
        if self._guide is not None:
            self.set_title(self._map_name, note=self._guide.reached(session.is_done))
        if self._goal is None:
            other = "Choose one to practise again, or / to look something up."
            done = "done or known" if session.proven else "done"
            row.update(f"Every exercise is {done}. {other if self.rules.help else ''}".rstrip())
        else:
            started = any(s != NEW for s in session.standings.values())
            row.show(f"{'Continue' if started else 'Start here'} {self.glyphs.arrow}", session.title_of(self._goal))
        if session.standings != self._counted:  # newly read titles change nothing here
            self._counted = dict(session.standings)
            self._read_today(session)

    @work(exclusive=True, exit_on_error=False, group="today", description="Reading what is due and how long it takes")
    async def _read_today(self, session: TutorSession) -> None:
        """Show today's reviews, how much of the path is done, and the time left."""
        if session.guide is not None:
            return
        from mxtutor.content.minutes import course_minutes
        from mxtutor.progress.assessments import SessionStore
        from mxtutor.progress.due import reviews
        from mxtutor.progress.schedule import day_of

        course, now = session.course, session.now()
        if session.journey.path is not None:
            if self._minutes is None:
                self._minutes = await in_thread(lambda: course_minutes(course))
            self.query_one("#path", HomeRow).show("Path", session.journey.path_words(self._minutes))
        found, paused = await session.ask(
            lambda progress: (reviews(progress, course, now), SessionStore(progress, "placement").unfinished())
        )
        self.query_one("#placed", HomeRow).show("Placement", "paused: go on with the next question" if paused else "")
        self.query_one("#due", HomeRow).show("Review", found.text(day_of(now)) if found.due else "")

    @staticmethod
    def _exercises(session: TutorSession, entry: Entry) -> tuple[str, ...]:
        holder = session.journey.holder(entry)
        return holder.exercises if holder is not None else (entry.id,)

    def draw_about(self) -> None:
        if self.session is None or self.pointed is None:
            return
        missed = self._missed[1] if self._missed[0] == self.pointed else ()
        text = about(self.session, self.glyphs, self.pointed, self.session.title_of(self.pointed), missed)
        self.query_one("#about-text", Static).update(text)

    @work(exclusive=True, exit_on_error=False, group="missed", description="Reading your mistakes")
    async def _read_missed(self, session: TutorSession, entry: Entry) -> None:
        """Show the mistakes made in an entry, once the cursor rests on it."""
        await asyncio.sleep(REST_SECONDS)
        exercises = frozenset(self._exercises(session, entry))
        self._missed = entry, tuple(await session.ask(lambda progress: missed_in(progress, exercises)))
        if self._missed[1]:
            self.draw_about()

    def size_classes(self, size: Size) -> dict[str, bool]:
        return super().size_classes(size) | {"-broad": size.width >= BROAD}

    @on(CourseTree.Pointed)
    def show_about(self, event: CourseTree.Pointed) -> None:
        self.pointed = event.entry
        self.say("")
        self.draw_about()
        if self.session is not None and self.rules.help and self.has_class("-broad"):
            self._read_missed(self.session, event.entry)

    def action_continue(self) -> None:
        goal = self.session.goal() if self.session is not None else None  # home may not be drawn yet
        if goal is not None:
            self.tutor.open(goal.kind, goal.id)

    def action_end(self) -> None:
        self.tutor.end_workshop()

    def action_known(self) -> None:
        """Stop counting the line's exercises as known; if none counts, let the proven ones count again."""
        session = self.session
        if session is None or self.pointed is None:
            return
        proven = [one for one in self._exercises(session, self.pointed) if one in session.proven]
        if not proven:
            self.say(f"No placement has proven this. {HOME.key('placement')} asks at most 8 questions.")
            return
        use = not any(session.proven[one] for one in proven)
        session.use_known(proven, use)
        now, again = ("known now", "takes it back") if use else ("no longer known", "lets it count again")
        self.say(f"{count(len(proven), 'exercise')} {now}. {HOME.key('known')} {again}.")

    def say(self, text: str) -> None:
        """Show a message below the rows of today until the cursor moves."""
        line = self.query_one("#said", Static)
        line.update(text)
        line.display = bool(text)

    def _keeps(self, status: str) -> bool:
        return status in FILTERS.get(self._filter, STATE_WORDS)

    def action_filter(self) -> None:
        proven = self.session is not None and bool(self.session.proven)
        names = ["", *(name for name in FILTERS if name != "known" or proven)]
        self._filter = names[(names.index(self._filter) + 1) % len(names)]
        self._narrow()

    def _narrow(self) -> None:
        """Apply the filter; the cursor stays on its line, or moves to the nearest visible one."""
        if self.pointed != self._placed or self._anchor is None:
            self._anchor = self.pointed
        self._draw(self._anchor)
        self._placed = self.query_one(CourseTree).pointed


def home_of(app: App[None]) -> HomeScreen:
    """Return the screen at the bottom of an app's stack."""
    bottom = app.screen_stack[0]
    assert isinstance(bottom, HomeScreen)  # `get_default_screen` made it, so it is always at the bottom
    return bottom

"""The app: screens, themes and keys; it paints first and reads, opens and starts everything afterwards."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import on, work
from textual.app import App, SystemCommand, get_system_commands_provider
from textual.binding import Binding
from textual.reactive import reactive
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from mxtutor.content.model import Course, Exercise, LessonEntry
from mxtutor.errors import ContentError, TutorError, UsageError
from mxtutor.grading.protocol import Grader, GraderState
from mxtutor.progress.model import Place, Progress, Standing
from mxtutor.ui.glyphs import UNICODE, Glyphs, glyph_set
from mxtutor.ui.messages import Failed, OpenExercise, OpenLesson, OpenNext, OpenSearch, StandingChanged
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.study import Study
from mxtutor.ui.threads import in_thread
from mxtutor.ui.widgets.course_tree import Entry

if TYPE_CHECKING:
    from textual.command import Provider

STATE_SECONDS = 0.5
"""How often the state of the workers is looked at."""

CLOSE_SECONDS = 1.0
"""How long leaving waits for the grader to end its workers; they end by themselves once the tutor is gone."""


def _course_commands() -> type[Provider]:
    from mxtutor.ui.commands import CourseCommands  # textual.command costs 20 ms, and the palette is opened later

    return CourseCommands


class TutorApp(App[None]):
    """The tutor in a terminal."""

    TITLE = "mxtutor"
    CSS_PATH = ["tutor.tcss", "screens/home.tcss"]  # Textual loads no styles of a default screen
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-low"), (32, "-high")]
    COMMANDS = {get_system_commands_provider, _course_commands}
    BINDINGS = [Binding("f1", "help", "Help", show=False)]

    grader_state: reactive[GraderState] = reactive(GraderState("starting"))
    """Where the workers stand; every title bar follows it."""

    def __init__(
        self,
        course_loader: Callable[[], Course],
        grader: Grader,
        progress_opener: Callable[[], Progress],
        *,
        start_at: str | None = None,
    ) -> None:
        super().__init__()
        self.glyphs: Glyphs = UNICODE
        """The marks in use."""
        self.study: Study | None = None
        """None until the course and the progress are read."""
        self.failure: TutorError | None = None
        """Why the tutor could not go on; None when the learner left."""
        self._course_loader = course_loader
        self._progress_opener = progress_opener
        self._grader = grader
        self._start_at = start_at
        self._stopped_at: Place | None = None

    def get_default_screen(self) -> HomeScreen:
        """Return the screen that is painted first."""
        return HomeScreen()

    def on_mount(self) -> None:
        """Begin the work once the first frame is out."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._read_course()
        self._warm_up()
        self.set_interval(STATE_SECONDS, self._follow_grader)

    def _follow_grader(self) -> None:
        state = self._grader.state
        if state.phase != "cold":
            self.grader_state = state

    @work(exit_on_error=False, group="start", description="Starting MXNet")
    async def _warm_up(self) -> None:
        await in_thread(self._grader.start)
        self.grader_state = self._grader.state
        if self.grader_state.phase == "broken":
            self.notify(
                self.grader_state.detail, title="MXNet cannot be used", severity="error", timeout=20, markup=False
            )

    @work(exit_on_error=False, group="read", description="Reading the course")
    async def _read_course(self) -> None:
        store = ThreadPoolExecutor(1, thread_name_prefix="mxtutor-progress")
        try:
            course, progress = await asyncio.gather(
                in_thread(self._course_loader), asyncio.wrap_future(store.submit(self._progress_opener))
            )
        except TutorError as error:
            self._give_in(error)
            return
        study = Study(course, progress, self._grader, notify=self.post_message, store=store)
        self.study = study
        standings, read, place, theme, glyphs, notice = await study.ask(_opening)
        study.standings.update(standings)
        study.lessons_read.update(read)
        self._stopped_at = place
        self._dress(theme, glyphs)
        self.home.show_study(study, self._goal())
        if notice:
            self.notify(notice, title="Your progress", severity="warning", timeout=20, markup=False)
        self._open_start(study)
        await self._read_exercises(study)

    async def _read_exercises(self, study: Study) -> None:
        """Read titles and texts lesson by lesson, and show them as they come."""
        for lesson in study.course.lessons:
            missing = [e for e in lesson.exercises if e not in study.exercises]
            loaded, damaged = await in_thread(lambda wanted=missing: _load(study.course, wanted))  # type: ignore[misc]
            study.exercises.update((e.id, e) for e in loaded)
            study.damaged.update(damaged)
            self.home.update_marks(self._goal())

    @property
    def home(self) -> HomeScreen:
        """The screen at the bottom of the stack."""
        bottom = self.screen_stack[0]
        assert isinstance(bottom, HomeScreen)  # get_default_screen made it, and nothing is put beneath
        return bottom

    def _goal(self) -> Entry | None:
        """Return where `continue` leads: where the learner stopped, else the first thing that is not done."""
        study, place = self.study, self._stopped_at
        if study is None:
            return None
        if place is not None and place.screen == "exercise" and place.id in study.course.exercises:
            return Entry("exercise", place.id)
        if place is not None and place.screen == "lesson" and any(x.id == place.id for x in study.course.lessons):
            return Entry("lesson", place.id)
        first = study.next_exercise()
        if first is None:
            return None
        lesson = study.course.lesson_of(first)
        fresh = lesson.id not in study.lessons_read and lesson.exercises[0] == first
        return Entry("lesson", lesson.id) if fresh else Entry("exercise", first)

    def _open_start(self, study: Study) -> None:
        """Open what was asked for, else where the learner stopped; home where that is neither."""
        wanted, course = self._start_at, study.course
        if wanted is None:
            place = self._stopped_at
            if place is not None and place.screen != "home" and (goal := self._goal()) and goal.id == place.id:
                self._open(goal)
        elif wanted in course.exercises:
            self._open(Entry("exercise", wanted))
        elif wanted in (lesson.id for lesson in course.lessons):
            self._open(Entry("lesson", wanted))
        elif wanted in (topic.id for topic in course.topics):
            self.home.point_at(Entry("topic", wanted))
        else:
            known = f"There is no exercise, lesson or topic {wanted!r}."
            self._give_in(UsageError(known, fix=_nearest(wanted, course)))

    def _give_in(self, error: TutorError) -> None:
        """Leave, since there is nothing to show; the reason is told once the terminal is back."""
        self.failure = error
        self.exit(return_code=error.exit_code)

    def _open(self, entry: Entry) -> None:
        self.post_message(OpenExercise(entry.id) if entry.kind == "exercise" else OpenLesson(entry.id))

    @on(OpenLesson)
    def open_lesson(self, message: OpenLesson) -> None:
        """Show a lesson right above home."""
        if self.study is not None:
            self._show_lesson(self.study, message.lesson)

    @work(exclusive=True, exit_on_error=False, group="open", description="Opening the lesson")
    async def _show_lesson(self, study: Study, lesson_id: str) -> None:
        from mxtutor.content.lessons import load_lesson
        from mxtutor.ui.screens.lesson import LessonScreen  # Markdown costs 60 ms, home does not need it

        entry = next(lesson for lesson in study.course.lessons if lesson.id == lesson_id)
        lesson = await in_thread(lambda: load_lesson(entry.path))
        scroll = self._scroll_of("lesson", lesson_id)
        self._stand(study, Place("lesson", lesson_id, scroll))
        while len(self.screen_stack) > 2:
            await self.pop_screen()
        await self._put(LessonScreen(study, entry, lesson, scroll=scroll))

    @on(OpenExercise)
    def open_exercise(self, message: OpenExercise) -> None:
        """Show an exercise above home or above the lesson that it was opened from."""
        if self.study is not None:
            self._show_exercise(self.study, message.exercise)

    @work(exclusive=True, exit_on_error=False, group="open", description="Opening the exercise")
    async def _show_exercise(self, study: Study, exercise_id: str) -> None:
        from mxtutor.ui.screens.exercise import ExerciseScreen  # the editor costs 30 ms, home does not need it
        from mxtutor.ui.screens.lesson import LessonScreen
        from mxtutor.ui.texts import load_texts

        exercise = study.exercises.get(exercise_id)
        if exercise is None:
            loaded, damaged = await in_thread(lambda: _load(study.course, [exercise_id]))
            if damaged:
                raise ContentError(damaged[exercise_id])
            exercise = study.exercises[exercise_id] = loaded[0]
        texts = await in_thread(lambda: load_texts(exercise))
        draft = await study.ask(lambda progress: progress.draft(exercise_id))
        self._stand(study, Place("exercise", exercise_id))
        screen = ExerciseScreen(study, exercise, texts, draft)
        if isinstance(self.screen, LessonScreen):
            await self.push_screen(screen)
        else:
            await self._put(screen)

    async def _put(self, screen: Screen[Any]) -> None:
        """Show a screen in place of the top one, but never of home."""
        if len(self.screen_stack) > 1:
            await self.switch_screen(screen)
        else:
            await self.push_screen(screen)

    def _scroll_of(self, kind: str, place_id: str) -> int:
        place = self._stopped_at
        return place.scroll if place is not None and (place.screen, place.id) == (kind, place_id) else 0

    def _stand(self, study: Study, place: Place) -> None:
        self._stopped_at = place
        self.home.point_at(Entry("lesson" if place.screen == "lesson" else "exercise", place.id))
        study.keep(lambda progress: progress.save_place(place), "Keeping your place")

    @on(OpenNext)
    def open_next(self, message: OpenNext) -> None:
        """Show what comes after a lesson or an exercise."""
        if self.study is None:
            return
        find = self.study.after_lesson if message.kind == "lesson" else self.study.after_exercise
        following = find(message.after)
        if isinstance(following, LessonEntry):
            self.post_message(OpenLesson(following.id))
        elif following is not None:
            self.post_message(OpenExercise(following))
        else:
            self.notify("That was the last one. Well done.", markup=False)

    @on(OpenSearch)
    def open_search(self) -> None:
        """Search ids, titles and names."""
        if self.study is None:
            return
        from mxtutor.ui.screens.search import SearchModal

        def go(entry: Entry | None) -> None:
            if entry is not None:
                self._open(entry)

        self.push_screen(SearchModal(self.study), go)

    @on(StandingChanged)
    def note_standing(self, message: StandingChanged) -> None:
        """Take over a standing that is kept, and show it."""
        if self.study is not None:
            self.study.standings[message.exercise] = message.standing
            self.home.update_marks(self._goal())
            for screen in self.screen_stack[1:]:
                getattr(screen, "note_standing", lambda: None)()

    @on(Failed)
    def show_failure(self, message: Failed) -> None:
        """Tell what failed; the app lives on."""
        from mxtutor.ui.screens.fault import FaultModal

        fault = FaultModal(message.error, message.doing)
        if not (isinstance(self.screen, FaultModal) and self.screen.told == fault.told):
            self.push_screen(fault)

    @on(Worker.StateChanged)
    def tell_failure(self, event: Worker.StateChanged) -> None:
        """Turn a failed worker into a dialog."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.post_message(Failed(event.worker.error, event.worker.description))

    def _dress(self, theme: str, glyphs: str) -> None:
        if theme in self.available_themes:
            self.theme = theme
        self.use_glyphs(glyphs)

    def use_glyphs(self, name: str) -> None:
        """Draw marks from the set of that name from now on."""
        self.glyphs = glyph_set(name)
        self.set_class(self.glyphs.name == "ascii", "-ascii")
        for screen in self.screen_stack:
            screen.refresh(recompose=False, layout=True)
            for widget in screen.query("*"):
                widget.refresh()

    def watch_theme(self, theme: str) -> None:
        """Keep the theme that was chosen."""
        if self.study is not None:
            self.study.keep(lambda progress: progress.save_setting("theme", theme), "Keeping the theme")

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield what the palette offers: what the screen can do, then what the app can."""
        for title, told, action in getattr(screen, "commands", list)():
            yield SystemCommand(title, told, action)
        yield SystemCommand("Search", "Find an exercise by id, title, torch or MXNet name", self.open_search)
        yield SystemCommand("Help", "Keys and how to work here (F1)", self.action_help)
        for name, told in (
            ("textual-dark", "dark"), ("textual-light", "light"), ("ansi-dark", "the terminal's own colours, dark"),
            ("ansi-light", "the terminal's own colours, light"),
        ):  # fmt: skip
            yield SystemCommand(f"Theme: {told}", f"Use {name}", lambda name=name: setattr(self, "theme", name))
        other = "unicode" if self.glyphs.name == "ascii" else "ascii"
        yield SystemCommand(f"Marks: {other}", f"Draw marks and bars in {other}", lambda: self._choose_glyphs(other))
        yield SystemCommand("Theme: more", "Choose among all themes", self.action_change_theme)
        yield SystemCommand("Quit", "Leave; everything is kept (ctrl+q)", self.action_quit)

    def _choose_glyphs(self, name: str) -> None:
        self.use_glyphs(name)
        if self.study is not None:
            self.study.keep(lambda progress: progress.save_setting("glyphs", name), "Keeping the marks")

    def action_help(self) -> None:
        """Show the keys of the screen that is open."""
        from mxtutor.ui.screens.help import HelpModal

        if not isinstance(self.screen, HelpModal):
            self.push_screen(HelpModal(self.screen))


def _opening(progress: Progress) -> tuple[dict[str, Standing], frozenset[str], Place | None, str, str, str]:
    """Return all that is asked of the store at the start, in one go."""
    return (
        dict(progress.standings()), progress.lessons_read(), progress.place(), progress.setting("theme"),
        progress.setting("glyphs"), progress.notice,
    )  # fmt: skip


def _load(course: Course, wanted: list[str]) -> tuple[list[Exercise], dict[str, str]]:
    """Return the exercises that can be read, and what is wrong with the others."""
    from mxtutor.content.loader import load_exercise

    loaded, damaged = [], {}
    for exercise_id in wanted:
        try:
            loaded.append(load_exercise(course.folder(exercise_id), exercise_id))
        except ContentError as error:
            damaged[exercise_id] = str(error)
    return loaded, damaged


def _nearest(wanted: str, course: Course) -> str:
    import difflib

    ids = [*course.exercises, *(x.id for x in course.lessons), *(t.id for t in course.topics)]
    near = difflib.get_close_matches(wanted, ids, n=3, cutoff=0.5)
    return f"Did you mean {' or '.join(near)}?" if near else "`mxtutor list` shows them all."


def run_tutor(
    course_root: Path, *, start_at: str | None, grader: Grader, progress_opener: Callable[[], Progress]
) -> int:
    """Run the tutor until the learner leaves; return the exit code. The grader is closed, all progress is written."""

    def load() -> Course:
        from mxtutor.content.loader import load_course

        return load_course(course_root)

    app = TutorApp(load, grader, progress_opener, start_at=start_at)
    try:
        app.run()
    finally:
        closing = threading.Thread(target=grader.close, daemon=True)
        closing.start()
        if app.study is not None:
            app.study.close()
        closing.join(CLOSE_SECONDS)
    if app.failure is not None:
        print(f"mxtutor: {app.failure}", file=sys.stderr)
    return app.return_code or 0

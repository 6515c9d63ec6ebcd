"""The app: screens, themes and keys; it paints first and reads, opens and starts everything afterwards."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import on, work
from textual.app import SystemCommand, get_system_commands_provider
from textual.binding import Binding
from textual.events import Event, InputEvent, Key, MouseUp, Paste
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from mxtutor.errors import TutorError, UsageError
from mxtutor.progress.model import Progress
from mxtutor.ui import gc_tuning
from mxtutor.ui.keyboard import Keyboard
from mxtutor.ui.messages import Failed, OpenLookup, StandingChanged
from mxtutor.ui.navigation import CourseApp
from mxtutor.ui.screens.home import HomeScreen
from mxtutor.ui.session import Session
from mxtutor.ui.startup import nearest, read_opening
from mxtutor.ui.threads import in_thread
from mxtutor.ui.widgets.course_tree import Entry

if TYPE_CHECKING:
    from textual.command import Provider

    from mxtutor.content.model import Course
    from mxtutor.grading.protocol import Grader

QUIET_SECONDS = 20.0
"""Time without a key or a click after which memory is tidied up."""

STATE_SECONDS = 0.5
"""How often the state of the workers is looked at."""

SWITCH_SECONDS = 0.0005
"""Longest that a thread which reads or imports keeps the screen waiting for the interpreter; Python's 5 ms add up."""
CLOSE_SECONDS = 0.3
"""How long leaving waits for the grader to end its workers; they end by themselves once the tutor is gone."""


def _course_commands() -> type[Provider]:
    from mxtutor.ui.commands import CourseCommands  # textual.command costs 20 ms, and the palette is opened later

    return CourseCommands


class TutorApp(CourseApp):
    """The tutor in a terminal."""

    TITLE = "mxtutor"
    CSS_PATH = ["tutor.tcss", "screens/home.tcss"]  # Textual loads no styles of a default screen
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-low"), (32, "-high")]
    COMMANDS = {get_system_commands_provider, _course_commands}
    BINDINGS = [
        Binding("f1", "help", "Help", show=False),
        Binding("ctrl+k,f10", "lookup", "Look up a name", show=False, priority=True),
    ]

    def __init__(
        self,
        course_loader: Callable[[], Course],
        grader: Grader,
        progress_opener: Callable[[], Progress],
        *,
        start_at: str | None = None,
    ) -> None:
        super().__init__()
        self.failure: TutorError | None = None
        """Why the tutor could not go on; None when the learner left."""
        self._course_loader = course_loader
        self._progress_opener = progress_opener
        self._grader = grader
        self._start_at = start_at
        self._quiet: Timer | None = None
        self._keyboard = Keyboard(self, super().on_event)

    def get_default_screen(self) -> HomeScreen:
        """Return the screen that is painted first."""
        return HomeScreen()

    def on_mount(self) -> None:
        """Begin the work once the first frame is out."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._read_course()
        self.set_interval(STATE_SECONDS, self._follow_grader)
        self._quiet = self.set_interval(QUIET_SECONDS, self._tidy)

    async def on_event(self, event: Event) -> None:
        """Note that somebody is at work."""
        if isinstance(event, InputEvent) and self._quiet is not None:
            self._quiet.reset()
        if isinstance(event, (Key, MouseUp, Paste)) and not event.is_forwarded:
            await self._keyboard.take(event)
        else:
            await super().on_event(event)

    def _tidy(self) -> None:
        if not any(worker.is_running for worker in self.workers):  # a check that runs is looked at
            gc_tuning.tidy()

    def _follow_grader(self) -> None:
        state = self._grader.state
        if state.phase != "cold":
            self.grader_state = state

    @work(exit_on_error=False, group="start", description="Starting MXNet")
    async def _warm_up(self) -> None:
        self.warming_since = time.monotonic()
        await in_thread(self._grader.start)
        state = self.grader_state = self._grader.state
        if state.phase == "broken":
            self.notify(state.detail, title="MXNet cannot be used", severity="error", timeout=20, markup=False)

    @work(exit_on_error=False, group="read", description="Reading the course")
    async def _read_course(self) -> None:
        try:
            study = await self._open_course()
        finally:
            self._keyboard.held = False
        if study is not None:
            self.screen.call_after_refresh(self._warm_up)  # not before: starting processes would slow what opens first
            await self._read_exercises(study)

    async def _open_course(self) -> Session | None:
        """Read what the first screen needs, and show it; None where there is nothing to show."""
        store = ThreadPoolExecutor(1, thread_name_prefix="mxtutor-progress")
        try:
            course, progress = await asyncio.gather(
                in_thread(self._course_loader), asyncio.wrap_future(store.submit(self._progress_opener))
            )
        except TutorError as error:
            self._abort(error)
            return None
        study = Session(course, progress, self._grader, notify=self.post_message, store=store)
        self.study = study
        opening = await study.ask(read_opening)
        study.standings.update(opening.standings)
        study.lessons_read.update(opening.lessons_read)
        self._stopped_at = opening.place
        self._apply_appearance(opening.theme, opening.glyphs)
        self.home.show_study(study, self._goal())
        if opening.notice:
            self.notify(opening.notice, title="Your progress", severity="warning", timeout=20, markup=False)
        await self._open_start(study)
        return study

    async def _read_exercises(self, study: Session) -> None:
        """Read titles and texts topic by topic, and show them as they come."""
        try:
            for topic in study.course.topics:
                await self._read(study, topic.exercises)
                self.home.update_marks(self._goal())
        finally:
            gc_tuning.settle()

    async def _open_start(self, study: Session) -> None:
        """Open what was asked for, else where the learner stopped, and wait for it; home where that is neither."""
        wanted, course = self._start_at, study.course
        if wanted is None:
            if stopped := self._stopped_in():
                await self._show(study, stopped)
        elif wanted in course.exercises:
            await self._show(study, Entry("exercise", wanted))
        elif wanted in (lesson.id for lesson in course.lessons):
            await self._show(study, Entry("lesson", wanted))
        elif wanted in (topic.id for topic in course.topics):
            self.home.point_at(Entry("topic", wanted))
        else:
            known = f"There is no exercise, lesson or topic {wanted!r}."
            self._abort(UsageError(known, fix=nearest(wanted, course)))

    def _abort(self, error: TutorError) -> None:
        """Leave, since there is nothing to show; the reason is told once the terminal is back."""
        self.failure = error
        self.exit(return_code=error.exit_code)

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
        from mxtutor.ui.screens.error_dialog import FaultModal

        fault = FaultModal(message.error, message.doing)
        if not (isinstance(self.screen, FaultModal) and self.screen.told == fault.told):
            self.push_screen(fault)

    @on(Worker.StateChanged)
    def tell_failure(self, event: Worker.StateChanged) -> None:
        """Turn a failed worker into a dialog."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.post_message(Failed(event.worker.error, event.worker.description))

    def _apply_appearance(self, theme: str, glyphs: str) -> None:
        if theme in self.available_themes:
            self.theme = theme
        self.use_glyphs(glyphs)

    def watch_theme(self, theme: str) -> None:
        """Keep the theme that was chosen."""
        if self.study is not None:
            self.study.keep(lambda progress: progress.save_setting("theme", theme), "Keeping the theme")

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield what the palette offers: what the screen can do, then what the app can."""
        for title, told, action in getattr(screen, "commands", list)():
            yield SystemCommand(title, told, action)
        from mxtutor.ui.commands import app_commands  # textual.command costs 20 ms, and the palette is opened later

        yield from app_commands(self)

    def action_command_palette(self) -> None:
        """Show everything that can be done."""
        from textual.command import CommandPalette  # 20 ms, and the palette is opened later

        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder="Search for commands ...", id="--command-palette"))

    def action_help(self) -> None:
        """Show the keys of the screen that is open."""
        from mxtutor.ui.screens.help import HelpModal

        if not isinstance(self.screen, HelpModal):
            self.push_screen(HelpModal(self.screen))

    def action_lookup(self) -> None:
        """Look up the name under the cursor of an editor, or one that is typed."""
        from textual.widgets import TextArea  # 30 ms, home does not need it

        from mxtutor.ui.screens.lookup import word_of

        area = self.focused
        self.post_message(OpenLookup(word_of(area) if isinstance(area, TextArea) else ""))


def run_tutor(
    course_root: Path, *, start_at: str | None, grader: Grader, progress_opener: Callable[[], Progress]
) -> int:
    """Run the tutor until the learner leaves; return the exit code. The grader is closed, all progress is written."""

    def load() -> Course:
        from mxtutor.content.loader import load_course

        return load_course(course_root)

    app = TutorApp(load, grader, progress_opener, start_at=start_at)
    sys.setswitchinterval(SWITCH_SECONDS)
    gc_tuning.hold()
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

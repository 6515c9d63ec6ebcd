"""The app: screens, themes and keys; it paints first, then reads the course, opens the store and starts the workers.

An error that no code handles ends the app. Textual would print a traceback of 200 lines; the app keeps it as `fault`,
and the caller (`ui.run`) prints one line.
"""

from __future__ import annotations

import asyncio
import io
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from textual import on, work
from textual.app import App
from textual.binding import Binding
from textual.command import CommandPalette, Provider, SearchIcon
from textual.content import Content
from textual.events import Event, InputEvent, Key, Paste
from textual.notifications import SeverityLevel
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker, WorkerState, WorkType

from mxtutor.errors import TutorError
from mxtutor.progress.saving import Saver
from mxtutor.ui.class_link import LiveReporter
from mxtutor.ui.glyphs import UNICODE, Glyphs, glyph_set
from mxtutor.ui.keys import APP, RESERVED, KeyTable, choose_keys, in_browser, instead_of, key_name, tell_alt_from_signs
from mxtutor.ui.messages import Failed, NotSaved, Opens, StandingChanged
from mxtutor.ui.navigator import Navigator
from mxtutor.ui.platform.threads import import_screens, in_thread, within
from mxtutor.ui.screens.base import TutorScreen
from mxtutor.ui.screens.home import HomeScreen, home_of
from mxtutor.ui.themes import draw_with, use_own_themes
from mxtutor.ui.tutor import Tutor

if TYPE_CHECKING:
    from mxtutor.content.model import Course
    from mxtutor.content.plan import CoursePath
    from mxtutor.grading.protocol import Grader, GraderState
    from mxtutor.progress.model import Place
    from mxtutor.progress.store import ProgressStore
    from mxtutor.session.guide import WorkshopGuide
    from mxtutor.ui.screens.workshop import Attendance
    from mxtutor.ui.session import TutorSession
    from mxtutor.ui.visits import Assess

EDITS = frozenset(one.action for one in Input.BINDINGS if isinstance(one, Binding))
"""Actions of an input line itself; the scrolling that it inherits would stop the keys of the list below it."""
STATE_SECONDS = 0.5
"""Interval, in seconds, of reading the grader's state while it is not ready."""
READY_SECONDS = 2.0
"""The same interval once the grader is ready: an idle tutor should use little CPU time."""
RETRY_SECONDS = 2.0
"""Seconds before a failed write is retried."""
LEAVE_SECONDS = 2.0
"""Longest wait for writes, in seconds, before the app asks on quitting what to do with unsaved text."""
TRACE_WIDTH = 160
"""Width of the lines of a traceback in `fault`, in characters."""


def _commands() -> type[Provider]:
    from mxtutor.ui.commands import Commands  # after the first paint

    return Commands


class TutorApp(App[None]):
    """The tutor in a terminal; implements the protocol `Tutor`."""

    TITLE = "mxtutor"
    CSS_PATH = ["tutor.tcss", "screens/home.tcss"]  # Textual does not load the CSS_PATH of a default screen
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-low"), (32, "-high")]
    COMMANDS = {_commands}
    BINDINGS = APP.bindings()

    grader_state: reactive[GraderState | None] = reactive(None)
    not_saved: reactive[str] = reactive("")
    """What is not saved and why, in one line; empty if everything is saved."""

    def __init__(
        self,
        course_loader: Callable[[], Course],
        grader: Grader,
        progress_opener: Callable[[], ProgressStore],
        *,
        start_at: str | None = None,
        workshop: WorkshopGuide | None = None,
        class_home: Path | None = None,
        keymap: Mapping[str, str] | None = None,
        first: Assess | None = None,
        loaded: Callable[[TutorApp], None] | None = None,
    ) -> None:
        """Make the app; `first` is shown in place of the course; `loaded` is called when the start is complete."""
        super().__init__()
        tell_alt_from_signs()
        use_own_themes(self)
        self._printed = io.StringIO()
        self.error_console = Console(file=self._printed, color_system=None, force_terminal=False, width=TRACE_WIDTH)
        self._course_loader, self._progress_opener, self._grader = course_loader, progress_opener, grader
        self._start_at, self._workshop, self._class_home, self._first = start_at, workshop, class_home, first
        self._loaded = loaded
        self.at_rest: Timer | None = None
        """Timer that collects garbage when no key was pressed for a while."""
        self._chosen_keys = dict(keymap or {})
        """Keys that the learner has chosen, by the names of the actions."""
        choose_keys(self._chosen_keys)
        self.failure: TutorError | None = None
        """The error that ended the tutor; None if the learner quit."""
        self.parting = ""
        """What to print when the app has ended."""
        self.glyphs: Glyphs = UNICODE
        self.session: TutorSession | None = None
        self.navigator: Navigator | None = None
        """Opens screens; None until the course is read."""
        self.warming_since: float | None = None
        self._attendance: Attendance | None = None
        self._retrying: Timer | None = None
        self._typed: deque[Key | Paste] = deque()
        """Keys and pasted text that are not handled yet."""
        self._line: Widget | None = None
        """The input line whose typed text must arrive before further keys are handled, see `after_typing`."""

    def get_default_screen(self) -> HomeScreen:
        return HomeScreen()

    def get_screen(self, screen: Any, screen_class: Any = None) -> Any:
        """Return a screen whose styles are read; else Textual would parse the styles of all screens again."""
        found = super().get_screen(screen, screen_class)
        for path in found.css_path:
            if not self.stylesheet.has_source(str(path), ""):
                self.stylesheet.read(path)
        return found

    # The start

    def on_mount(self) -> None:
        if self._chosen_keys:
            self.set_keymap(self._chosen_keys)
        if glyph_set("") is not self.glyphs:
            self.use_glyphs("")
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._start()
        self.set_timer(STATE_SECONDS, self._look_at_grader)

    @work(exit_on_error=False, group="read", description="Reading the course")
    async def _start(self) -> None:
        try:
            session, theme, glyphs, notice = await self._open_session()
            navigator = self.navigator = Navigator(self, session)
            self.session = session
            if theme in self.available_themes:
                self.theme = theme
            self.use_glyphs(glyphs)
            if notice:
                self.notify(notice, title="Your progress", severity="warning", timeout=20, markup=False)
            shown = asyncio.Event()
            warming: WorkType[None] = partial(self._warm_up, shown)
            self.run_worker(warming, exit_on_error=False, group="start", description="Starting MXNet")
            if self._first is not None:
                home_of(self).show_course(session)
                await self._first.begin(self, session)
                self.screen.call_after_refresh(shown.set)
                return
            await self._show_first(session, navigator)
            if self._start_at is None and self._workshop is None and session.is_new and not notice:
                await self._greet(session, navigator)
            if session.guide is not None:
                from mxtutor.ui.screens.workshop import Attendance  # only a workshop needs it

                attendance = self._attendance = Attendance(self, session, session.guide)
                self.set_interval(attendance.SECONDS, attendance.step)
                attendance.begin()
            if session.class_link is not None:
                await self._enrol(session, session.class_link)
        except TutorError as error:  # there is nothing to show; `run` prints it after the app has released the terminal
            self.failure = error
            self.exit(return_code=error.exit_code)
            return
        self.screen.call_after_refresh(shown.set)
        for topic in session.course.topics:  # show the titles of each topic at once
            await session.read(topic.exercises)
            home_of(self).update_marks()
        await in_thread(import_screens)  # what opens next need not wait for it
        if self._loaded is not None:
            self._loaded(self)

    async def _open_session(self) -> tuple[TutorSession, str, str, str]:
        """Read the course and open the store, at the same time; return also theme, glyphs, and a notice of the store.

        Raises:
            TutorError: one of the two cannot be read.
        """
        pool = ThreadPoolExecutor(1, thread_name_prefix="mxtutor-progress")
        opening = asyncio.wrap_future(pool.submit(self._progress_opener))
        course, store = await asyncio.gather(in_thread(self._load_course), opening)
        from mxtutor.ui.session import TutorSession  # the first paint needs none

        session = TutorSession(
            course, store, self._grader, notify=self.post_message, store=pool, guide=self._workshop,
            class_home=self._class_home,
        )  # fmt: skip
        if self._workshop is not None:
            await session.ask(self._workshop.restore)

        def read(progress: ProgressStore) -> tuple[str, str, str]:
            session.restore(progress)  # before any screen shows it
            return progress.setting("theme"), progress.setting("glyphs"), progress.notice

        return session, *await session.ask(read)

    def _load_course(self) -> Course:
        from mxtutor.session.learner import course_in  # the first paint needs no session

        return course_in(self._workshop.workshop if self._workshop is not None else None, self._course_loader())

    async def _show_first(self, session: TutorSession, navigator: Navigator) -> None:
        """Show the requested place, or the learner's last place, and wait until it is shown; home if there is neither.

        Raises:
            UsageError: the course does not contain the requested place.
        """
        wanted = self._start_at
        entry = session.find(wanted) if wanted is not None else session.journey.resumed(session.place)
        opening = navigator.show(entry) if entry is not None and entry.kind != "topic" else None
        navigator.home.show_course(session)  # after that: home is drawn only while it shows
        if entry is not None and entry.kind == "topic":
            navigator.home.point_at(entry)
        if opening is not None:
            await opening.finished()

    async def _greet(self, session: TutorSession, navigator: Navigator) -> None:
        """Show the card of the first start above home, then begin with what the learner chooses there."""
        from mxtutor.content.minutes import course_minutes  # only the first start needs it
        from mxtutor.content.plan import reasons
        from mxtutor.ui.screens.cards import PLACEMENT, WelcomeCard

        def go(choice: CoursePath | str | None) -> None:
            session.welcomed()
            if choice == PLACEMENT:
                self.open("placement")
            elif choice:
                if not isinstance(choice, str):
                    navigator.follow(choice.id)
                if (first := session.journey.next_exercise()) is not None:
                    self.open("exercise", first)

        course = session.course
        minutes = await in_thread(lambda: course_minutes(course))
        await self.push_screen(WelcomeCard(reasons(course.paths), minutes), go)

    async def _enrol(self, session: TutorSession, link: LiveReporter) -> None:
        """Begin to report to the learner's class, and to show the state of the connection."""
        from mxtutor.ui.screens.class_card import Enrolment  # after the first paint

        enrolment = Enrolment(self, session, link)
        self.set_interval(enrolment.SECONDS, enrolment.step)
        await enrolment.begin()

    # The grader

    def _look_at_grader(self) -> None:
        """Show the state of the grader, and set the interval of the next look."""
        state = self._grader.state
        if state.phase != "cold":
            self.grader_state = state
        self.set_timer(READY_SECONDS if state.phase == "ready" else STATE_SECONDS, self._look_at_grader)

    async def _warm_up(self, shown: asyncio.Event) -> None:
        """Connect to the grader if one runs already, else start it; if MXNet cannot be used, say why.

        The start waits for `shown`, the first screen, which the start of processes would slow.
        """
        if await in_thread(self._grader.join):
            self.grader_state = self._grader.state
        await shown.wait()
        self.warming_since = time.monotonic()
        await in_thread(self._grader.start)
        state = self.grader_state = self._grader.state
        if state.phase == "broken":
            self.notify(state.detail, title="MXNet cannot be used", severity="error", timeout=20, markup=False)

    # Requests of screens

    def open(self, what: Opens, identity: str = "") -> None:
        if self.navigator is not None:
            self.navigator.open(what, identity)

    def note_place(self, place: Place) -> None:
        if self.navigator is not None:
            self.navigator.note_place(place)

    def end_workshop(self) -> None:
        if self._attendance is not None:
            self._attendance.ask_to_end()

    @on(StandingChanged)
    def note_standing(self, message: StandingChanged) -> None:
        """Put a stored standing into the session, and update the screens."""
        if self.session is not None and self.navigator is not None and self.is_running:  # else the screens close, too
            self.session.standings[message.exercise] = message.standing
            home_of(self).update_marks()
            for screen in self.screen_stack[1:]:
                getattr(screen, "note_standing", lambda: None)()

    # Failures, and text that is not saved

    @property
    def fault(self) -> str:
        """The traceback of the error that ended the app; empty if it ended as it should."""
        return self._printed.getvalue()

    @property
    def saver(self) -> Saver | None:
        """The queue of writes to the store; None until the store is open."""
        return self.session.saver if self.session is not None else None

    @on(Failed)
    def show_failure(self, message: Failed) -> None:
        """Show a failure; the app continues."""
        if not self.is_running:  # the app is ending, and has no screen for a dialog
            return
        from mxtutor.ui.screens.confirm import ErrorDialog

        dialog = ErrorDialog(message.error, message.doing, self.not_saved)
        if not (isinstance(self.screen, ErrorDialog) and self.screen.message == dialog.message):
            self.push_screen(dialog)

    @on(Worker.StateChanged)
    def post_failure(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.post_message(Failed(event.worker.error, event.worker.description))

    @on(NotSaved)
    def show_not_saved(self, message: NotSaved) -> None:
        """Show in the title bar what is not saved, and try again after a moment."""
        self.not_saved = message.line
        if self._retrying is not None:
            self._retrying.stop()
            self._retrying = None
        if message.line and self.saver is not None:
            self._retrying = self.set_timer(RETRY_SECONDS, self.saver.retry)

    async def action_quit(self) -> None:
        """Quit; if the learner's texts cannot be saved, ask first what to do with them."""
        for screen in self.screen_stack:
            if isinstance(screen, TutorScreen):
                screen.keep_draft()
        saver = self.saver
        if saver is not None:
            await within(saver.retry(), LEAVE_SECONDS)
        if saver is None or not saver.waits or not saver.texts():
            self.exit()
            return
        from mxtutor.ui.screens.confirm import UnsavedModal  # the import is hardly ever needed

        if not isinstance(self.screen, UnsavedModal):
            self.push_screen(UnsavedModal(saver), self._end)

    def _end(self, parting: str | None) -> None:
        """End the app and print `parting`; None means that the learner goes on."""
        if parting is not None:
            self.parting = parting
            self.exit()

    # Messages and looks

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a message: short information in the title bar, everything else as a toast; backticks are left out."""
        message = message.replace("`", "")
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=markup)
        show = getattr(self.screen, "show_status", None)
        if show is None:  # a dialog has no title bar
            self.screen.remove_class("-status")
        elif severity == "information":
            show(Content.from_markup(message).plain if markup else message)

    def use_glyphs(self, name: str) -> None:
        self.glyphs = glyph_set(name)
        draw_with(self, self.glyphs)

    def choose_glyphs(self, name: str) -> None:
        self.use_glyphs(name)
        if self.session is not None:
            self.session.write(lambda progress: progress.save_setting("glyphs", name), "Keeping the marks")

    def watch_theme(self, theme: str) -> None:
        if self.session is not None:
            self.session.write(lambda progress: progress.save_setting("theme", theme), "Keeping the theme")

    # Keys and pasted text

    async def on_event(self, event: Event) -> None:
        """Queue keys while a screen opens; it gets them in order once it is mounted. The key that quits acts now."""
        if self.at_rest is not None and isinstance(event, InputEvent):
            self.at_rest.reset()
        quits = isinstance(event, Key) and event.key in APP.keys_of("quit")
        if quits or event.is_forwarded or not isinstance(event, (Key, Paste)):
            await super().on_event(event)
        else:
            self._typed.append(event)
            await self.give_keys()

    async def give_keys(self) -> None:
        """Give the queued keys to the top screen, once that is mounted."""
        while self._typed and self._is_taken(self._typed[0]):
            event = self._typed.popleft()
            if not (isinstance(event, Key) and await self._act(event)):
                await super().on_event(event)

    def after_typing(self, line: Widget, call: Callable[[], object]) -> None:
        def then() -> None:
            self._line = None
            call()
            self.call_later(self.give_keys)

        self._line = line
        line.call_later(then)

    def _is_taken(self, event: Key | Paste) -> bool:
        if self._line is not None and self._line.is_running:
            return False
        if getattr(self.screen, "takes_keys", True):  # Textual's own screens have no such state
            return True
        leaves: KeyTable | None = getattr(self.screen, "leaves", None)
        return leaves is not None and getattr(event, "key", "") in leaves.keys_of("dismiss")

    async def _act(self, event: Key) -> bool:
        """Run the action of a key at once if the focused widget takes no text; return whether there was an action.

        Textual sends a key to the focused widget and handles the next key before the action has run: the next key
        would miss the screen that the first one opens, or would go to the dialog that it closes. The keys of an input
        line act after the letters before them.
        """
        focused = self.focused
        line = focused if isinstance(focused, Input) else None
        writes = line is None and focused is not None and focused.check_consume_key("x", "x")
        if writes or self.screen.maximized is not None or (line is not None and event.is_printable):
            return False
        bound = self.screen.active_bindings.get(event.key)
        if bound is None or not bound.enabled:
            return False
        if line is None:
            return await self.run_action(bound.binding.action, bound.node)
        action = bound.binding.action
        return bound.node is line and action in EDITS and line.call_later(self.run_action, action, line)

    # Keys and the palette

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key for the footer, as in help and messages; in a browser a key that works there."""
        return instead_of(binding) or key_name(binding.key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the app's actions that the rules close."""
        if self.session is not None and APP.has(action) and not self.session.rules.action("app", f"app.{action}"):
            return False
        return super().check_action(action, parameters)

    def action_command_palette(self) -> None:
        from mxtutor.ui.commands import CommandPalette as OwnPalette

        if not isinstance(self.screen, CommandPalette):
            palette = OwnPalette(placeholder="Search for commands ...", id="--command-palette")
            self.push_screen(palette)
            if in_browser():  # the font of the page in a browser has no magnifying glass
                palette.call_after_refresh(lambda: setattr(palette.query_one(SearchIcon), "icon", "/"))

    async def action_help(self) -> None:
        """Explain the focused part; the same key shows all keys, and once more closes the help."""
        from mxtutor.ui.screens.help import HelpModal

        if isinstance(self.screen, HelpModal):
            await self.screen.go_on()
        else:
            self.push_screen(HelpModal(self.screen))

    def action_help_quit(self) -> None:
        """Say which key quits; the key that ends other programs calls this."""
        bound = [key for key, one in self.screen.active_bindings.items() if one.binding.action in ("quit", "app.quit")]
        here = [key for key in bound if not (in_browser() and key in RESERVED)] or bound
        if here:
            self.notify(f"{key_name(here[0])} quits.", markup=False)

    def action_jump(self) -> None:
        """Show a letter at each part of the screen, and focus the chosen part; the same key takes the letters away."""
        from mxtutor.ui.screens.help import JumpModal

        below = self.screen
        if isinstance(below, JumpModal):
            below.dismiss()
        elif not isinstance(below, CommandPalette):
            self.push_screen(JumpModal(below), lambda part: below.set_focus(part) if part is not None else None)

    def action_lookup(self) -> None:
        """Open the look-up with the name under the editor's cursor, or with an empty query."""
        from textual.widgets import TextArea  # the import takes 30 ms, and home does not need it

        from mxtutor.ui.widgets.lookup_pane import word_of

        area = self.focused
        self.open("lookup", word_of(area) if isinstance(area, TextArea) else "")


if TYPE_CHECKING:

    def _is_a_tutor(app: TutorApp) -> Tutor:
        return app

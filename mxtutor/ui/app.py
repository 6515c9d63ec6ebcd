"""The app: screens, themes and keys; it paints first, then reads the course, opens the store and starts the workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import on, work
from textual.app import SystemCommand
from textual.binding import Binding
from textual.command import CommandPalette, Provider, SearchIcon
from textual.events import Event, Key, MouseUp, Paste
from textual.reactive import reactive
from textual.screen import Screen

from mxtutor.errors import TutorError
from mxtutor.progress.saving import Saver
from mxtutor.ui.appearance import draw_with
from mxtutor.ui.class_link import ClassLink
from mxtutor.ui.glyphs import UNICODE, Glyphs, glyph_set
from mxtutor.ui.grader_watch import GraderWatch
from mxtutor.ui.key_table import choose_keys, in_browser
from mxtutor.ui.keyboard import Keyboard
from mxtutor.ui.keys import APP, instead_of
from mxtutor.ui.messages import EndWorkshop, HomeResumed, Open, PositionChanged, StandingChanged
from mxtutor.ui.navigator import Navigator
from mxtutor.ui.saving_app import SavingApp
from mxtutor.ui.screens.home import HomeScreen, home_of
from mxtutor.ui.session import TutorSession
from mxtutor.ui.startup import Startup
from mxtutor.ui.themes import use_own_themes
from mxtutor.ui.tutor import Tutor

if TYPE_CHECKING:
    from mxtutor.content.model import Course
    from mxtutor.grading.protocol import Grader, GraderState
    from mxtutor.progress.store import ProgressStore
    from mxtutor.progress.workshop_guide import WorkshopGuide
    from mxtutor.ui.attendance import Attendance
    from mxtutor.ui.testing import Assess


def _course_commands() -> type[Provider]:
    from mxtutor.ui.commands import CourseCommands

    return CourseCommands


def _tutor_commands() -> type[Provider]:
    from mxtutor.ui.commands import TutorCommands

    return TutorCommands


class TutorApp(SavingApp):
    """The tutor in a terminal; implements `Tutor`."""

    TITLE = "mxtutor"
    CSS_PATH = ["tutor.tcss", "screens/home.tcss"]  # Textual loads no styles of a default screen
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-low"), (32, "-high")]
    COMMANDS = {_tutor_commands, _course_commands}
    BINDINGS = APP.bindings()

    grader_state: reactive[GraderState | None] = reactive(None)

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
    ) -> None:
        """Make the app; with `first`, it is that test in place of the course."""
        super().__init__()
        self._first = first
        use_own_themes(self)
        self._chosen_keys = dict(keymap or {})
        """Keys that the learner has chosen, by the names of the actions."""
        choose_keys(self._chosen_keys)
        self.failure: TutorError | None = None
        """The error that ended the tutor; None if the learner quit."""
        self.glyphs: Glyphs = UNICODE
        self.session: TutorSession | None = None
        self.navigator: Navigator | None = None
        """Opens screens; None until the course is read."""
        self.warming_since: float | None = None
        self._grader = GraderWatch(self, grader)
        self._startup = Startup(course_loader, progress_opener, grader, start_at, workshop, class_home)
        self._attendance: Attendance | None = None
        self._keyboard = Keyboard(self, super().on_event)

    @property
    def saver(self) -> Saver | None:
        """The writes to the store; None until it is open."""
        return self.session.saver if self.session is not None else None

    def get_default_screen(self) -> HomeScreen:
        """Return the screen of the first paint."""
        return HomeScreen()

    def on_mount(self) -> None:
        """Begin the work after the first frame."""
        if self._chosen_keys:
            self.set_keymap(self._chosen_keys)
        if glyph_set("") is not self.glyphs:
            self.use_glyphs("")
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._start()
        self._grader.begin()

    async def on_event(self, event: Event) -> None:
        """Hand keys, pasted text and clicks to the keyboard, which keeps their order."""
        if isinstance(event, (Key, MouseUp, Paste)) and not event.is_forwarded:
            await self._keyboard.take(event)
        else:
            await super().on_event(event)

    @work(exit_on_error=False, group="read", description="Reading the course")
    async def _start(self) -> None:
        try:
            session, opening = await self._startup.open(self.post_message)
            navigator = self.navigator = Navigator(self, session, opening.place)
            self.session = session
            if opening.theme in self.available_themes:
                self.theme = opening.theme
            self.use_glyphs(opening.glyphs)
            home_of(self).show_course(session, navigator.goal())
            if opening.notice:
                self.notify(opening.notice, title="Your progress", severity="warning", timeout=20, markup=False)
            self._grader.join()
            if self._first is not None:
                await self._first.begin(self, session)
                self.screen.call_after_refresh(self._grader.warm_up)
                return
            await self._startup.show_first(session, navigator)
            if self._startup.greets(opening):
                from mxtutor.ui.arriving import greet  # only the first start needs it

                await greet(self, session, navigator)
            if session.workshop is not None:
                self._attend(session, session.workshop)
            if session.class_link is not None:
                await self._enrol(session, session.class_link)
            if self.screen is home_of(self):  # waiting keys are for the line where the course opens
                await home_of(self).wait_for_cursor()
        except TutorError as error:
            self._abort(error)
            return
        finally:
            self._keyboard.held = False
        self.screen.call_after_refresh(
            self._grader.warm_up
        )  # not before: starting processes would slow what opens first
        await self._read_exercises(session, navigator)

    async def _enrol(self, session: TutorSession, link: ClassLink) -> None:
        """Report to the class of the learner's home, and show the state of the connection."""
        from mxtutor.ui.enrolment import Enrolment  # after the first paint

        enrolment = Enrolment(self, session, link)
        self.set_interval(enrolment.SECONDS, enrolment.step)
        await enrolment.begin()

    def _attend(self, session: TutorSession, workshop: WorkshopGuide) -> None:
        """Run the timers of a workshop, and greet the learner."""
        from mxtutor.ui.sealed_attendance import attendance_of  # only a workshop needs it

        attendance = self._attendance = attendance_of(self, session, workshop)
        self.set_interval(attendance.SECONDS, attendance.step)
        attendance.begin()

    async def _read_exercises(self, session: TutorSession, navigator: Navigator) -> None:
        """Read the exercises topic by topic, and show the titles of each topic at once."""
        for topic in session.course.topics:
            await session.read(topic.exercises)
            home_of(self).update_marks(navigator.goal())

    def _abort(self, error: TutorError) -> None:
        """Quit, because there is nothing to show; `run` prints the error after the app has released the terminal."""
        self.failure = error
        self.exit(return_code=error.exit_code)

    @on(Open)
    def open(self, message: Open) -> None:
        """Open a screen or a dialog, once the course is read."""
        if self.navigator is not None:
            self.navigator.open(message.what, message.id)

    @on(PositionChanged)
    def note_place(self, message: PositionChanged) -> None:
        """Store the learner's place."""
        if self.navigator is not None:
            self.navigator.note_place(message.place)

    @on(HomeResumed)
    def note_home(self) -> None:
        """Store that the learner is at home."""
        if self.navigator is not None:
            self.navigator.note_home()

    @on(EndWorkshop)
    def end_workshop(self) -> None:
        """Ask whether to end the sealed workshop."""
        if self._attendance is not None:
            self._attendance.ask_to_end()

    @on(StandingChanged)
    def note_standing(self, message: StandingChanged) -> None:
        """Update the session with a stored standing, and show it."""
        if self.session is not None and self.navigator is not None and self.is_running:  # else its screens end, too
            self.session.standings[message.exercise] = message.standing
            home_of(self).update_marks(self.navigator.goal())
            for screen in self.screen_stack[1:]:
                getattr(screen, "note_standing", lambda: None)()

    def use_glyphs(self, name: str) -> None:
        """Draw marks from the set with this name."""
        self.glyphs = glyph_set(name)
        draw_with(self, self.glyphs)

    def choose_glyphs(self, name: str) -> None:
        """Draw marks from the set with this name, and store the choice."""
        self.use_glyphs(name)
        if self.session is not None:
            self.session.write(lambda progress: progress.save_setting("glyphs", name), "Keeping the marks")

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key in the footer: one that works here, in ASCII characters if the marks are ASCII."""
        if other := instead_of(binding):
            return other
        shown = super().get_key_display(binding)
        return shown if shown.isascii() or self.glyphs.name != "ascii" else binding.key.partition(",")[0]

    def watch_theme(self, theme: str) -> None:
        """Store the chosen theme."""
        if self.session is not None:
            self.session.write(lambda progress: progress.save_setting("theme", theme), "Keeping the theme")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Refuse the actions of the app's keys that the rules close."""
        if self.session is not None and APP.has(action) and not self.session.rules.action("app", f"app.{action}"):
            return False
        return super().check_action(action, parameters)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Return the palette's commands: those of the screen, then those of the app, group by group."""
        from mxtutor.ui.commands import app_commands, grouped

        own = (SystemCommand(*command) for command in getattr(screen, "commands", list)())
        return grouped([*own, *app_commands(self)])

    def action_command_palette(self) -> None:
        """Show all commands."""
        from mxtutor.ui.screens.palette import CommandPalette as OwnPalette

        if not isinstance(self.screen, CommandPalette):
            palette = OwnPalette(placeholder="Search for commands ...", id="--command-palette")
            self.push_screen(palette)
            if in_browser():  # the page's font has no magnifying glass
                palette.call_after_refresh(lambda: setattr(palette.query_one(SearchIcon), "icon", "/"))

    def action_help(self) -> None:
        """Explain the focused part; the same key shows all keys, and once more closes the help."""
        from mxtutor.ui.screens.help import HelpModal

        if isinstance(self.screen, HelpModal):
            self.screen.go_on()
        else:
            self.push_screen(HelpModal(self.screen))

    def action_jump(self) -> None:
        """Show a letter at each part of the screen, and focus the chosen part; the same key takes the letters away."""
        from mxtutor.ui.screens.jump import JumpModal

        below = self.screen
        if isinstance(below, JumpModal):
            below.dismiss()
        elif not isinstance(below, CommandPalette):
            self.push_screen(JumpModal(below), lambda part: below.set_focus(part) if part is not None else None)

    def action_lookup(self) -> None:
        """Open the look-up with the name under the cursor of an editor, or empty."""
        from textual.widgets import TextArea  # 30 ms, home does not need it

        from mxtutor.ui.cursor_word import word_of

        area = self.focused
        self.post_message(Open("lookup", word_of(area) if isinstance(area, TextArea) else ""))


if TYPE_CHECKING:

    def _is_a_tutor(app: TutorApp) -> Tutor:
        return app

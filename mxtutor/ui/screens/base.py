"""The base of all screens: a title bar, a footer, a notice if the terminal is too small, reports of failures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.events import DescendantFocus, Resize, ScreenResume
from textual.geometry import Size
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from mxtutor.progress.model import Place
from mxtutor.session.rules import PRACTICE, Rules
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.key_table import KeyTable
from mxtutor.ui.keys import APP, DIALOG, is_offered
from mxtutor.ui.marked_text import GLUE
from mxtutor.ui.messages import Failed
from mxtutor.ui.tutor import Tutor, tutor_of
from mxtutor.ui.widgets.key_footer import KeyFooter
from mxtutor.ui.widgets.title_bar import TitleBar

SMALLEST = (60, 20)
"""Columns and rows below which a screen shows only a notice about its size."""
PAUSE_SECONDS = 0.3
"""Seconds without scrolling after which the scroll position is stored."""


class TooSmall(Static):
    """The notice that the terminal is too small; the styles hide everything else then."""

    def render(self) -> str:
        wide, high = SMALLEST
        size = self.app.size
        needed = f"mxtutor needs {wide} columns and {high} rows."
        present = f"This terminal has {size.width} x {size.height}"
        return f"{needed}\n{present}: enlarge it,\nor press {APP.key('quit')} to quit."


class KeepsFocus(Screen[ScreenResultType]):
    """Base of screens and dialogs: restores a lost focus, posts failures, takes queued keys once it is mounted."""

    OPENS: ClassVar[bool] = False
    """Whether this is a placeholder for another screen, for which typed keys are kept."""
    takes_keys = False
    """Whether the screen takes keys: once it is mounted."""
    _focused_last: Widget | None = None
    _styled = False
    """Whether the widgets have their styles: once the screen was on top."""

    @on(ScreenResume)
    def style_once(self, event: ScreenResume) -> None:
        """Keep Textual from styling new widgets again: it styled them when it added them."""
        event.refresh_styles, self._styled = self._styled, True

    def on_screen_resume(self) -> None:
        """Take keys from now on, first the queued ones."""
        self.takes_keys = not self.OPENS
        self.app.call_later(tutor_of(self).give_keys)

    @property
    def tutor(self) -> Tutor:
        return tutor_of(self)

    @property
    def rules(self) -> Rules:
        """The rules that apply here."""
        session = self.tutor.session
        return session.rules if session is not None else PRACTICE

    @on(Worker.StateChanged)
    def post_failure(self, event: Worker.StateChanged) -> None:
        """Turn the error of a worker into a message, so that the app continues."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.post_message(Failed(event.worker.error, event.worker.description))

    def on_compose(self) -> None:
        """Set the CSS classes for the terminal's size before widgets exist, which would be styled twice otherwise."""
        self.update_classes(self.size_classes(self.app.size), animate=False)

    def get_selected_text(self) -> str | None:
        """Return the selected text with spaces in place of `GLUE`."""
        text = super().get_selected_text()
        return text.replace(GLUE, " ") if text else text

    def size_classes(self, size: Size) -> dict[str, bool]:
        """Return the CSS classes for a terminal of this size, each with whether it is set: the app's breakpoints."""
        wide, high = self.app.HORIZONTAL_BREAKPOINTS or [], self.app.VERTICAL_BREAKPOINTS or []
        return {
            name: least == max(start for start, _ in breakpoints if length >= start)
            for breakpoints, length in ((wide, size.width), (high, size.height))
            for least, name in breakpoints
        }

    def after_refresh(self, call: Callable[..., object], *args: object) -> None:
        """Call a function after the next refresh, unless the screen has closed by then."""
        self.call_after_refresh(lambda: call(*args) if self.is_running else None)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        self._focused_last = event.widget

    def on_resize(self, event: Resize) -> None:
        """Restore the focus of a widget that was hidden."""
        wide, high = SMALLEST
        self.update_classes(self.size_classes(event.size), animate=False)
        if event.size.width >= wide and event.size.height >= high and self.focused is None:
            self.after_refresh(self._focus_again)

    def watch_focused(self, focused: Widget | None) -> None:
        """Move the focus to another widget when the focused one is hidden or removed."""
        if focused is None:
            self.after_refresh(self._replace_focus)

    def _focus_again(self) -> None:
        last = self._focused_last
        if self.focused is None and last is not None and last.is_attached and last.focusable:
            self.set_focus(last, scroll_visible=False)
        self._replace_focus()

    def _replace_focus(self) -> None:
        last, chain = self._focused_last, self.focus_chain
        if self.focused is not None or last is None or last in chain or not chain:
            return  # no focus on purpose, or no widget can have it
        near = (part for above in last.ancestors for part in chain if above in part.ancestors)
        self.set_focus(next(near, chain[0]), scroll_visible=False)


class TutorScreen(KeepsFocus[None]):
    """A full screen of the tutor: `compose_body` goes between title bar and footer."""

    KEYS: ClassVar[KeyTable]
    """The screen's keys."""
    UNDER_EXERCISES: ClassVar[bool] = False
    """Whether an exercise opens above this screen; else it replaces it."""

    def keep_draft(self) -> None:
        """Store the typed text; screens with an editor override this."""

    def action_back(self) -> None:
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable actions that do not work in a browser, or that the rules close."""
        allowed = not self.KEYS.has(action) or self.rules.action(self.KEYS.id, action)
        return is_offered(action) and allowed and super().check_action(action, parameters)

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield from self.compose_body()
        yield KeyFooter()
        yield TooSmall()

    def compose_body(self) -> ComposeResult:
        """Yield the widgets between title bar and footer."""
        raise NotImplementedError

    @property
    def glyphs(self) -> Glyphs:
        return self.tutor.glyphs

    def set_title(self, *path: str, note: str = "") -> None:
        """Show the path to this screen in the title bar, outermost part first, and a note."""
        bar = self.query_one(TitleBar)
        bar.path, bar.note = path, note

    def show_status(self, text: str) -> None:
        """Show a message in the title bar, where it covers nothing; a long one is shown as a toast."""
        for bar in self.query(TitleBar):  # a closing screen has no title bar any more
            self.set_class(bar.say(text), "-status")

    def follow_scroll(self, pane: Widget, place: Place) -> None:
        """Scroll a pane to its last position, and note its position whenever scrolling pauses."""
        if place.scroll:
            pane.scroll_to(y=place.scroll, animate=False)
        pause: Timer | None = None

        def post() -> None:
            self.tutor.note_place(replace(place, scroll=pane.scroll_offset.y))

        def wait() -> None:
            nonlocal pause
            if pause is not None:
                pause.stop()
            pause = self.set_timer(PAUSE_SECONDS, post)

        self.watch(pane, "scroll_y", wait, init=False)


class TutorModal(ModalScreen[ScreenResultType], KeepsFocus[ScreenResultType]):
    """A dialog above a screen; a key of its table closes it."""

    BINDINGS = DIALOG.bindings()

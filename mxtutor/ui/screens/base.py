"""The base of all screens: a title bar, a footer, a notice if the terminal is too small, reports of failures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.content import Content
from textual.events import Click, DescendantFocus, MouseMove, Resize, ScreenResume
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.style import Style
from textual.timer import Timer
from textual.types import CSSPathType
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from mxtutor.progress.model import Place
from mxtutor.session.rules import PRACTICE, Rules
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import APP, DIALOG, KeyTable
from mxtutor.ui.marked_text import GLUE
from mxtutor.ui.messages import Failed
from mxtutor.ui.tutor import Tutor, tutor_of

STATUS_SECONDS = 6.0
"""Seconds for which a message is shown."""
ROOM_BESIDE = 4
"""Cells kept free beside a message for the mark of the workers' state."""


class TitleBar(Widget):
    """One row: the path at the left; timer, class connection and state of the workers at the right."""

    DEFAULT_CSS = """
    TitleBar {
        dock: top;
        height: 1;
        padding: 0 1;
        background: $panel;
        color: $foreground;
    }
    """

    ALLOW_SELECT = False
    _saying: Timer | None = None
    """Timer that ends the shown message."""
    _drawn: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Timer and class connection as they are drawn."""

    path: reactive[tuple[str, ...]] = reactive(())
    """The path to the screen, outermost part first."""
    note: reactive[str] = reactive("")
    """A short note after the path."""
    status: reactive[str] = reactive("")
    """A message that is shown in place of the path for some seconds."""

    def on_mount(self) -> None:
        """Follow the state of the workers, and the times while the bar shows some."""
        self.set_interval(1, self._tick)
        for state in ("grader_state", "not_saved"):
            self.watch(self.app, state, self._redraw, init=False)

    def say(self, text: str) -> bool:
        """Show a message for some seconds; return False if there is too little room for it."""
        fits = "\n" not in text and Content(text).cell_length <= self.content_size.width - ROOM_BESIDE
        if fits:
            self.status = text
            if self._saying is not None:
                self._saying.stop()
            self._saying = self.set_timer(STATUS_SECONDS, lambda: setattr(self, "status", ""))
        return fits

    def _redraw(self) -> None:
        self.refresh()

    def _tick(self) -> None:
        state = tutor_of(self).grader_state
        if self._drawn != self._forms() or state is None or state.phase not in ("ready", "broken"):
            self.refresh()

    def _forms(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return timer and class connection, each in several lengths, longest first; empty if there is none."""
        session = tutor_of(self).session
        guide, link = (session.guide, session.class_link) if session is not None else (None, None)
        return guide.timer_forms() if guide is not None else (), link.forms() if link is not None else ()

    def render(self) -> Content:
        """Return the row; if it is too long, shorten workers and timer first, then the path, then the note."""
        width = self.content_size.width
        path = Content.assemble("mxtutor", *(Content.styled(f" / {part}", "bold") for part in self.path))
        note = Content.styled(f"  {self.note}" if self.note else "", "dim")
        instead = tutor_of(self).not_saved or self.status
        if instead:
            style = "bold reverse $text-error" if tutor_of(self).not_saved else "bold $text-accent"
            path, note = Content.styled(instead, style), Content()
        timer, in_class = self._drawn = self._forms()
        forms = _after(timer, _after(in_class, self._status()))
        needed = path.cell_length + note.cell_length + 2
        status = next((form for form in forms if needed + form.cell_length <= width), forms[-1])
        room = width - status.cell_length - 2 - note.cell_length
        if path.cell_length > room and self.path and not instead:  # leave out the app's name first
            path = Content.styled(" / ".join(self.path), "bold")
        if path.cell_length > room:
            path = path.truncate(max(room, 0), ellipsis=tutor_of(self).glyphs.name != "ascii")
        left = path + note
        return left + " " * max(1, width - left.cell_length - status.cell_length) + status

    def _status(self) -> list[Content]:
        """Return the state of the workers in several lengths, longest first."""
        tutor = tutor_of(self)
        glyphs = tutor.glyphs
        phase = tutor.grader_state.phase if tutor.grader_state else "cold"
        if phase == "ready":
            mark, style, words = glyphs.ready, "$text-success", ["MXNet ready", "ready", ""]
        elif phase == "broken":
            mark, style, words = glyphs.alert, "bold $text-error", ["MXNet unavailable", "no MXNet", ""]
        else:
            since = tutor.warming_since
            seconds = f"{time.monotonic() - since:.0f} s" if since is not None else ""
            mark, style = glyphs.waiting, "$text-warning"
            words = [f"MXNet is warming up ... {seconds}", f"warming up {seconds}", seconds]
        return [Content.styled(f"{mark} {word}" if word else "", style) for word in words]


def _after(first: tuple[str, ...], then: list[Content]) -> list[Content]:
    """Return the forms of `then` after each form of `first`, longest first; the shortest of `first` only once."""
    if not first:
        return then
    *longer, shortest = (Content.styled(f"{form}  ", "dim") for form in first)
    return [*(start + form for start in longer for form in then), shortest + then[-1]]


PALETTE_SHOWN = 76
"""Width, in columns, below which the palette's key is left out, to have room for the keys of the screen."""


class KeyFooter(Widget):
    """One row with the keys that work on this screen; the palette's key is at the right end. A click presses a key.

    Textual's `Footer` makes a widget of each key, and all are styled whenever a screen opens.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyFooter {
        dock: bottom; height: 1; padding: 0 1; color: $footer-foreground; background: $footer-background;
    }
    """
    under_pointer = reactive("")
    """The key under the pointer."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self.draw_again)

    def draw_again(self, screen: Screen[Any]) -> None:
        """Draw the keys that work now; a terminal without focus keeps the row as it is."""
        if screen.app.app_focus:
            self.refresh()

    def on_mouse_move(self, event: MouseMove) -> None:
        self.under_pointer = event.style.meta.get("key", "")

    def on_leave(self) -> None:
        self.under_pointer = ""

    def on_click(self, event: Click) -> None:
        key = self.screen.active_bindings.get(event.style.meta.get("key", ""))
        if key is not None and key.enabled:
            self.app.simulate_key(key.binding.key)

    def render(self) -> Content:
        active, keys = self.screen.active_bindings, dict[str, ActiveBinding]()
        for key in active.values():
            if key.binding.show:
                keys.setdefault(key.binding.action, key)
        palette, right, left = active.get(self.app.COMMAND_PALETTE_BINDING), Content(""), Content("")
        if palette is not None and self.screen.size.width >= PALETTE_SHOWN:
            line = " " if self.app.has_class("-ascii") else "▏"
            right = Content.styled(line, "$foreground 20%") + self._drawn(palette)
        room = self.content_size.width - right.cell_length
        for key in keys.values():
            drawn = self._drawn(key)
            if left.cell_length + drawn.cell_length + (2 if right else 0) > room:
                break
            left = left + drawn + " "
        return left + " " * (room - left.cell_length) + right

    def _drawn(self, key: ActiveBinding) -> Content:
        """Return a key and what it does, dim if it does nothing now."""
        shown, state = self.app.get_key_display(key.binding), "" if key.enabled else " dim"
        if key.binding.key == self.under_pointer:
            state += " on $block-hover-background"
        drawn = Content.assemble(
            (shown, f"bold $footer-key-foreground{state}"),
            (f" {key.binding.description}".rstrip(), f"$footer-description-foreground{state}"),
        )
        return drawn.stylize(Style.from_meta({"key": key.binding.key}))


SMALLEST = (60, 20)
"""Minimum width and height, in columns and rows; a smaller terminal shows only a notice."""
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

    KEYS: ClassVar[KeyTable | None] = None
    """The table of its keys; help shows it."""
    OPENS: ClassVar[bool] = False
    """Whether this is a placeholder for another screen, for which typed keys are kept."""
    leaves: KeyTable | None = None
    """The table whose key for `dismiss` works even while the screen takes no keys."""
    takes_keys = False
    """Whether the screen takes keys: once it is mounted."""
    _focused_last: Widget | None = None
    _styled = False
    """Whether the widgets have their styles: once the screen was on top."""

    def __init_subclass__(cls, **options: bool) -> None:
        """Bind the keys of the table, before Textual merges the bindings of the base classes."""
        if keys := vars(cls).get("KEYS"):
            cls.BINDINGS = keys.bindings()
        super().__init_subclass__(**options)

    @on(ScreenResume)
    def style_once(self, event: ScreenResume) -> None:
        """Keep Textual from styling new widgets again: it styled them when it added them."""
        event.refresh_styles, self._styled = self._styled, True

    def on_screen_resume(self) -> None:
        """Take keys from now on, first the queued ones, and show the keys."""
        self.takes_keys = not self.OPENS
        self.app.call_later(tutor_of(self).give_keys)
        for footer in self.query(KeyFooter):
            if not footer.visible:  # else this would lay the screen out again
                footer.visible = True

    def on_screen_suspend(self) -> None:
        """Under a dialog, hide the keys, which do not work there, and the toast of what the title bar still says."""
        for above in self.app.screen_stack[-1:]:  # an app that ends has none
            if above.is_modal:
                self.query(KeyFooter).set(visible=False)
                above.set_class(self.has_class("-status"), "-status")

    @property
    def tutor(self) -> Tutor:
        return tutor_of(self)

    @property
    def rules(self) -> Rules:
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

    @on(Resize)
    async def let_others_run(self) -> None:
        """Let other tasks run between a new screen's first layout and that of its resize event, 15 ms each."""
        await asyncio.sleep(0.001)  # 0 would run this again before tasks whose timers are due

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
    UNDER_EXERCISES: ClassVar[bool] = False
    """Whether an exercise opens above this screen; else it replaces it."""

    def keep_draft(self) -> None:
        """Store the typed text; screens with an editor override this."""

    def action_back(self) -> None:
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable actions that do not work in a browser, or that the rules close."""
        allowed = not self.KEYS.has(action) or self.rules.action(self.KEYS.id, action)
        return self.KEYS.works(action) and allowed and super().check_action(action, parameters)

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
    CSS_PATH: ClassVar[CSSPathType | None] = Path(__file__).with_name("dialogs.tcss")

"""What every screen has: a title bar, a footer, a notice when the terminal is too small, reports of failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.events import DescendantFocus, Resize
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Footer, Static
from textual.worker import Worker, WorkerState

from mxtutor.progress.model import Place
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.keys import KeyTable
from mxtutor.ui.messages import Failed, PositionChanged
from mxtutor.ui.tutor import Tutor, tutor_of
from mxtutor.ui.widgets.title_bar import TitleBar

SMALLEST = (60, 20)
"""Columns and rows below which a screen shows only a notice about its size."""


PALETTE_SHOWN = 76
"""Columns from which the footer has room for the palette's key beside the screen's own keys."""

PAUSE_SECONDS = 0.3
"""Quiet time after which the place of reading is kept."""


class TooSmall(Static):
    """Says that the terminal is too small; the styles show it alone where it is."""

    def render(self) -> str:
        """Return what to do, with the size that the terminal has now."""
        wide, high = SMALLEST
        size = self.app.size
        needed = f"mxtutor needs {wide} columns and {high} rows."
        return f"{needed}\nThis terminal has {size.width} x {size.height}: enlarge it,\nor press ctrl+q to quit."


class KeepsFocus(Screen[ScreenResultType]):
    """A screen that gives the focus back after the terminal was too small to show anything."""

    _focused_last: Widget | None = None

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Note which part has the focus."""
        self._focused_last = event.widget

    def on_resize(self, event: Resize) -> None:
        """Give the focus back to the part that lost it by being hidden."""
        wide, high = SMALLEST
        self.set_class(event.size.width < PALETTE_SHOWN, "-cramped")
        if event.size.width >= wide and event.size.height >= high and self.focused is None:
            self.call_after_refresh(self._focus_again)

    def _focus_again(self) -> None:
        last = self._focused_last
        if self.focused is None and last is not None and last.is_attached and last.focusable:
            self.set_focus(last, scroll_visible=False)


class TutorScreen(KeepsFocus[None]):
    """A full screen of the tutor: `compose_body` goes between title bar and footer."""

    KEYS: ClassVar[KeyTable]
    """What its keys do."""

    def commands(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        """Yield what the palette offers here: a title, a line on it, and what runs it."""
        for key in self.KEYS.commands():
            yield key.command, f"{key.help} ({key.names})", partial(self.run_action, key.action)

    def compose(self) -> ComposeResult:
        """Lay out the frame that all screens share."""
        yield TitleBar()
        yield from self.compose_body()
        yield Footer(compact=True)
        yield TooSmall()

    def compose_body(self) -> ComposeResult:
        """Yield what lies between title bar and footer."""
        raise NotImplementedError

    @property
    def tutor(self) -> Tutor:
        """The app, with its type."""
        return tutor_of(self)

    @property
    def glyphs(self) -> Glyphs:
        """The marks in use."""
        return self.tutor.glyphs

    def set_title(self, *path: str, note: str = "") -> None:
        """Show where one is, outermost first, and a note beside it."""
        bar = self.query_one(TitleBar)
        bar.path, bar.note = path, note

    def follow_scroll(self, pane: Widget, place: Place) -> None:
        """Scroll a pane to where it was, and post where it is whenever scrolling pauses."""
        if place.scroll:
            pane.scroll_to(y=place.scroll, animate=False)
        pause: Timer | None = None

        def post() -> None:
            self.post_message(PositionChanged(replace(place, scroll=pane.scroll_offset.y)))

        def wait() -> None:
            nonlocal pause
            if pause is not None:
                pause.stop()
            pause = self.set_timer(PAUSE_SECONDS, post)

        self.watch(pane, "scroll_y", wait, init=False)

    @on(Worker.StateChanged)
    def post_failure(self, event: Worker.StateChanged) -> None:
        """Turn a failed worker into a message, so that the app goes on."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.post_message(Failed(event.worker.error, event.worker.description))


class TutorModal(ModalScreen[ScreenResultType], KeepsFocus[ScreenResultType]):
    """A dialog over a screen; escape closes it with None."""

    BINDINGS = [("escape", "dismiss", "Close")]

    @property
    def tutor(self) -> Tutor:
        """The app, with its type."""
        return tutor_of(self)

    @on(Worker.StateChanged)
    def post_failure(self, event: Worker.StateChanged) -> None:
        """Turn a failed worker into a message, so that the app goes on."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.post_message(Failed(event.worker.error, event.worker.description))

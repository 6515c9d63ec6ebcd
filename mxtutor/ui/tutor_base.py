"""What screens and widgets may ask of the app they run in; the app derives from it, and nothing below names the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding
from textual.reactive import reactive
from textual.scrollbar import ScrollBar, ScrollBarRender

from mxtutor.ui.glyphs import UNICODE, Glyphs, glyph_set

if TYPE_CHECKING:
    from mxtutor.grading.protocol import GraderState
    from mxtutor.ui.session import Session


class PlainScrollBar(ScrollBarRender):
    """Scroll bars without characters beyond ASCII."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class TutorBase(App[None]):
    """An app with marks, a course that is studied and workers that warm up."""

    glyphs: Glyphs = UNICODE
    """The marks in use."""
    study: Session | None = None
    """None until the course and the progress are read."""
    grader_state: reactive[GraderState | None] = reactive(None)
    """Where the workers stand, None before they start; every title bar follows it."""
    warming_since: float | None = None
    """When the workers began to start, on the monotonic clock; None before."""

    def use_glyphs(self, name: str) -> None:
        """Draw marks from the set of that name from now on."""
        self.glyphs = glyph_set(name)
        self.set_class(self.glyphs.name == "ascii", "-ascii")
        ScrollBar.renderer = PlainScrollBar if self.glyphs.name == "ascii" else ScrollBarRender
        for screen in self.screen_stack:
            getattr(screen, "redraw", lambda: None)()
            screen.refresh(recompose=False, layout=True)
            for widget in screen.query("*"):
                widget.refresh()
                for bar in (b for b in (widget.vertical_scrollbar, widget.horizontal_scrollbar) if widget.is_container):
                    bar.refresh()
            screen.refresh_bindings()

    def get_key_display(self, binding: Binding) -> str:
        """Return how a key is called in the footer; without characters beyond ASCII where marks are ASCII."""
        shown = super().get_key_display(binding)
        return shown if shown.isascii() or self.glyphs.name != "ascii" else binding.key.partition(",")[0]

    def choose_glyphs(self, name: str) -> None:
        """Draw marks from the set of that name, also next time."""
        self.use_glyphs(name)
        if self.study is not None:
            self.study.keep(lambda progress: progress.save_setting("glyphs", name), "Keeping the marks")

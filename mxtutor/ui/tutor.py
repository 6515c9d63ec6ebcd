"""What screens and widgets may ask of the app they run in; the app derives from it, and nothing below names the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App
from textual.reactive import reactive

from mxtutor.ui.glyphs import UNICODE, Glyphs, glyph_set

if TYPE_CHECKING:
    from mxtutor.grading.protocol import GraderState
    from mxtutor.ui.study import Study


class Tutor(App[None]):
    """An app with marks, a course that is studied and workers that warm up."""

    glyphs: Glyphs = UNICODE
    """The marks in use."""
    study: Study | None = None
    """None until the course and the progress are read."""
    grader_state: reactive[GraderState | None] = reactive(None)
    """Where the workers stand, None before they start; every title bar follows it."""

    def use_glyphs(self, name: str) -> None:
        """Draw marks from the set of that name from now on."""
        self.glyphs = glyph_set(name)
        self.set_class(self.glyphs.name == "ascii", "-ascii")
        for screen in self.screen_stack:
            screen.refresh(recompose=False, layout=True)
            for widget in screen.query("*"):
                widget.refresh()

    def choose_glyphs(self, name: str) -> None:
        """Draw marks from the set of that name, also next time."""
        self.use_glyphs(name)
        if self.study is not None:
            self.study.keep(lambda progress: progress.save_setting("glyphs", name), "Keeping the marks")

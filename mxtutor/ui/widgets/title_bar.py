"""The first row of every screen: where one is, and whether MXNet is ready."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from mxtutor.ui.tutor import Tutor

if TYPE_CHECKING:
    from mxtutor.grading.protocol import GraderState


class TitleBar(Widget):
    """One row: a path at the left, the state of the workers at the right."""

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

    path: reactive[tuple[str, ...]] = reactive(())
    """Where one is, outermost first."""
    note: reactive[str] = reactive("")
    """A short word on what is shown, after the path."""
    state: reactive[GraderState | None] = reactive(None)
    """Where the workers stand; None before they start."""

    def on_mount(self) -> None:
        """Follow the app's view of the workers."""
        self.watch(self.app, "grader_state", self._follow)

    def _follow(self, state: GraderState | None) -> None:
        self.state = state

    def render(self) -> Content:
        """Return the row; the path gives way where there is no room for both."""
        status = self._status()
        width = self.content_size.width
        room = width - status.cell_length - 2
        path = Content.assemble("mxtutor", *(Content.styled(f" / {part}", "bold") for part in self.path))
        note = Content.styled(f"  {self.note}" if self.note else "", "dim")
        left = path + note if (path + note).cell_length <= room else path
        if left.cell_length > room:
            left = left.truncate(max(room, 0), ellipsis=True)
        return left + " " * max(1, width - left.cell_length - status.cell_length) + status

    def _status(self) -> Content:
        glyphs = cast(Tutor, self.app).glyphs
        phase = self.state.phase if self.state else "cold"
        if phase == "ready":
            return Content.styled(f"{glyphs.ready} MXNet ready", "$text-success")
        if phase == "broken":
            return Content.styled(f"{glyphs.alert} MXNet unavailable", "bold $text-error")
        return Content.styled(f"{glyphs.waiting} MXNet is warming up ...", "$text-warning")

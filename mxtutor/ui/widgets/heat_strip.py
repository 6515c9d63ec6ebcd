"""Shows the errors along an array as one row of blocks."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from mxtutor.reporting.error_profile import legend, level, squeeze
from mxtutor.ui.tutor import tutor_of


class HeatStrip(Widget):
    """A row of blocks, higher and redder for greater errors, and a row that explains the blocks."""

    DEFAULT_CSS = "HeatStrip { height: auto; width: 1fr; }"
    ALLOW_SELECT = False

    def __init__(self, strip: Sequence[float]) -> None:
        super().__init__()
        self._strip = tuple(strip)

    def render(self) -> Content:
        """Return both rows in the available width; the second one explains the levels in the first one."""
        heat = tutor_of(self).glyphs.heat
        levels = [level(share) for share in squeeze(self._strip, self.content_size.width)]
        cells = [(heat[step], _colour(step)) for step in levels]
        return Content.assemble(*cells, "\n", (f"first element to last: {legend(levels, heat)}", "dim"))


def _colour(step: int) -> str:
    if step == 0:
        return "$text-success"
    return "$text-warning" if step < 3 else "$text-error"

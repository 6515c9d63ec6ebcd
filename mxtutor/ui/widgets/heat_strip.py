"""Where along an array the error is, as one row of blocks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from textual.content import Content
from textual.widget import Widget

from mxtutor.ui.tutor import tutor_of

FEWEST = 16
"""Elements from which a strip is drawn; a table of the worst ones says more about fewer."""


def level(share: float) -> int:
    """Return 0 within the allowed error, else 1 (up to ten times it) to 7 (a million times or not a number)."""
    if share <= 1:
        return 0
    return 7 if math.isnan(share) or math.isinf(share) else min(1 + int(math.log10(share)), 7)


def squeeze(strip: Sequence[float], width: int) -> list[float]:
    """Return at most `width` stretches, each the worst of those it stands for."""
    if len(strip) <= width or width < 1:
        return list(strip)
    edges = [round(k * len(strip) / width) for k in range(width + 1)]
    return [max(strip[a:b], key=lambda v: math.inf if math.isnan(v) else v) for a, b in pairwise(edges)]


class HeatStrip(Widget):
    """A row of blocks, higher and redder where the error is greater, and a row that explains it."""

    DEFAULT_CSS = "HeatStrip { height: auto; width: 1fr; }"
    ALLOW_SELECT = False

    def __init__(self, strip: Sequence[float]) -> None:
        super().__init__()
        self._strip = tuple(strip)

    def render(self) -> Content:
        """Return both rows, as wide as there is room; the second explains the steps that the first one shows."""
        heat = tutor_of(self).glyphs.heat
        levels = [level(share) for share in squeeze(self._strip, self.content_size.width)]
        cells = [(heat[step], _colour(step)) for step in levels]
        told = {"within tolerance": [0], "over it": [1, 2, 3], "far over": [4, 5, 6, 7]}
        shown = {words: [step for step in steps if step in levels] for words, steps in told.items()}
        legend = ", ".join(f"{''.join(heat[s] for s in steps)} {words}" for words, steps in shown.items() if steps)
        return Content.assemble(*cells, "\n", (f"first element to last: {legend}", "dim"))


def worth_showing(strip: Sequence[float]) -> bool:
    """Return whether a strip says more than the table above it: enough elements, and not all alike."""
    return len(strip) >= FEWEST and len({level(share) for share in strip}) > 1


def _colour(step: int) -> str:
    if step == 0:
        return "$text-success"
    return "$text-warning" if step < 3 else "$text-error"

"""Plots curves over steps such as epochs, each in its own colour; without colour, one is a line and one is marks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from mxtutor.ui.curve_drawing import Curve, Mode, drawn, symbol
from mxtutor.ui.tutor import tutor_of

TORCH, MXNET = ("", "warning"), ("x", "primary")
"""Mark and colour (a variable of the theme) of each framework's curve."""
LEAST = (24, 6)
"""Smallest size of a readable plot, with axes and legend: columns and rows."""
NOTHING = "Nothing to draw yet."


class CurvePlot(Widget):
    """A legend, and below it the curves with their axes."""

    DEFAULT_CSS = "CurvePlot { height: 13; width: 1fr; }"
    ALLOW_SELECT = False

    curves: reactive[tuple[Curve, ...]] = reactive(())
    """The curves in the plot."""

    def __init__(
        self,
        curves: Sequence[Curve] = (),
        *,
        steps: int = 0,
        step: str = "epoch",
        nothing: str = NOTHING,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.steps = steps
        """Length of the axis in steps; the curves may be shorter."""
        self._step = step
        self._nothing = nothing
        self.set_reactive(CurvePlot.curves, tuple(curves))

    def render(self) -> Content:
        """Return the plot in the available size, or why there is none."""
        curves = [curve for curve in self.curves if any(map(math.isfinite, curve.values))]
        if not curves:
            return Content.styled(self._nothing, "dim")
        width, height = self.content_size
        if width < LEAST[0] or height < LEAST[1]:
            return Content.styled("Too little room for the plot.", "dim")
        steps = max(self.steps, *(len(curve.values) for curve in curves))
        mode = mode_of(self)
        return Content("\n").join([legend(curves, mode), *drawn(curves, steps, self._step, (width, height - 1), mode)])


def mode_of(widget: Widget) -> Mode:
    """Return how curves are drawn in the app of a widget."""
    if tutor_of(widget).glyphs.name == "ascii":
        return "ascii"
    return "marks" if widget.app.no_color else "colour"


def legend(curves: Sequence[Curve], mode: Mode) -> Content:
    """Return the symbol and the name of each curve."""
    parts = [((symbol(curve.mark, mode), f"bold $text-{curve.colour}"), f" {curve.name}") for curve in curves]
    return Content("   ").join(Content.assemble(*part) for part in parts)

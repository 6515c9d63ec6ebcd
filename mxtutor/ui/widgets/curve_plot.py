"""Plots curves over steps such as epochs: one as a line, one as marks, so that they differ without colour, too."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.tutor import tutor_of

if TYPE_CHECKING:
    from mxtutor.ui.widgets.plotext_canvas import PlotextCanvas

LINE = "line"
"""Value of `mark` for a curve that is drawn as a line."""
TORCH, MXNET = (LINE, "warning"), ("x", "primary")
"""Mark and colour (a variable of the theme) of each framework's curve."""
LEAST = (24, 6)
"""Smallest size of a readable plot, with axes and legend: columns and rows."""


def symbol(mark: str, glyphs: Glyphs) -> str:
    """Return the symbol of a mark in a legend."""
    return mark if mark != LINE else ".." if glyphs.name == "ascii" else "⠒⠒"


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve of the plot; value k is that of step k + 1."""

    name: str
    mark: str
    colour: str
    values: tuple[float, ...]

    def runs(self) -> Iterator[tuple[list[int], list[float]]]:
        """Yield steps and values of each part without NaN and infinities."""
        steps: list[int] = []
        for step, value in enumerate((*self.values, math.nan), 1):
            if math.isfinite(value):
                steps.append(step)
            elif steps:
                yield steps, [self.values[s - 1] for s in steps]
                steps = []


class CurvePlot(Vertical):
    """A legend, and below it the curves with their axes."""

    DEFAULT_CSS = """
    CurvePlot { height: 13; width: 1fr; }
    CurvePlot PlotextCanvas { height: 1fr; }
    CurvePlot > Static { height: 1; }
    """
    ALLOW_SELECT = False

    curves: reactive[tuple[Curve, ...]] = reactive((), init=False)
    """The curves in the plot."""

    def __init__(
        self, curves: Sequence[Curve] = (), *, steps: int = 0, step: str = "epoch", id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.steps = steps
        """Length of the axis in steps; the curves may be shorter."""
        self._step = step
        self._canvas: PlotextCanvas | None = None
        self.set_reactive(CurvePlot.curves, tuple(curves))

    def compose(self) -> ComposeResult:
        """Lay out the legend; the plot is added with the first curve."""
        yield Static(markup=False)

    def on_mount(self) -> None:
        """Draw the curves."""
        self.watch_curves()

    def on_resize(self) -> None:
        """Draw the curves again, or a notice if there is too little room."""
        self.watch_curves()

    def watch_curves(self) -> None:
        """Draw the curves anew."""
        if not self.is_mounted:
            return
        drawable = [curve for curve in self.curves if any(map(math.isfinite, curve.values))]
        fits = self.size.width >= LEAST[0] and self.size.height >= LEAST[1]
        if drawable and fits:
            self._draw(drawable)
        elif self._canvas is not None:
            self._canvas.display = False
        notice = "" if fits else "Too little room for the plot."
        legend = (
            self._legend(drawable) if drawable and fits else Content.styled(notice or "Nothing to draw yet.", "dim")
        )
        self.query_one(Static).update(legend)

    def _draw(self, curves: Sequence[Curve]) -> None:
        from mxtutor.ui.widgets.plotext_canvas import PlotextCanvas  # 25 ms, only if a curve is shown

        variables = self.app.theme_variables
        colours = {curve.colour: Color.parse(variables[curve.colour]).rgb for curve in curves}
        steps = max(self.steps, 1, *(len(curve.values) for curve in curves))
        if self._canvas is None:
            self._canvas = PlotextCanvas(ascii_only=self._ascii)
            self.mount(self._canvas)
        self._canvas.display = True
        self._canvas.ascii_only = self._ascii
        self._canvas.draw(curves, colours, steps, self._step)

    @property
    def _ascii(self) -> bool:
        return tutor_of(self).glyphs.name == "ascii"

    def _legend(self, curves: Sequence[Curve]) -> Content:
        glyphs = tutor_of(self).glyphs
        marks = [(symbol(curve.mark, glyphs), f"bold $text-{curve.colour}") for curve in curves]
        names = [f" {curve.name}" for curve in curves]
        return Content("   ").join(Content.assemble(mark, name) for mark, name in zip(marks, names, strict=True))

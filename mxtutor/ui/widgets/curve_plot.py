"""Plots curves over steps such as epochs; without colour, marks tell the curves apart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from mxtutor.ui.tutor import tutor_of

Mode = Literal["colour", "marks", "ascii"]
"""`marks` and `ascii` tell curves apart without colour; `ascii` uses ASCII characters only."""
BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a braille character: four rows of two."""
BRAILLE = 0x2800
DASH = 2
"""Cells after which the colour alternates where curves cover each other."""
LABELS = 3
"""Number of labels of the vertical axis, if they fit."""
Point = tuple[int, float]
Cell = tuple[int, int]
"""A cell of the plot: column and row, from the top left."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve; `values[k]` belongs to step k + 1."""

    name: str
    mark: str
    """Character that draws the curve if there is no colour; empty for a line of dots."""
    colour: str
    """Colour as a variable of the theme, without `$text-`."""
    values: tuple[float, ...]

    def runs(self) -> Iterator[list[Point]]:
        """Yield the points of each connected part; NaN and infinities separate parts."""
        run: list[Point] = []
        for step, value in enumerate((*self.values, math.nan), 1):
            if math.isfinite(value):
                run.append((step, value))
            elif run:
                yield run
                run = []


Plot = tuple[Curve, dict[Cell, "int | str"]]
"""A curve, and what it draws in each cell."""


def symbol(mark: str, mode: Mode) -> str:
    """Return the symbol of a curve in the legend."""
    return mark if mark and mode != "colour" else ".." if mode == "ascii" else "⠒⠒"


def drawn(curves: Sequence[Curve], steps: int, step: str, size: tuple[int, int], mode: Mode) -> list[Content]:
    """Return the rows of a plot with both axes, `size` = (columns, rows); each curve needs a finite value.

    The lower axis is named `step` and ends at `steps`.
    """
    width, height = size
    shown = [value for curve in curves for run in curve.runs() for _, value in run]
    low, high = min(shown), max(shown)
    rows = height - 2
    labels = _labels(low, high, rows)
    room = max(map(len, labels.values())) + 1
    columns = width - room - 1
    last = max(steps, 2)
    plots = [(curve, _cells(curve, last, (low, high), (columns, rows), mode)) for curve in curves]
    side, tick, corner, line = "||+-" if mode == "ascii" else "│┤└─"
    lines = []
    for row in range(rows):
        label = labels.get(row, "")
        axis = Content.styled(f"{label:>{room - 1}} {tick if label else side}", "dim")
        lines.append(axis + _row(plots, row, columns))
    lines.append(Content.styled(f"{'':{room}}{corner}{line * columns}", "dim"))
    below = f"1{step:^{max(columns - 1 - len(str(last)), 0)}}{last}"
    return [*lines, Content.styled(f"{'':{room + 1}}{below}", "dim")]


def _labels(low: float, high: float, rows: int) -> dict[int, str]:
    """Return the labels of the vertical axis by row; equal values have one label."""
    if low == high:
        return {rows // 2: f"{low:.3g}"}
    shown = LABELS if rows >= 2 * LABELS - 1 else 2
    marks = [round(number * (rows - 1) / (shown - 1)) for number in range(shown)]
    return {row: f"{high - (high - low) * row / (rows - 1):.3g}" for row in marks}


def _cells(
    curve: Curve, last: int, limits: tuple[float, float], size: tuple[int, int], mode: Mode
) -> dict[Cell, int | str]:
    """Return what a curve draws in each cell: the bits of a braille character, or a mark."""
    marked = bool(curve.mark) and mode != "colour"
    fine = not marked and mode != "ascii"
    across, down = (2, 4) if fine else (1, 1)
    low, high = limits
    width, height = size[0] * across - 1, size[1] * down - 1

    def place(point: Point) -> Cell:
        share = (high - point[1]) / (high - low) if high > low else 0.5
        return round((point[0] - 1) / (last - 1) * width), round(share * height)

    cells: dict[Cell, int | str] = {}
    for run in curve.runs():
        places = [place(point) for point in run]
        for x, y in places if marked else _joined(places):
            cell = x // across, y // down
            cells[cell] = int(cells.get(cell, 0)) | BITS[y % 4][x % 2] if fine else curve.mark or "."
    return cells


def _joined(places: Sequence[Cell]) -> Iterator[Cell]:
    """Yield the dots of the lines between places; a single place gets two dots, to be visible."""
    if len(places) == 1:
        yield from (places[0], (places[0][0] ^ 1, places[0][1]))
    for (x, y), (to_x, to_y) in pairwise(places):
        count = max(abs(to_x - x), abs(to_y - y), 1)
        for number in range(count + 1):
            yield x + round((to_x - x) * number / count), y + round((to_y - y) * number / count)


def _row(plots: Sequence[Plot], row: int, columns: int) -> Content:
    """Return a row of the plot without the axis."""
    cells = [_cell(plots, column, row) for column in range(columns)]
    parts = []
    for colour, group in groupby(cells, key=lambda cell: cell[1]):
        text = "".join(character for character, _ in group)
        parts.append((text, f"$text-{colour}") if colour else text)
    return Content.assemble(*parts)


def _cell(plots: Sequence[Plot], column: int, row: int) -> tuple[str, str]:
    """Return character and colour of a cell: marks cover dots, and dots of several curves are merged."""
    here = [(curve, cells[column, row]) for curve, cells in plots if (column, row) in cells]
    if not here:
        return " ", ""
    marked = [(curve, mark) for curve, mark in here if isinstance(mark, str) and curve.mark]
    curve, mark = marked[-1] if marked else here[column // DASH % len(here)]
    bits = 0
    for _, dots in here:
        bits |= dots if isinstance(dots, int) else 0
    return mark if isinstance(mark, str) else chr(BRAILLE + bits), curve.colour


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
        self, curves: Sequence[Curve] = (), *, step: str = "epoch", nothing: str = NOTHING, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.steps = 0
        """Length of the lower axis in steps; curves may be shorter."""
        self._step = step
        self._nothing = nothing
        self.set_reactive(CurvePlot.curves, tuple(curves))

    def render(self) -> Content:
        """Return the plot in the available size, or a line that says why there is none."""
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
    """Return the mode for the glyphs and colours of a widget's app."""
    if tutor_of(widget).glyphs.name == "ascii":
        return "ascii"
    return "marks" if widget.app.no_color else "colour"


def legend(curves: Sequence[Curve], mode: Mode) -> Content:
    """Return the symbol and the name of each curve."""
    parts = [((symbol(curve.mark, mode), f"bold $text-{curve.colour}"), f" {curve.name}") for curve in curves]
    return Content("   ").join(Content.assemble(*part) for part in parts)

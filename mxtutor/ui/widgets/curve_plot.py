"""Curves over steps such as epochs, drawn in characters; each has a mark of its own, so that colour is not needed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from mxtutor.ui.tutor import tutor_of

BOTH = "*"
"""Mark of a cell where two curves have a point."""

TORCH, MXNET = ("o", "$text-warning"), ("x", "$text-primary")
"""Mark and style of either framework's curve."""

LEAST = (16, 4)
"""Columns and rows, axes included, below which nothing can be told."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of the plot; value k is that of step k + 1."""

    name: str
    mark: str
    style: str
    values: tuple[float, ...]


def numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of a printed list such as "[1.5, 0.75, ..]"; none where it is no list of three or more."""
    if not (text.startswith(("[", "(")) and text.endswith(("]", ")"))):
        return ()
    words = [word.strip() for word in text[1:-1].split(",")]
    try:
        found = tuple(float(word) for word in words if word not in ("", ".."))
    except ValueError:
        return ()
    return found if len(found) > 2 else ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One character of the plane."""

    text: str
    style: str


Plane = dict[tuple[int, int], Cell]
"""Column and row, from the upper left, to what stands there."""


class CurvePlot(Widget):
    """Curves, their axes and a row that names the marks."""

    DEFAULT_CSS = "CurvePlot { height: 12; width: 1fr; }"
    ALLOW_SELECT = False

    curves: reactive[tuple[Curve, ...]] = reactive(())
    """What is drawn."""

    def __init__(
        self, curves: Sequence[Curve] = (), *, steps: int = 0, step: str = "epoch", id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.steps = steps
        """Steps that the axis has room for, though not all have come yet."""
        self._step = step
        self.set_reactive(CurvePlot.curves, tuple(curves))

    def render(self) -> Content:
        """Return the plot, as large as there is room."""
        glyphs = tutor_of(self).glyphs
        size = self.content_size
        lines = draw(self.curves, (size.width, size.height - 1), max(self.steps, 1), self._step, glyphs.dot)
        return Content("\n").join([*lines, self._legend()])

    def _legend(self) -> Content:
        parts = [Content.assemble((curve.mark, f"bold {curve.style}"), f" {curve.name}") for curve in self.curves]
        if len(parts) > 1:
            parts.append(Content.assemble((BOTH, "bold"), " both"))
        return Content("   ").join(parts)


def draw(curves: Sequence[Curve], size: tuple[int, int], steps: int, step: str, dot: str) -> list[Content]:
    """Return the rows of a plot of `size` columns and rows, axes included; one row that says so without numbers."""
    width, height = size
    finite = [v for curve in curves for v in curve.values if math.isfinite(v)]
    if not finite or width < LEAST[0] or height < LEAST[1]:
        return [Content.styled("Nothing to draw yet." if not finite else "Too little room for the plot.", "dim")]
    low, high = min(finite), max(finite)
    if low == high:
        low, high = low - 0.5, high + 0.5
    labels = [f"{high:.3g}", f"{low:.3g}"]
    margin = max(map(len, labels)) + 1
    columns, rows = width - margin - 1, height - 2
    steps = max(steps, *(len(curve.values) for curve in curves))
    plane = _plane(curves, (columns, rows), (low, high), steps, dot)
    lines = []
    for row in range(rows):
        label = labels[0] if row == 0 else labels[1] if row == rows - 1 else ""
        cells = [plane.get((column, row)) for column in range(columns)]
        drawn = Content.assemble(*((cell.text, cell.style) if cell else " " for cell in cells))
        lines.append(Content.styled(f"{label:>{margin - 1}} |", "dim") + drawn)
    lines.append(Content.styled(" " * margin + "+" + "-" * columns, "dim"))
    last = f"{step} {steps}"
    lines.append(Content.styled(" " * (margin + 1) + "1" + last.rjust(columns - 1), "dim"))
    return lines


def _plane(curves: Sequence[Curve], size: tuple[int, int], span: tuple[float, float], steps: int, dot: str) -> Plane:
    """Return dots along each curve with its marks over them; where marks of two curves meet stands `BOTH`."""
    plane: Plane = {}
    points = [_points(curve, size, span, steps) for curve in curves]
    for curve, placed in zip(curves, points, strict=True):
        for at in _between(placed):
            plane.setdefault(at, Cell(dot, curve.style))
    marked: set[tuple[int, int]] = set()
    for curve, placed in zip(curves, points, strict=True):
        here = {at for at in placed if at is not None}
        for at in here:
            plane[at] = Cell(BOTH, "bold") if at in marked else Cell(curve.mark, f"bold {curve.style}")
        marked |= here
    return plane


def _points(curve: Curve, size: tuple[int, int], span: tuple[float, float], steps: int) -> list[tuple[int, int] | None]:
    """Return the cell of each value; None for one that is no finite number."""
    (columns, rows), (low, high) = size, span
    placed: list[tuple[int, int] | None] = []
    for step, value in enumerate(curve.values):
        if not math.isfinite(value):
            placed.append(None)
            continue
        column = round(step * (columns - 1) / max(steps - 1, 1))
        placed.append((column, round((high - value) / (high - low) * (rows - 1))))
    return placed


def _between(placed: Sequence[tuple[int, int] | None]) -> list[tuple[int, int]]:
    """Return the cells on the straight lines from each point to the next one."""
    cells = []
    for one, other in pairwise(placed):
        if one is None or other is None:
            continue
        length = max(abs(other[0] - one[0]), abs(other[1] - one[1]))
        for k in range(1, length):
            cells.append(
                (one[0] + round(k * (other[0] - one[0]) / length), one[1] + round(k * (other[1] - one[1]) / length))
            )
    return cells

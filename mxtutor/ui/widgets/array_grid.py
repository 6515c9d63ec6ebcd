"""Two results as aligned columns of cells, with the cells that differ marked: side by side, or one above the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.widgets import Static

from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.tutor import tutor_of

Rows = Sequence[Sequence[str]]
GAP = 3
"""Cells between the two sides."""


@dataclass(frozen=True, slots=True)
class Grid:
    """What an `ArrayGrid` draws."""

    expected: Rows
    """Cells of the left or upper side."""
    got: Rows
    """Cells of the other side, with as many rows and columns."""
    wrong: Collection[tuple[int, int]] = ()
    """Row and column of each cell that differs."""
    titles: tuple[str, str] = ("PyTorch", "MXNet")
    labels: Sequence[str] = ()
    """A text before each row, such as its index."""


def draw_grid(grid: Grid, glyphs: Glyphs, width: int) -> Content:
    """Return both sides beside each other if they fit into `width` cells, else one above the other.

    Equal columns of both sides have the same width. A cell that differs has a mark before it on both sides, and on the
    second one a colour.
    """
    columns = max((len(row) for rows in (grid.expected, grid.got) for row in rows), default=0)
    widths = [
        max((len(row[column]) for rows in (grid.expected, grid.got) for row in rows if column < len(row)), default=0)
        for column in range(columns)
    ]
    label = max(map(len, grid.labels), default=0)
    side = max(sum(widths) + 2 * columns, *map(len, grid.titles))
    sides = [_side(rows, grid.wrong, widths, glyphs, colour) for rows, colour in _sides(grid)]
    titles = [Content.styled(title.ljust(side), "bold") for title in grid.titles]
    lead = [Content.styled((grid.labels[row] if row < len(grid.labels) else "").ljust(label + 1), "dim")
            for row in range(max(len(sides[0]), len(sides[1])))]  # fmt: skip
    blank = Content(" " * (label + 1))
    if label + 1 + 2 * side + GAP <= width:
        lines = [Content.assemble(blank, titles[0], " " * GAP, titles[1].rstrip())]
        for number, start in enumerate(lead):
            left, right = (_padded(rows, number, side) for rows in sides)
            lines.append(Content.assemble(start, left, " " * GAP, right).rstrip())
        return Content("\n").join(lines)
    lines = []
    for title, rows in zip(titles, sides, strict=True):
        lines += [title.rstrip(), *(Content.assemble(lead[n], row).rstrip() for n, row in enumerate(rows))]
    return Content("\n").join(lines)


def _sides(grid: Grid) -> tuple[tuple[Rows, str], tuple[Rows, str]]:
    return (grid.expected, "bold"), (grid.got, "bold $text-error")


def _side(
    rows: Rows, wrong: Collection[tuple[int, int]], widths: Sequence[int], glyphs: Glyphs, colour: str
) -> list[Content]:
    lines = []
    for number, row in enumerate(rows):
        parts: list[Content | tuple[str, str] | str] = []
        for column, text in enumerate(row):
            padded = text.rjust(widths[column])
            if (number, column) in wrong:
                mark = padded[: len(padded) - len(text)] + (glyphs.differs if text else " ") + text
                parts += [" ", (mark, colour)]
            else:
                parts.append(f"  {padded}")
        lines.append(Content.assemble(*parts))
    return lines


def _padded(rows: Sequence[Content], number: int, width: int) -> Content:
    row = rows[number] if number < len(rows) else Content("")
    return Content.assemble(row, " " * max(0, width - row.cell_length))


class ArrayGrid(ScrollableContainer, can_focus=False):
    """Draws one `Grid` in the width that it has; what is wider scrolls sideways."""

    DEFAULT_CSS = """
    ArrayGrid { height: auto; overflow-y: hidden; scrollbar-size-horizontal: 1; }
    ArrayGrid Static { width: auto; height: auto; }
    """

    def __init__(self, grid: Grid, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._grid = grid

    def compose(self) -> ComposeResult:
        """Lay out the text of the grid."""
        yield Static(self._drawn(80), markup=False)

    def _drawn(self, width: int) -> Content:
        return draw_grid(self._grid, tutor_of(self).glyphs, width)

    def show(self, grid: Grid) -> None:
        """Draw another grid."""
        self._grid = grid
        self.on_resize()

    def on_resize(self) -> None:
        """Arrange both sides for the present width."""
        if self.size.width:
            self.query_one(Static).update(self._drawn(self.size.width))

"""Two arrays as aligned columns, side by side or one above the other, with the differing cells marked."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.widgets import Static

from mxtutor.grading.protocol import Aspect, AspectKind
from mxtutor.reporting.sections import array_rows, index_text
from mxtutor.ui.glyphs import Glyphs
from mxtutor.ui.tutor import tutor_of

Rows = Sequence[Sequence[str]]
GAP = 3
"""Cells between the two sides."""
TITLES = ("expected", "got")
OF_NUMBERS = (AspectKind.VALUES, AspectKind.INPUTS, AspectKind.STATISTICS, AspectKind.OBSERVATION)
"""Kinds of aspects that are shown as numbers; for others the message is enough."""
MOST_ROWS = 24
"""Maximum number of rows of a grid; the details show all."""
DIGITS = (4, 5, 6, 7, 8, 9)
"""Numbers of significant digits to try, until a difference is visible."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The contents of an `ArrayGrid`."""

    expected: Rows
    """Cells of the left or upper side."""
    got: Rows
    """Cells of the other side, with as many rows and columns."""
    wrong: Collection[tuple[int, int]] = ()
    """Row and column of each cell that differs."""
    titles: tuple[str, str] = ("PyTorch", "MXNet")
    labels: Sequence[str] = ()
    """The text before each row, such as its index."""


def draw_grid(grid: Grid, glyphs: Glyphs, width: int) -> Content:
    """Return both sides beside each other if they fit into `width` cells, else one above the other.

    A column has the same width on both sides. A differing cell has a mark on both sides, and a colour on the second.
    """
    widths = [max(map(len, column)) for column in zip_longest(*grid.expected, *grid.got, fillvalue="")]
    side = max(sum(widths) + 2 * len(widths), *map(len, grid.titles))
    lead = max(map(len, grid.labels), default=0) + 1
    most = max(len(grid.expected), len(grid.got))
    starts = [Content.styled(text.ljust(lead), "dim") for text in (*grid.labels, *[""] * most)]
    left, right = (
        [_row(row, {column for at, column in grid.wrong if at == number}, widths, glyphs, colour)
         for number, row in enumerate(rows)]
        for rows, colour in ((grid.expected, "bold"), (grid.got, "bold $text-error"))
    )  # fmt: skip
    first, second = (Content.styled(title, "bold") for title in grid.titles)
    if lead + 2 * side + GAP > width:
        above, below = ([start + row for start, row in zip(starts, rows, strict=False)] for rows in (left, right))
        return Content("\n").join(line.rstrip() for line in (first, *above, second, *below))
    pairs = zip_longest((first, *left), (second, *right), fillvalue=Content(""))
    return Content("\n").join(
        Content.assemble(start, one, " " * (side - one.cell_length + GAP), other).rstrip()
        for start, (one, other) in zip((Content(" " * lead), *starts), pairs, strict=False)
    )


def _row(row: Sequence[str], wrong: Collection[int], widths: Sequence[int], glyphs: Glyphs, colour: str) -> Content:
    cells = Content("")
    for column, text in enumerate(row):
        mark = (glyphs.differs if text else " ") if column in wrong else " "
        padding = " " * (widths[column] - len(text))
        cells = Content.assemble(cells, " ", (padding + mark + text, colour if column in wrong else ""))
    return cells


class ArrayGrid(ScrollableContainer, can_focus=False):
    """Draws one `Grid` in the available width; a wider one scrolls sideways."""

    DEFAULT_CSS = """
    ArrayGrid { height: auto; overflow-y: hidden; scrollbar-size-horizontal: 1; }
    ArrayGrid Static { width: auto; height: auto; }
    """

    def __init__(self, grid: Grid, *, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._grid = grid

    def compose(self) -> ComposeResult:
        yield Static(self._drawn(80), markup=False)

    def _drawn(self, width: int) -> Content:
        return draw_grid(self._grid, tutor_of(self).glyphs, width)

    def on_resize(self) -> None:
        if self.size.width:
            self.query_one(Static).update(self._drawn(self.size.width))


def grid_of(aspect: Aspect) -> Grid | None:
    """Return the grid of a differing aspect; None if its texts are not arrays of the same shape."""
    found = aspect.difference
    if aspect.kind not in OF_NUMBERS:
        return None
    want, got = _rows(aspect.expected), _rows(aspect.got)
    if want and [*map(len, want.values())] == [*map(len, got.values())] and len(want) <= MOST_ROWS:
        rows, other, labels = [*want.values()], [*got.values()], [*want]
        flat = [(row, column) for row, cells in enumerate(rows) for column in range(len(cells))]
        strip = found.strip if found is not None and len(found.strip) == len(flat) == found.total else None
        differs = (share > 1 for share in strip) if strip else (rows[r][c] != other[r][c] for r, c in flat)
        wrong = {place for place, differing in zip(flat, differs, strict=True) if differing}
    elif found is not None:
        rows, other = [[repr(worst.expected)] for worst in found.worst], [[repr(worst.got)] for worst in found.worst]
        labels = [index_text(worst) if worst.index else "" for worst in found.worst]
        wrong = {(number, 0) for number in range(len(rows))}
    else:
        return None
    for row, cells in enumerate(rows):
        for column, pair in enumerate(zip(cells, other[row], strict=True)):
            cells[column], other[row][column] = _shortened(pair, differs=(row, column) in wrong)
    return Grid(rows, other, wrong=wrong, titles=TITLES, labels=labels)


def _rows(text: str) -> dict[str, list[str]]:
    """Return the numbers of each row of an array's text, by the row's index; empty for other or shortened texts."""
    rows = array_rows(text)
    try:
        for cell in (cell for _, cells in rows for cell in cells if cell not in ("True", "False")):
            float(cell)
    except ValueError:
        return {}
    return {str([*index]) if index else "": cells for index, cells in rows}


def _shortened(pair: tuple[str, str], *, differs: bool) -> tuple[str, str]:
    """Return two numbers with the same, smallest number of digits that shows whether they differ."""
    shown = pair
    for digits in DIGITS if differs else DIGITS[:1]:
        shown = _short(pair[0], digits), _short(pair[1], digits)
        if shown[0] != shown[1]:
            break
    return shown


def _short(text: str, digits: int) -> str:
    """Return a number with at most `digits` significant digits; integers and words stay unchanged."""
    if text.lstrip("+-").isdigit() or text in ("True", "False") or not math.isfinite(float(text)):
        return text
    shown = f"{float(text):.{digits}g}"
    return f"{shown}." if shown.lstrip("-").isdigit() else shown

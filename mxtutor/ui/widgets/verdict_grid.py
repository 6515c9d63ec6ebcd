"""Makes one grid of what an aspect expected and what it got, from their texts and from the measured difference."""

from __future__ import annotations

import math
import re

from mxtutor.grading.protocol import Aspect, AspectKind
from mxtutor.reporting.sections import index_text
from mxtutor.ui.widgets.array_grid import Grid

TITLES = ("expected", "got")
TOLD_IN_WORDS = frozenset(
    {AspectKind.TYPE, AspectKind.SHAPE, AspectKind.DTYPE, AspectKind.LENGTH, AspectKind.CONTEXT, AspectKind.CHOICE}
)
"""Kinds of aspects whose messages say all."""
MOST_ROWS = 24
"""Rows of a larger grid are left out; the details show all."""
DIGITS = (4, 5, 6, 7, 8, 9)
"""Significant digits of a number, as few as show a difference."""

_TOKENS = re.compile(r"[\[(]|[\])]|[^\s,\[\]()]+")
_Rows = list[list[str]]


def grid_of(aspect: Aspect) -> Grid | None:
    """Return the grid of an aspect that differs; None if its texts are no arrays of one shape."""
    if aspect.kind in TOLD_IN_WORDS:
        return None
    found = aspect.difference
    want, got = _parsed(aspect.expected), _parsed(aspect.got)
    if want is not None and got is not None and _shape(want) == _shape(got) and len(want[0]) <= MOST_ROWS:
        rows, labels = want
        flat = [(row, column) for row, cells in enumerate(rows) for column in range(len(cells))]
        strip = found.strip if found is not None and len(found.strip) == len(flat) == found.total else None
        wrong = {
            place
            for number, place in enumerate(flat)
            if (strip[number] > 1 if strip else rows[place[0]][place[1]] != got[0][place[0]][place[1]])
        }
        return Grid(*_shortened(rows, got[0], wrong), wrong=wrong, titles=TITLES, labels=labels)
    if found is None:
        return None
    expected = [[repr(worst.expected)] for worst in found.worst]
    actual = [[repr(worst.got)] for worst in found.worst]
    wrong = {(number, 0) for number in range(len(expected))}
    labels = [index_text(worst) if worst.index else "" for worst in found.worst]
    return Grid(*_shortened(expected, actual, wrong), wrong=wrong, titles=TITLES, labels=labels)


def _parsed(text: str) -> tuple[_Rows, list[str]] | None:
    """Return the rows of an array's text, with the index of each; None for other texts and shortened ones."""
    if not text.strip() or "..." in text or "'" in text or '"' in text:
        return None
    rows: _Rows = [[]]
    labels: list[str] = []
    path: list[int] = []
    for part in _TOKENS.findall(text):
        if part in "[(":
            path.append(-1)
            if len(path) > 1:
                path[-2] += 1
            rows[-1:] = [rows[-1]] if not rows[-1] else [rows[-1], []]
        elif part in "])":
            if not path:
                return None
            path.pop()
            if rows[-1]:
                labels.append("[" + ", ".join(map(str, path)) + "]" if path else "")
                rows.append([])
        elif _is_number(part):
            rows[-1].append(part)
        else:
            return None
    rows = [row for row in rows if row]
    labels = labels or [""] * len(rows)
    return (rows, labels) if rows and len(labels) == len(rows) else None


def _is_number(part: str) -> bool:
    if part in ("True", "False"):
        return True
    try:
        float(part)
    except ValueError:
        return False
    return True


def _shape(parsed: tuple[_Rows, list[str]]) -> list[int]:
    return [len(row) for row in parsed[0]]


def _shortened(want: _Rows, got: _Rows, wrong: set[tuple[int, int]]) -> tuple[_Rows, _Rows]:
    """Return both sides with as few digits as show the differences: the same number of digits in each wrong cell."""
    left, right = [list(row) for row in want], [list(row) for row in got]
    for row, cells in enumerate(want):
        for column, text in enumerate(cells):
            pair = (text, got[row][column])
            digits = DIGITS if (row, column) in wrong else DIGITS[:1]
            shown = next((s for d in digits if (s := _both(pair, d)) and s[0] != s[1]), _both(pair, digits[-1]))
            left[row][column], right[row][column] = shown
    return left, right


def _both(pair: tuple[str, str], digits: int) -> tuple[str, str]:
    return _short(pair[0], digits), _short(pair[1], digits)


def _short(text: str, digits: int) -> str:
    """Return a number with at most so many significant digits; integers and words as they are."""
    if text.lstrip("+-").isdigit() or text in ("True", "False"):
        return text
    number = float(text)
    if not math.isfinite(number):
        return text
    shown = f"{number:.{digits}g}"
    return f"{shown}." if shown.lstrip("-").isdigit() else shown

"""Decodes what an answer's process says about its calls of MXNet; only numbers and names within limits pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mxtutor.grading.wire import WireError

MOST = 10**9
"""Greatest count; no answer needs more in its time."""
MOST_LINES = 500
MOST_NAMES = 100


@dataclass(frozen=True, slots=True)
class LineCount:
    """What MXNet did for one line of an answer, in one call of its entry."""

    line: int
    operators: int = 0
    to_numpy: int = 0
    """Copies of arrays to NumPy."""
    from_numpy: int = 0
    waits: int = 0
    """Waits for results; each copy to NumPy waits."""
    elements: int = 0
    """Elements of the copies to NumPy."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What MXNet did for an answer, in one call of its entry."""

    lines: tuple[LineCount, ...] = ()
    heads: tuple[int, ...] = ()
    """Lines of backward passes whose head gradient has another number of elements than the output."""
    written: tuple[str, ...] = ()
    """Arguments whose contents the call changed."""

    @property
    def operators(self) -> int:
        """Calls of operators; a call of a hybridized Block is one."""
        return sum(line.operators for line in self.lines)

    @property
    def copies(self) -> int:
        """Copies of arrays to NumPy and from it."""
        return sum(line.to_numpy + line.from_numpy for line in self.lines)

    @property
    def waits(self) -> int:
        """Waits for results."""
        return sum(line.waits for line in self.lines)


def parse_counts(tree: Any) -> Counts:
    """Return the counts that an answer's process reports.

    Raises:
        WireError: a part has another form, or a number is out of its limits.
    """
    if not isinstance(tree, Mapping):
        raise WireError("counts that are not a mapping")
    lines, heads, written = (_list(tree.get(key)) for key in ("lines", "heads", "written"))
    if not all(isinstance(name, str) and len(name) < MOST_NAMES for name in written):
        raise WireError("names that are not texts")
    return Counts(tuple(map(_line, lines)), tuple(map(_number, heads)), tuple(written))


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_LINES:
        raise WireError("counts that are not short lists")
    return value


def _line(row: Any) -> LineCount:
    if not isinstance(row, list) or len(row) != 6:
        raise WireError("a line without its counts")
    return LineCount(*map(_number, row))


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise WireError("a count out of its limits")
    return value

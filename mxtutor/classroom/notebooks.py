"""Answers in a Jupyter notebook: one code cell per exercise, whose first line is the comment `# topic/slug`."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from typing import Any

from mxtutor.classroom.safe_files import Refused

MAX_NOTEBOOK = 16 << 20
"""Bytes of the largest notebook that is read; plots in the output make them large."""
_NAMED = re.compile(r"#\s*(?P<id>[^\s/]+/[^\s/]+?)(?:\.py)?\s*")
_MAGIC = re.compile(r"^(\s*)([%!].*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell that names an exercise."""

    number: int
    """Place among all cells, from 1."""
    named: str
    """What its first line says; it may be no exercise of the course."""
    source: str
    """The cell without its first line, which stays empty, so that line numbers are those of the cell."""


def named_cells(data: bytes) -> list[Cell]:
    """Return the code cells of a notebook whose first line looks like `# topic/slug`.

    Raises:
        Refused: it is not a notebook.
    """
    try:
        cells: list[dict[str, Any]] = json.loads(data)["cells"]
        found = [_cell(number, cell) for number, cell in enumerate(cells, 1) if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused("not a notebook that can be read") from error
    return [cell for cell in found if cell]


def _cell(number: int, cell: dict[str, Any]) -> Cell | None:
    source = cell["source"]
    text = source if isinstance(source, str) else "".join(source)
    first, _, rest = text.lstrip("\n").partition("\n")
    named = _NAMED.fullmatch(first.strip())
    return Cell(number, named["id"], "\n" + _without_magics(rest)) if named else None


def _without_magics(source: str) -> str:
    """Return a cell's source with lines for Jupyter (`%matplotlib inline`, `!pip ...`) as comments."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _MAGIC.sub(r"\1# \2", source)
    return source

"""Answers in a Jupyter notebook: one code cell per exercise, whose first line is the comment `# topic/slug`.

What stands in code cells before the first such cell, usually imports, runs before each of them.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mxtutor.classroom.safe_files import Refused

MAX_NOTEBOOK = 16 << 20
"""Bytes of the largest notebook that is read; plots in the output make them large."""
MAX_SHARED = 1 << 18
"""Characters of the cells before the first answer that run before each answer."""
NAMED = re.compile(r"#\s*(?P<id>[^\s/]+/[^\s/]+?)(?:\.py)?\s*")
"""The line before an answer that names its exercise."""
_MAGIC = re.compile(r"^(\s*)([%!].*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """One answer in a file with several, such as a cell of a notebook."""

    named: str
    """What names its exercise, which may be none of the course; empty for a whole notebook."""
    source: str
    """Of a cell without its first line, which stays empty, so that line numbers are those of the cell."""
    before: str = ""
    """The code cells before the first one that names an exercise; they run before each answer."""

    @property
    def answer(self) -> str:
        """The module to grade; a value that answers a question stays alone."""
        return f"{self.before}\n{self.source}" if self.before and not _is_value(self.source) else self.source


def named_cells(data: bytes) -> dict[str, Part]:
    """Return the code cells of a notebook whose first line looks like `# topic/slug`, by their numbers from 1.

    Raises:
        Refused: it is not a notebook.
    """
    found: dict[str, Part] = {}
    shared: list[str] = []
    before = ""
    for number, text in _code_cells(data):
        first, _, rest = text.lstrip("\n").partition("\n")
        if named := NAMED.fullmatch(first.strip()):
            before = before if found else "\n".join(_parsed(shared))
            found[str(number)] = Part(named["id"], "\n" + _without_magics(rest), before)
        elif not found:
            shared.append(text)
    return found


def whole_notebook(data: bytes) -> str:
    """Return all code cells of a notebook as one module; empty if there is no code.

    Raises:
        Refused: it is not a notebook.
    """
    return "\n".join(_without_magics(text) for _, text in _code_cells(data) if text.strip())


def _code_cells(data: bytes) -> list[tuple[int, str]]:
    try:
        cells: list[dict[str, Any]] = json.loads(data)["cells"]
        return [(number, _text(cell)) for number, cell in enumerate(cells, 1) if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused("not a notebook that can be read") from error


def _text(cell: dict[str, Any]) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def _parsed(cells: list[str]) -> Iterator[str]:
    """Yield cells as Python, up to the size of an answer; what is no Python would make all answers fail."""
    left = MAX_SHARED
    for text in cells:
        source = _without_magics(text)
        left -= len(source)
        if left < 0:
            return
        if as_tree(source) is not None:
            yield source


def _is_value(source: str) -> bool:
    """Return whether a cell holds nothing but one expression, as the answer to a question does."""
    tree = as_tree(source)
    return tree is not None and all(isinstance(one, ast.Expr) for one in tree.body)


def as_tree(source: str) -> ast.Module | None:
    """Return the syntax tree of a module; None if it is no Python."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _without_magics(source: str) -> str:
    """Return a cell's source with lines for Jupyter (`%matplotlib inline`, `!pip ...`) as comments."""
    return source if as_tree(source) is not None else _MAGIC.sub(r"\1# \2", source)

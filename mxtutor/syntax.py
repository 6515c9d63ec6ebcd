"""Parses Python source, in one thread at a time, and finds the code of a notebook."""

from __future__ import annotations

import ast
import warnings
from threading import Lock
from typing import Any

_LOCK = Lock()


def parse(source: str | bytes) -> ast.Module:
    """Return the syntax tree of a program.

    CPython 3.11 counts the depth of a tree for all threads together, and raises SystemError if two parse at a time.
    Python's warnings, as of a wrong escape in a text, are not shown: mxtutor only reads this code.

    Raises:
        SyntaxError, ValueError, RecursionError, MemoryError: as `ast.parse`.
    """
    with _LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def parse_expression(source: str) -> ast.expr:
    """Return the syntax tree of an expression; see `parse`."""
    with _LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source, mode="eval").body


NOT_A_NOTEBOOK = (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError)
"""Errors of reading JSON that is not a notebook."""


def code_cells(content: Any) -> dict[int, str]:
    """Return the code cells in the JSON of a notebook (of an old format, too) by the number of the cell, from 1.

    Raises: an error of `NOT_A_NOTEBOOK`: it is not a notebook.
    """
    cells = content["cells"] if "cells" in content else content["worksheets"][0]["cells"]
    code = ((number, cell) for number, cell in enumerate(cells, 1) if cell.get("cell_type") == "code")
    texts = {number: cell.get("source", cell.get("input", "")) for number, cell in code}
    return {number: "".join(text) if isinstance(text, list) else str(text) for number, text in texts.items()}

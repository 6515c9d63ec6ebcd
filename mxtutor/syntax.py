"""Parses Python source, in one thread at a time."""

from __future__ import annotations

import ast
from threading import Lock

_LOCK = Lock()


def parse(source: str | bytes) -> ast.Module:
    """Return the syntax tree of a program.

    CPython 3.11 counts the depth of a tree for all threads together, and raises SystemError if two parse at once.

    Raises:
        SyntaxError, ValueError, RecursionError, MemoryError: as `ast.parse`.
    """
    with _LOCK:
        return ast.parse(source)


def parse_expression(source: str) -> ast.expr:
    """Return the syntax tree of an expression; see `parse`."""
    with _LOCK:
        return ast.parse(source, mode="eval").body

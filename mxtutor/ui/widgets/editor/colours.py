"""The colours of Python code in the editor: Pygments takes one line at a time apart, so that a key costs one line."""

from __future__ import annotations

from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers.python import PythonLexer

KINDS = ("keyword", "name", "string", "number", "comment", "operator")
"""Kinds of tokens that have their own colour; the component class is `answer-editor--KIND`."""


@lru_cache(maxsize=1)
def _lexer() -> Lexer:
    return PythonLexer(ensurenl=False, stripnl=False)


@lru_cache(maxsize=512)
def _kind(token: tuple[str, ...]) -> str:
    """Return the kind of a Pygments token; empty for text that has the plain colour."""
    path = [str(part) for part in token]
    if path[:1] == ["Keyword"] or path[:2] == ["Operator", "Word"]:
        return "keyword"
    if path[:1] == ["Comment"]:
        return "comment"
    if path[:1] == ["Operator"]:
        return "operator"
    if path[:2] == ["Literal", "String"]:
        return "string"
    if path[:2] == ["Literal", "Number"]:
        return "number"
    named = path[:2] in (["Name", "Function"], ["Name", "Class"], ["Name", "Builtin"], ["Name", "Decorator"])
    return "name" if named else ""


@lru_cache(maxsize=1024)
def coloured(line: str, before: str) -> tuple[tuple[int, int, str], ...]:
    """Return the coloured parts of a line: first column, end column and kind.

    Args:
        line: the text of the line.
        before: the quotes of the string that is open at its beginning; empty without one.
    """
    parts: list[tuple[int, int, str]] = []
    column, begun = 0, not before
    for token, text in _lexer().get_tokens(f"{before}\n{line}" if before else line):
        piece = text
        if not begun:
            _, newline, piece = text.partition("\n")
            if not newline:
                continue
            begun = True
        kind = _kind(tuple(token))
        if kind and piece.strip():
            parts.append((column, column + len(piece), kind))
        column += len(piece)
    return tuple(parts)

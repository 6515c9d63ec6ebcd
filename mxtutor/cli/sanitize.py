"""Text from outside (answers, names of files and learners) made safe for a terminal."""

from __future__ import annotations


def clean(text: str) -> str:
    """Return text without control codes, which could rewrite the terminal."""
    return "".join(c for c in text if c == "\n" or c == "\t" or c.isprintable())


def clean_line(text: str) -> str:
    """Return a name from outside as one line: each control code, line break or direction mark becomes an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)

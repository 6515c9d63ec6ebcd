"""Counts in words: "1 item", "2 items"."""

from __future__ import annotations


def count(number: int, word: str) -> str:
    """Return "1 item", "2 items", "1,200 items"."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"

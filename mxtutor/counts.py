"""Counts and lists in words: "1 item", "2 items", "a, b and 3 more"."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int, word: str) -> str:
    """Return "1 item", "2 items", "1,200 items"."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def listed(names: Sequence[str], most: int) -> str:
    """Return at most `most` names with commas between them, and how many more there are: "a, b and 3 more"."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"

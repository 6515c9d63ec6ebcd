"""A review in words: notes on a right answer, and its cost compared with the solution's."""

from __future__ import annotations

from collections.abc import Sequence

from mxtutor.grading.protocol import Cost, Note

MOST_NOTES = 3
"""Most notes that are shown; JSON has all of them."""


def note_text(note: Note) -> str:
    """Return a note with its line and the better code: "Line 7: ..."."""
    place = f"Line {note.line}: " if note.line else ""
    return f"{place}{note.message} {note.instead}".rstrip()


def worse_text(cost: Sequence[Cost]) -> str:
    """Return a sentence on the costs in which a call of the answer exceeds the solution; empty if there are none."""
    worse = [f"{one.what} {one.own} instead of {one.solution}" for one in cost if one.own > one.solution]
    return f"One call costs more than the solution's: {', '.join(worse)}." if worse else ""

"""The words of a review: notes on a right answer, and its cost beside that of the solution."""

from __future__ import annotations

from collections.abc import Sequence

from mxtutor.grading.protocol import Cost, Note

MOST_NOTES = 3
"""Notes that a learner sees; JSON has all of them."""


def note_text(note: Note) -> str:
    """Return where a note applies, what it says, and what to write instead: "Line 7: ..."."""
    place = f"Line {note.line}: " if note.line else ""
    return f"{place}{note.message} {note.instead}".rstrip()


def worse_text(cost: Sequence[Cost]) -> str:
    """Return what one call of the answer needs more often than the solution, with both numbers; empty for nothing."""
    worse = [f"{one.what} {one.own} instead of {one.solution}" for one in cost if one.own > one.solution]
    return f"One call costs more than the solution's: {', '.join(worse)}." if worse else ""

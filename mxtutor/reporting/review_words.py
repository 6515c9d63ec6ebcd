"""The words of a review: notes on a right answer, and its cost beside that of the solution."""

from __future__ import annotations

from collections.abc import Sequence

from mxtutor.grading.protocol import Cost, Note

MOST_NOTES = 3
"""Notes that a learner sees; JSON has all of them."""
COST_TITLE = "What one call costs"
MUCH = 2
"""An answer that needs more than so many times as much as the solution is told so."""


def place_of(note: Note) -> str:
    """Return where a note applies, as the start of a sentence: "Line 7: "; empty if no line shows it."""
    return f"Line {note.line}: " if note.line else ""


def cost_sentence(cost: Sequence[Cost]) -> str:
    """Return one sentence if the answer needs more than twice as much as the solution; empty if it does not."""
    much = [one.what for one in cost if one.own > MUCH * one.solution]
    if not much:
        return ""
    listed = much[0] if len(much) == 1 else f"{', '.join(much[:-1])} and {much[-1]}"
    return f"Your answer needs more than twice as many {listed} as the solution."

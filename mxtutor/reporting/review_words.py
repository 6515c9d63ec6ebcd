"""The words of a review: notes on a right answer, and its cost beside that of the solution."""

from __future__ import annotations

from collections.abc import Sequence

from mxtutor.grading.protocol import Cost, Note

MOST_NOTES = 3
"""Notes that a learner sees; JSON has all of them."""
COST_TITLE = "What one call costs"
MUCH = 2
"""An answer that needs more than so many times as much as the solution is told so."""


def note_text(note: Note) -> str:
    """Return where a note applies, what it says, and what to write instead: "Line 7: ..."."""
    place = f"Line {note.line}: " if note.line else ""
    return f"{place}{note.message} {note.instead}".rstrip()


def cost_sentence(cost: Sequence[Cost]) -> str:
    """Return what the answer needs far more often than the solution, in one or two sentences; empty for nothing."""
    much = [one.what for one in cost if one.own > MUCH * one.solution > 0]
    extra = [one.what for one in cost if one.own > one.solution == 0]
    sentences = []
    if much:
        sentences.append(f"Your answer needs more than twice as many {_listed(much, 'and')} as the solution.")
    if extra:
        sentences.append(f"The solution needs no {_listed(extra, 'or')}.")
    return " ".join(sentences)


def _listed(words: Sequence[str], last: str) -> str:
    """Return words as text, with a word before the last one: "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"

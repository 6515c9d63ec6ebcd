"""The question "Did you mean ...?" for a word that nothing is called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def nearest(word: str, known: Iterable[str], *, most: int = 3, likeness: float = 0.5) -> list[str]:
    """Return the known words that are spelled most like a word, the likest first.

    Args:
        word: what somebody wrote.
        known: the words that exist.
        most: how many words are returned at most.
        likeness: the least ratio of `difflib` that counts, from 0 (nothing alike) to 1 (equal).
    """
    import difflib  # needed only after a mistake

    return difflib.get_close_matches(word, list(known), n=most, cutoff=likeness)


def did_you_mean(names: Sequence[str], otherwise: str = "") -> str:
    """Return the question that offers names: "Did you mean a, b or c?"; `otherwise` where there is none."""
    if not names:
        return otherwise
    *first, last = names
    return f"Did you mean {', '.join(first)}{' or ' if first else ''}{last}?"

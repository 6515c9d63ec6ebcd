"""The question "Did you mean ...?" for an unknown name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def nearest(word: str, known: Iterable[str], *, most: int = 3, likeness: float = 0.5) -> list[str]:
    """Return the known words whose spelling is most similar to a word, the most similar first.

    Args:
        word: the word that was written.
        known: the words that exist.
        most: the greatest number of words to return.
        likeness: the smallest similarity (the ratio of `difflib`) to accept, from 0 (different) to 1 (equal).
    """
    import difflib  # the import is needed only after a mistake

    return difflib.get_close_matches(word, list(known), n=most, cutoff=likeness)


def did_you_mean(names: Sequence[str], otherwise: str = "", *, code: bool = False) -> str:
    """Return the question that offers names: "Did you mean a, b or c?".

    Args:
        names: the names to offer.
        otherwise: the text to return if there are no names.
        code: whether each name is shown as code, in backticks.
    """
    if not names:
        return otherwise
    *first, last = [f"`{name}`" for name in names] if code else names
    return f"Did you mean {', '.join(first)}{' or ' if first else ''}{last}?"


def shortened(text: str, most: int = 60) -> str:
    """Return a typed text as one line of at most `most` characters, with "..." for the rest."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= most else line[: most - 3].rstrip() + "..."

"""Brackets and quotes that close themselves: what a typed character does, as a function of the text around it."""

from __future__ import annotations

from typing import Literal

PAIRS = {"(": ")", "[": "]", "{": "}", '"': '"', "'": "'"}
Typed = Literal["plain", "over", "pair", "around"]
"""`plain`: the character alone; `over`: the cursor moves over the same character; `pair`: with its partner after the
cursor; `around`: both around the selected text."""


def typed(character: str, before: str, after: str, *, selected: bool, code: bool, extra: bool) -> Typed:
    """Return what a typed character does.

    Args:
        character: what was typed.
        before: the line up to the cursor.
        after: the rest of the line.
        selected: whether text is selected.
        code: whether the cursor is in code, and not in a string or a comment.
        extra: whether the character after the cursor was put there for the learner, or closes what is open.
    """
    if selected:
        return "around" if character in PAIRS else "plain"
    if character in PAIRS.values() and after.startswith(character) and (extra or not code):
        return "over"
    if character not in PAIRS or not code or not _is_free(after):
        return "plain"
    after_word = before[-1:].isalnum() and not _is_prefix(before)
    if character in "\"'" and (after_word or before[-1:] in ("_", character)):
        return "plain"
    return "pair"


def _is_free(after: str) -> bool:
    """Return whether nothing follows that a closing bracket would separate: a blank, a comma, another bracket."""
    return not after or after[0] in " \t,:;)]}#"


def _is_prefix(before: str) -> bool:
    """Return whether a string prefix such as `f` stands before the cursor."""
    word = before[len(before.rstrip("rbfuRBFU")) :]
    rest = before[: len(before) - len(word)]
    return 0 < len(word) <= 2 and not (rest[-1:].isalnum() or rest[-1:] == "_")


def is_empty_pair(before: str, after: str) -> bool:
    """Return whether the cursor is between an opening character and its partner."""
    return bool(before and after) and PAIRS.get(before[-1]) == after[0]

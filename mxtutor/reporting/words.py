"""The words for verdicts, and their marks of one character for places without room for words."""

from __future__ import annotations

from mxtutor.grading.protocol import HEADLINE_TEXT, ErrorDetail, Verdict

VERDICT_WORDS = {
    Verdict.RIGHT: "Right",
    Verdict.WRONG: "Not right yet",
    Verdict.ERROR: "Error",
    Verdict.TIMEOUT: "Out of time",
    Verdict.CRASH: "Crashed",
    Verdict.BROKEN: "Could not check",
}
VERDICT_MARKS = {
    Verdict.RIGHT: "+",
    Verdict.WRONG: "x",
    Verdict.ERROR: "!",
    Verdict.TIMEOUT: "t",
    Verdict.CRASH: "c",
    Verdict.BROKEN: "?",
}
VERDICT_LETTERS = dict(zip(Verdict, "rwetcb", strict=True))
"""One letter per verdict, for the style of a mark on a page."""


def opening(word: str, headline: str) -> str:
    """Return what stands before a headline: the word of its verdict, or nothing if the headline begins with it."""
    return "" if headline.startswith((f"{word}.", f"{word}:")) else f"{word}  "


def fits_headline(error: ErrorDetail) -> bool:
    """Return whether the headline of the report contains all of an error's text, so that it need not be shown again."""
    text = error.text.strip()
    return not error.sandbox and "\n" not in text and len(text) <= HEADLINE_TEXT

"""The words for verdicts, marks of one character where there is no room for words, and letters for styles."""

from __future__ import annotations

from mxtutor.grading.protocol import Verdict

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

"""A gradebook as lines of text that are safe to print."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.classroom.gradebook import Gradebook, Result
from mxtutor.classroom.hand_ins import unread_lines
from mxtutor.classroom.scoring import Score, Total
from mxtutor.reporting.sanitize import clean_line
from mxtutor.reporting.words import VERDICT_WORDS

PARTIAL = "Results are missing: the grading was interrupted, or a part of the class is not here."


def summary(book: Gradebook) -> Iterator[str]:
    """Yield one line per learner, one per verdict of the instructor and one per file that could not be read."""
    if book.partial:
        yield f"PARTIAL: {PARTIAL[0].lower()}{PARTIAL[1:]}"
    names = {learner: clean_line(learner) for learner in book.learners}
    width = max(map(len, names.values()), default=0)
    unread: dict[str, int] = {}
    for one in book.unread:
        unread[one.learner] = unread.get(one.learner, 0) + 1
    for learner, name in names.items():
        own = book.of(learner)
        right = sum(result.right for result in own)
        rest = f", {unread[learner]} not read" if learner in unread else ""
        score = book.total_score(learner)
        points = f", {points_text(score)} points" if score else ""
        yield f"{name:{width}}  {right:3} right of {len(own):3} handed in, {book.total} exercises{points}{rest}"
    for result in book.all():
        if result.override:
            was = f"{result.graded.value} -> {result.verdict.value}" if result.place >= 0 else result.verdict.value
            note = " (for an earlier answer)" if result.outdated else ""
            reason = clean_line(result.override.reason)
            yield f"set by the instructor: {names[result.learner]} {result.exercise} {was}: {reason}{note}"
    for line in unread_lines(book.unread):
        yield f"not read: {clean_line(line)}"


def points_text(score: Score | Total) -> str:
    """Return points as "3.5 of 4"."""
    return f"{score.points:g} of {score.of:g}"


def set_text(result: Result) -> str:
    """Return why the instructor set the verdict, and what the grader's was; empty where it is the grader's."""
    if result.override is None:
        return ""
    was = f" The grader's verdict was: {VERDICT_WORDS[result.graded]}." if result.place >= 0 else ""
    old = " It was made for an earlier answer." if result.outdated else ""
    return f"{result.override.reason}.{was}{old}"

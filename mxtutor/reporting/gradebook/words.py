"""A gradebook as lines of text that are safe to print."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.classroom.gradebook import Gradebook
from mxtutor.classroom.hand_ins import unread_lines
from mxtutor.classroom.lines import Result
from mxtutor.classroom.scoring import Score, Total
from mxtutor.reporting.sanitize import clean_line
from mxtutor.reporting.words import VERDICT_WORDS

PARTIAL = "Results are missing: the grading was interrupted, or a part of the class is not here."


def summary(book: Gradebook) -> Iterator[str]:
    """Yield a line per learner, per override by the instructor, and per file that was not read."""
    if book.partial:
        yield f"PARTIAL: {PARTIAL[0].lower()}{PARTIAL[1:]}"
    names = {learner: clean_line(learner) for learner in book.learners}
    width = max(map(len, names.values()), default=0)
    unread = book.unread_by_learner()
    for learner, name in names.items():
        given, score = len(book.of(learner)), book.total_score(learner)
        rest = f", {len(unread[learner])} not read" if learner in unread else ""
        points = f", {points_text(score)} points" if score else ""
        right = book.right(learner)
        yield f"{name:{width}}  {right:3} right of {given:3} handed in, {book.total} exercises{points}{rest}"
    for result in book.all():
        if made := result.override:
            was = f"{result.graded.value} -> {result.verdict.value}" if result.place >= 0 else result.verdict.value
            points = "" if made.points is None else f", {made.points:g} points"
            note = " (for an earlier answer)" if result.outdated else ""
            where = f"{names[result.learner]} {result.exercise}"
            yield f"set by the instructor: {where} {was}{points}: {clean_line(made.reason)}{note}"
    for one in book.run.accepted:
        yield f"taken as suggested: {clean_line(f'{one.path}: {one.reason}')}"
    for line in unread_lines(book.unread):
        yield f"not read: {clean_line(line)}"


def points_text(score: Score | Total) -> str:
    """Return points as "3.5 of 4"."""
    return f"{score.points:g} of {score.of:g}"


def late_text(score: Score) -> str:
    """Return the deduction for lateness as a suffix of the points; empty if there is none."""
    return f"; {score.lost:g} lost because it was late" if score.lost else ""


def set_text(result: Result) -> str:
    """Return the instructor's reason for an override, and the grader's verdict."""
    if result.override is None:
        return ""
    points = "" if result.override.points is None else f" It counts {result.override.points:g} points."
    was = f" The grader's verdict was: {VERDICT_WORDS[result.graded]}." if result.place >= 0 else ""
    old = " It was made for an earlier answer." if result.outdated else ""
    return f"{result.override.reason}.{points}{was}{old}"

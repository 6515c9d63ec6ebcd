"""Decides which checked answers count as attempts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.model import Attempt

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

UNPARSED = frozenset({"SyntaxError", "IndentationError", "TabError"})
"""Errors of a text that is not a valid program yet."""


def keep_attempt(
    progress: ProgressStore, exercise: Exercise, code: str, report: Report, *, again: bool = False
) -> bool:
    """Store a checked answer as an attempt; if it does not count, as one without a verdict, or not at all.

    Return whether it counts. With `again`, a program that was checked just before, with the same verdict, counts once
    more: the learner asked for it by a command.
    """
    past, standing = progress.attempts(exercise.id), progress.standing(exercise.id)
    last = next((a for a in past if a.verdict is not None), None) if standing.attempts else None
    changed = standing.state(exercise.task_hash) == "changed"
    if counts(exercise, code, report, last=None if changed else last, again=again):
        progress.add_attempt(exercise.id, code, report, exercise.task_hash)
        return True
    if exercise.kind in ("code", "fix") and not _untouched(exercise, code) and code not in [a.code for a in past]:
        progress.set_aside(exercise.id, code)
    return False


def counts(exercise: Exercise, code: str, report: Report, *, last: Attempt | None, again: bool = False) -> bool:
    """Return whether a checked answer is an attempt; `last` is the attempt before it.

    A typed value that cannot be read, an answer that was sent just before, a program that does not parse and the
    untouched starter are not attempts. With `again`, a program that was sent just before is one.
    """
    if report.verdict is Verdict.BROKEN:
        return True
    if exercise.kind in ("predict", "choice"):
        return report.verdict is not Verdict.ERROR and not _sent_again(exercise, code, report, last)
    if not again and _sent_again(exercise, code, report, last):
        return False
    if report.verdict is Verdict.RIGHT:
        return True
    unparsed = report.error is not None and report.error.type in UNPARSED
    return not unparsed and not _untouched(exercise, code)


def _sent_again(exercise: Exercise, code: str, report: Report, last: Attempt | None) -> bool:
    """Return whether an answer repeats the one before it; after a miss, a prediction has other numbers."""
    if last is None or code.strip() != last.code.strip() or report.verdict is not last.verdict:
        return False
    return exercise.variants <= 1 or report.verdict is Verdict.RIGHT


def _untouched(exercise: Exercise, code: str) -> bool:
    """Return whether an answer is the starter, or nothing at all."""
    return code.strip() in ("", exercise.starter.strip())

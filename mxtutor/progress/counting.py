"""Decides which checked answers count as attempts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mxtutor.grading.protocol import Verdict

if TYPE_CHECKING:
    from mxtutor.content.model import Exercise
    from mxtutor.grading.protocol import Report
    from mxtutor.progress.model import Progress

UNPARSED = frozenset({"SyntaxError", "IndentationError", "TabError"})
"""Errors of a text that is not a valid program yet."""


def keep_attempt(progress: Progress, exercise: Exercise, code: str, report: Report) -> bool:
    """Store a checked answer as an attempt; if it does not count, as one without a verdict, or not at all.

    Return whether it counts.
    """
    past = progress.attempts(exercise.id)
    if counts(exercise, code, report, last=next((a.code for a in past if a.verdict is not None), None)):
        progress.add_attempt(exercise.id, code, report, exercise.task_hash)
        return True
    if exercise.kind in ("code", "fix") and not _untouched(exercise, code) and code not in [a.code for a in past]:
        progress.set_aside(exercise.id, code)
    return False


def counts(exercise: Exercise, code: str, report: Report, *, last: str | None) -> bool:
    """Return whether a checked answer is an attempt; `last` is the attempt before it.

    A typed value that cannot be read, an option that was refused just before, a program that does not parse and the
    untouched starter are not attempts.
    """
    if report.verdict in (Verdict.RIGHT, Verdict.BROKEN):
        return True
    if exercise.kind in ("predict", "choice"):
        again = exercise.kind == "choice" and last is not None and code.strip() == last.strip()
        return report.verdict is not Verdict.ERROR and not again
    unparsed = report.error is not None and report.error.type in UNPARSED
    return not unparsed and not _untouched(exercise, code)


def _untouched(exercise: Exercise, code: str) -> bool:
    """Return whether an answer is the starter, or nothing at all."""
    return code.strip() in ("", exercise.starter.strip())

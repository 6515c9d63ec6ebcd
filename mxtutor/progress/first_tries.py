"""The first verdict that a learner saw of each exercise: of a live verdict, or of the first attempt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mxtutor.grading.protocol import Verdict

Run = Callable[..., list[tuple[Any, ...]]]
"""Runs a statement of SQL with its parameters, and returns the rows."""

_COUNTED = "a.verdict IS NOT NULL AND a.verdict != ? AND a.number > COALESCE(h.begun_after, 0)"
"""Attempts since the exercise was last started over."""
_ATTEMPTS = f"FROM attempts a LEFT JOIN help h ON h.exercise = a.exercise WHERE {_COUNTED}"


def note_live(run: Run, exercise: str, verdict: Verdict, at: str) -> None:
    """Store a live verdict that the learner saw, with its time; later ones, and those after an attempt, do not count.

    `broken` is mxtutor's own failure, so it counts as no verdict.
    """
    if verdict is Verdict.BROKEN:
        return
    run(
        "INSERT INTO live_verdicts (exercise, verdict, at) SELECT ?, ?, ?"
        f" WHERE NOT EXISTS (SELECT 1 {_ATTEMPTS} AND a.exercise = ?) ON CONFLICT (exercise) DO NOTHING",
        exercise,
        verdict.value,
        at,
        Verdict.BROKEN.value,
        exercise,
    )


def live_verdicts(run: Run) -> dict[str, tuple[str, str]]:
    """Return verdict and time of the live verdict of each exercise that has one."""
    return {exercise: (verdict, at) for exercise, verdict, at in run("SELECT exercise, verdict, at FROM live_verdicts")}


def forget_live(run: Run, exercise: str) -> None:
    """Forget the live verdict of an exercise that is started over."""
    run("DELETE FROM live_verdicts WHERE exercise = ?", exercise)


def first_tries(run: Run) -> dict[str, bool]:
    """Return for each exercise with a verdict whether the first one that the learner saw was `right`.

    Only what happened since the exercise was last started over counts.
    """
    oldest = run(f"SELECT a.exercise, a.verdict, MIN(a.number) {_ATTEMPTS} GROUP BY a.exercise", Verdict.BROKEN.value)
    first = {exercise: verdict for exercise, verdict, _ in oldest}
    first |= dict(run("SELECT exercise, verdict FROM live_verdicts"))  # none is stored after an attempt
    return {exercise: verdict == Verdict.RIGHT.value for exercise, verdict in first.items()}

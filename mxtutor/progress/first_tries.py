"""The first verdict that a learner saw of each exercise: of a live verdict, or of the first attempt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mxtutor.grading.protocol import Verdict
from mxtutor.progress.tables import COUNTED, AttemptRow, HelpRow, texts

Run = Callable[..., list[tuple[Any, ...]]]
"""Runs a statement of SQL with its parameters, and returns the rows."""

_COUNTED = f"SELECT number, exercise, verdict FROM attempts WHERE {AttemptRow.sound} AND {COUNTED}"  # noqa: S608 - constants
_BEGUN = f"SELECT exercise AS begun, begun_after FROM help WHERE {HelpRow.sound}"  # noqa: S608 - constants
_ATTEMPTS = f"FROM ({_COUNTED}) LEFT JOIN ({_BEGUN}) ON begun = exercise WHERE number > COALESCE(begun_after, 0)"
"""Attempts since the exercise was last started over."""
_LIVE = f"SELECT exercise, verdict, at FROM live_verdicts WHERE {texts('exercise', 'at')} AND {COUNTED}"  # noqa: S608 - constants


def note_live(run: Run, exercise: str, verdict: Verdict, at: str) -> None:
    """Store a live verdict that the learner saw, with its time; later ones, and those after an attempt, do not count.

    `broken` is mxtutor's own failure, so it counts as no verdict.
    """
    if verdict is Verdict.BROKEN:
        return
    run(
        "INSERT INTO live_verdicts (exercise, verdict, at) SELECT ?, ?, ?"
        f" WHERE NOT EXISTS (SELECT 1 {_ATTEMPTS} AND exercise = ?) ON CONFLICT (exercise) DO NOTHING",
        exercise,
        verdict.value,
        at,
        exercise,
    )


def live_verdicts(run: Run) -> dict[str, tuple[str, str]]:
    """Return verdict and time of the live verdict of each exercise that has one."""
    return {exercise: (verdict, at) for exercise, verdict, at in run(_LIVE)}


def forget_live(run: Run, exercise: str) -> None:
    """Forget the live verdict of an exercise that is started over."""
    run("DELETE FROM live_verdicts WHERE exercise = ?", exercise)


def first_tries(run: Run) -> dict[str, bool]:
    """Return for each exercise with a verdict whether the first one that the learner saw was `right`.

    Only what happened since the exercise was last started over counts.
    """
    oldest = run(f"SELECT exercise, verdict, MIN(number) {_ATTEMPTS} GROUP BY exercise")
    first = {exercise: verdict for exercise, verdict, _ in oldest}
    first |= {exercise: verdict for exercise, (verdict, _) in live_verdicts(run).items()}  # none comes after an attempt
    return {exercise: verdict == Verdict.RIGHT.value for exercise, verdict in first.items()}

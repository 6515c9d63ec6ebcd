"""Converts rows of the store to records and back."""

from __future__ import annotations

from datetime import datetime, timezone

from mxtutor.grading.protocol import Verdict
from mxtutor.progress.model import Attempt, Standing, Status
from mxtutor.progress.tables import AttemptRow, HelpRow


def standing_of(counted: list[tuple[Verdict, str]], helped: HelpRow | None, *, known: bool = False) -> Standing:
    """Return the standing for counted attempts, the help that was used, and what a placement proved.

    `counted` has verdict and task hash of each attempt, oldest first.
    """
    verdicts = [verdict for verdict, _ in counted]
    solved = tuple(dict.fromkeys(task for verdict, task in counted if verdict is Verdict.RIGHT and task))
    gave_up = helped is not None and bool(helped.gave_up)
    status: Status = "todo"
    if Verdict.RIGHT in verdicts:
        status = "done"
    elif gave_up:
        status = "gave-up"
    elif verdicts:
        status = "tried"
    elif known:
        status = "known"
    hints = helped.hints if helped is not None else 0
    return Standing(status, len(verdicts), hints, gave_up, verdicts[-1] if verdicts else None, solved)


def attempt_of(row: AttemptRow) -> Attempt:
    """Return the attempt in a row."""
    assert row.number is not None
    return Attempt(
        number=row.number,
        exercise=row.exercise,
        code=row.code,
        verdict=Verdict(row.verdict) if row.verdict else None,
        headline=row.headline,
        when=datetime.fromisoformat(row.at),
        seconds=row.seconds,
        seed=int(row.seed),
        task_hash=row.task_hash,
    )


def storable(text: str) -> str:
    """Return text that UTF-8 can encode: a pasted half of a surrogate pair must not prevent saving."""
    return text.encode("utf-8", "replace").decode("utf-8")


def now() -> str:
    """Return the present time in the format of the store: ISO 8601 in UTC."""
    return datetime.now(timezone.utc).isoformat()

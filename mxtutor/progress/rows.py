"""Converts rows of the store to records and back."""

from __future__ import annotations

from datetime import datetime, timezone

from mxtutor.grading.protocol import Verdict
from mxtutor.progress.model import Attempt, Standing, Status
from mxtutor.progress.tables import AttemptRow, HelpRow

FIRST_YEAR, END_YEAR = 1970, 9000
"""Years of stored times. Python cannot convert times at the ends of its calendar to other time zones."""
UNKNOWN_TIME = datetime(FIRST_YEAR, 1, 1, 12, tzinfo=timezone.utc)
"""Time of attempts whose stored time is damaged."""


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
        when=time_in(row.at) or UNKNOWN_TIME,
        seconds=row.seconds,
        seed=int(row.seed),
        task_hash=row.task_hash,
    )


def whole(value: object) -> int:
    """Return a stored number that is not below 0; 0 for a damaged one."""
    return value if isinstance(value, int) and value >= 0 else 0


def storable(text: str) -> str:
    """Return text that UTF-8 can encode: a pasted half of a surrogate pair must not prevent saving."""
    return text.encode("utf-8", "replace").decode("utf-8")


def now() -> str:
    """Return the present time in the format of the store: ISO 8601 in UTC."""
    return datetime.now(timezone.utc).isoformat()


def time_in(text: object) -> datetime | None:
    """Return the aware time in a stored text; None if there is none, or none that each time zone can show."""
    try:
        when = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return when if when is not None and when.tzinfo is not None and FIRST_YEAR <= when.year < END_YEAR else None

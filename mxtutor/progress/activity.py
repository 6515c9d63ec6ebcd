"""How long a learner works: the time between two edits or checks of one exercise, if it is short."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timezone

from mxtutor.progress.row_store import RowStore
from mxtutor.progress.rows import time_in
from mxtutor.progress.schedule import day_in, day_of
from mxtutor.progress.tables import COUNTED, AttemptRow, WorkRow

PAUSE_SECONDS = 300.0
"""A longer time between two edits or checks is a pause, which does not count."""


@dataclass(frozen=True, slots=True)
class Day:
    """What a learner did on one day."""

    checks: int = 0
    """Checked answers, also those of drills."""
    seconds: float = 0.0
    """Time of work."""


class ActivityStore(RowStore):
    """Stores times of work by exercise and day."""

    def note(self, exercise: str, when: datetime | None = None) -> None:
        """Note that an exercise was opened, edited or checked."""
        when = when or datetime.now(timezone.utc)
        day, at = day_of(when).isoformat(), when.astimezone(timezone.utc).isoformat()
        with self._transaction():
            found = self._run("SELECT max(at) FROM work WHERE exercise = ? AND at <= ?", exercise, at)
            spent = work_between(found[0][0], when)
            row = self._row(WorkRow, "exercise = ? AND day = ?", exercise, day)
            self._put(WorkRow(exercise, day, (row.seconds if row is not None else 0.0) + spent, at))

    def seconds(self) -> dict[str, float]:
        """Return the time of work on each exercise."""
        return dict(self._run(f"SELECT exercise, total(seconds) FROM work WHERE {WorkRow.sound} GROUP BY exercise"))  # noqa: S608 - constants

    def days(self) -> dict[date, Day]:
        """Return what the learner did on each day, in order."""
        checks: dict[date, int] = {}
        for table in ("attempts", "drill_attempts"):
            for (at,) in self._run(f"SELECT at FROM {table} WHERE {AttemptRow.sound} AND {COUNTED}"):  # noqa: S608 - constants
                if (when := time_in(at)) is not None:
                    checks[day_of(when)] = checks.get(day_of(when), 0) + 1
        spent = {
            day: seconds
            for text, seconds in self._run(f"SELECT day, total(seconds) FROM work WHERE {WorkRow.sound} GROUP BY day")  # noqa: S608 - constants
            if (day := day_in(text)) is not None
        }
        return {day: Day(checks.get(day, 0), spent.get(day, 0.0)) for day in sorted({*checks, *spent})}


def work_between(earlier: object, when: datetime) -> float:
    """Return the seconds of work between a stored time and `when`; 0 after a pause, or if the clock went back."""
    before = time_in(earlier)
    gap = (when - before).total_seconds() if before is not None else 0.0
    return gap if 0 < gap <= PAUSE_SECONDS else 0.0

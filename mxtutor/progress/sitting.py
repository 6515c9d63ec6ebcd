"""One learner's run of a sealed workshop: when it began, when each part and exercise was opened, which checks count.

It has a store of its own, so that drafts and attempts of other days are not in it. Each fact is one setting of the
store that is written once: two windows of one learner cannot overwrite each other's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mxtutor import __version__, paths
from mxtutor.classroom.scoring import HandedIn, Scoring
from mxtutor.classroom.sealed_report import (
    MOST_SEEDS,
    Ending,
    ExerciseResult,
    PartTime,
    SealedReport,
    WorkshopName,
)
from mxtutor.content.learning_path import PathPart
from mxtutor.content.workshop import Workshop
from mxtutor.grading.protocol import Verdict
from mxtutor.progress.counting import keep_attempt
from mxtutor.progress.model import Attempt
from mxtutor.progress.times import time_in

if TYPE_CHECKING:
    from mxtutor.content.model import Exercise
    from mxtutor.grading.protocol import Report
    from mxtutor.progress.store import ProgressStore

_STARTED: Final = "sealed start"
_WORKSHOP: Final = "sealed workshop"
_ENDED: Final = "sealed end"
_ENDINGS: dict[str, Ending] = {"done": "done", "time": "time", "learner": "learner"}


def sealed_home(workshop: Workshop) -> Path:
    """Return the folder of the store of a sealed workshop, below the learner's; nothing is created."""
    name = hashlib.sha256(workshop.title.encode("utf-8", "replace")).hexdigest()[:16]
    return paths.home() / "sealed" / name


@dataclass(slots=True)
class Sitting:
    """What is known of the run; all times are aware."""

    started: datetime | None = None
    workshop: str = ""
    """Hash of the workshop as it was at the start."""
    parts: dict[str, datetime] = field(default_factory=dict)
    """When each part was opened, by title."""
    exercises: dict[str, datetime] = field(default_factory=dict)
    """When each exercise was opened, by id."""
    ended: datetime | None = None
    ending: Ending = "learner"

    def closes(self, part: PathPart) -> datetime | None:
        """Return when the time of a part ends; None before it was opened."""
        opened = self.parts.get(part.title)
        return None if opened is None or part.minutes is None else opened + timedelta(minutes=part.minutes)

    def closed(self, part: PathPart, now: datetime) -> bool:
        """Return whether the time of a part is over."""
        closes = self.closes(part)
        return closes is not None and now >= closes

    def counts(self, part: PathPart, asked: datetime) -> bool:
        """Return whether a check that the learner asked for at this time counts."""
        ended = self.ended is not None and asked > self.ended
        return not ended and part.title in self.parts and not self.closed(part, asked)


def read_sitting(progress: ProgressStore, workshop: Workshop) -> Sitting:
    """Return what the store knows; what is damaged there counts as missing."""
    sitting = Sitting(_time(progress, _STARTED), progress.setting(_WORKSHOP), ended=_time(progress, _ENDED))
    sitting.ending = _ENDINGS.get(progress.setting(f"{_ENDED} reason"), "learner")
    for number, part in enumerate(workshop.path.parts):
        if opened := _time(progress, f"sealed part {number}"):
            sitting.parts[part.title] = opened
    for exercise in workshop.path.exercises:
        if opened := _time(progress, f"sealed exercise {exercise}"):
            sitting.exercises[exercise] = opened
    return sitting


def keep_sitting(progress: ProgressStore, workshop: Workshop, sitting: Sitting) -> None:
    """Store what the store does not have yet; what it has stays, and comes into `sitting`."""
    if sitting.started is not None and not progress.setting(_STARTED):
        progress.save_setting(_WORKSHOP, sitting.workshop)
        progress.save_setting(_STARTED, sitting.started.isoformat())
    for number, part in enumerate(workshop.path.parts):
        _keep(progress, f"sealed part {number}", sitting.parts, part.title)
    for exercise in list(sitting.exercises):
        _keep(progress, f"sealed exercise {exercise}", sitting.exercises, exercise)
    if ended := _time(progress, _ENDED):  # perhaps by another window
        sitting.ended, sitting.ending = ended, _ENDINGS.get(progress.setting(f"{_ENDED} reason"), "learner")
    elif sitting.ended is not None:
        progress.save_setting(f"{_ENDED} reason", sitting.ending)
        progress.save_setting(_ENDED, sitting.ended.isoformat())


def keep_check(
    progress: ProgressStore,
    workshop: Workshop,
    sitting: Sitting,
    exercise: Exercise,
    code: str,
    report: Report,
    asked: datetime,
) -> None:
    """Store a checked answer, and when the learner asked for it; one that does not count is kept as a draft."""
    keep_sitting(progress, workshop, sitting)
    part = next(part for part in workshop.path.parts if exercise.id in part.exercises)
    late = not sitting.counts(part, asked)
    before = {attempt.number for attempt in progress.attempts(exercise.id)}
    if late:
        progress.set_aside(exercise.id, code)
    else:
        keep_attempt(progress, exercise, code, report)
    for attempt in progress.attempts(exercise.id):
        if attempt.number not in before:
            progress.save_setting(f"sealed {'late' if late else 'check'} {attempt.number}", asked.isoformat())


def _keep(progress: ProgressStore, name: str, times: dict[str, datetime], key: str) -> None:
    stored = _time(progress, name)
    if stored is not None:
        times[key] = stored
    elif key in times:
        progress.save_setting(name, times[key].isoformat())


def _time(progress: ProgressStore, name: str) -> datetime | None:
    return time_in(progress.setting(name))


@dataclass(frozen=True, slots=True)
class _Check:
    """A check with the time at which it was asked for."""

    verdict: Verdict
    asked: datetime
    seed: int


def build_report(
    progress: ProgressStore, workshop: Workshop, sitting: Sitting, *, learner: str, content: str, sealed: bool, why: str
) -> SealedReport:
    """Return the report of a run that has ended, unsigned.

    Args:
        progress: the store of the run.
        workshop: the workshop as it is now.
        sitting: the run.
        learner: the learner's id.
        content: hash of the exercises.
        sealed: whether a server will sign it.
        why: why it is sealed or not, as a sentence.

    Raises:
        StoreError: the store cannot be read.
        ValueError: the run has not ended.
    """
    if sitting.started is None or sitting.ended is None:
        raise ValueError("the run has not ended")
    scoring = Scoring.of_workshop(workshop)
    parts, exercises = [], []
    for part in workshop.path.parts:
        checks = {exercise: _checks(progress.attempts(exercise), progress) for exercise in part.exercises}
        late = sum(_late(progress.attempts(exercise), progress) for exercise in part.exercises)
        parts.append(_part(part, sitting, [check for found in checks.values() for check in found], late))
        exercises += [_result(one, part, found, sitting, scoring) for one, found in checks.items()]
    return SealedReport(
        1, "mxtutor sealed report", learner, WorkshopName(workshop.title, sitting.workshop), content, __version__,
        _seconds(sitting.started), _seconds(sitting.ended), sitting.ending,
        all(part.late_checks == 0 for part in parts), tuple(parts), tuple(exercises),
        round(sum(one.points for one in exercises), 6), round(sum(one.of for one in exercises), 6), sealed, why,
    )  # fmt: skip


def _checks(attempts: Sequence[Attempt], progress: ProgressStore) -> list[_Check]:
    """Return the checks of an exercise that count, oldest first."""
    found = []
    for attempt in reversed(attempts):
        if attempt.verdict not in (None, Verdict.BROKEN):
            assert attempt.verdict is not None
            asked = _time(progress, f"sealed check {attempt.number}") or attempt.when
            found.append(_Check(attempt.verdict, asked, attempt.seed))
    return found


def _late(attempts: Sequence[Attempt], progress: ProgressStore) -> int:
    return sum(one.verdict is None and bool(progress.setting(f"sealed late {one.number}")) for one in attempts)


def _part(part: PathPart, sitting: Sitting, checks: Sequence[_Check], late: int) -> PartTime:
    opened, closes = sitting.parts.get(part.title), sitting.closes(part)
    last = max((check.asked for check in checks), default=opened)
    used = (min(last, closes) - opened).total_seconds() if opened and closes and last else 0.0
    return PartTime(
        part.title, float(part.minutes or 0), _seconds(opened) if opened else None, round(max(used, 0.0), 1), late
    )


def _result(
    exercise: str, part: PathPart, checks: Sequence[_Check], sitting: Sitting, scoring: Scoring
) -> ExerciseResult:
    right = next((check for check in checks if check.verdict is Verdict.RIGHT), None)
    counted = right or (checks[-1] if checks else None)
    opened = sitting.exercises.get(exercise)
    used = (counted.asked - opened).total_seconds() if counted and opened else 0.0
    tried = checks[: checks.index(right) + 1] if right else checks  # further practice after a right answer is none
    handed_in = HandedIn(counted.asked, "attempt") if counted else None
    score = scoring.score(exercise, counted.verdict if counted else None, handed_in)
    return ExerciseResult(
        exercise,
        part.title,
        counted.verdict if counted else None,
        len(tried),
        bool(checks) and checks[0].verdict is Verdict.RIGHT,
        round(max(used, 0.0), 1),
        tuple(check.seed for check in tried[:MOST_SEEDS]),
        float(score.points),
        float(score.of),
    )


def _seconds(when: datetime) -> datetime:
    """Return a time in UTC without parts of a second."""
    return when.astimezone(timezone.utc).replace(microsecond=0)

"""One learner's examination (a workshop with `sealed: true`): its events, the state after them, and the report.

`live/record.py` keeps the events in a class store.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from mxtutor import __version__
from mxtutor.classroom.fingerprints import content_hash, exercise_hashes
from mxtutor.classroom.lines import share_of
from mxtutor.classroom.scoring import HandedIn, Scoring
from mxtutor.content.workshop import Credit, LateRule, Workshop
from mxtutor.conversion import convert
from mxtutor.grading.protocol import Report, Verdict

if TYPE_CHECKING:
    from mxtutor.content.outline import Course
    from mxtutor.content.plan import PlanPart

CHANGED = "The workshop was changed after the learner had begun it."
Ending = Literal["done", "time", "learner"]
"""Why an examination ended: "done" (all exercises are right), "time" (that of all parts is over), or by the learner."""


class WorkshopName(Struct, frozen=True):
    """The workshop of a report."""

    title: str
    hash: str
    """`workshop_hash` at the time when the learner began."""


class PartTime(Struct, frozen=True):
    title: str
    minutes: float
    """Time limit of the part."""
    opened: datetime | None
    """When the learner first opened one of its exercises; None if never."""
    seconds: float
    """Seconds from `opened` to the last check in this part that counts, at most to the time limit."""
    late_checks: int
    """Number of checks after the time limit, none of which counts."""


class ExerciseResult(Struct, frozen=True):
    """The result of one exercise."""

    exercise: str
    part: str
    verdict: Verdict | None
    """`right` if any check in time was right, else the verdict of the last check in time; None without one."""
    attempts: int
    """Number of checks in time up to the first right one, without those in which mxtutor failed."""
    first_try: bool
    """Whether the first check was right."""
    seconds: float
    """Seconds from the first opening of the exercise to the check that counts."""
    seeds: tuple[int, ...]
    """Seeds of the inputs of these checks, in order."""
    flags: tuple[str, ...]
    """Codes of the flags of these checks (`grading/flags.py`)."""
    points: float
    """Points after the deduction for lateness."""
    of: float
    code: str = ""
    """Source code of the answer in the check that counts."""
    at: datetime | None = None
    """When the learner requested the check that counts; None without one, and in reports of release 0.4.0."""


class SealedReport(Struct, frozen=True, kw_only=True):
    """The report of an examination."""

    version: Literal[3] = 3
    kind: Literal["mxtutor sealed report"] = "mxtutor sealed report"
    learner: str
    """Id in the roster; on the learner's own machine the name of its user."""
    name: str = ""
    """Name in the roster."""
    workshop: WorkshopName
    content: str
    """`fingerprints.content_hash` of the exercises of the workshop."""
    mxtutor: str
    """Version of mxtutor."""
    started: datetime
    """When the learner opened the workshop for the first time."""
    ended: datetime | None
    """When the examination ended; None while it runs."""
    ending: Ending | None
    in_time: bool
    """Whether all checks came within the time limits of their parts; late ones never count."""
    parts: tuple[PartTime, ...]
    exercises: tuple[ExerciseResult, ...]
    points: float
    of: float
    sealed: bool
    why: str
    """Why the report is sealed or not, as a sentence."""

    def file_form(self) -> bytes:
        """Return the contents of the report's file: indented JSON in ASCII."""
        return (json.dumps(msgspec.to_builtins(self), sort_keys=True, indent=1) + "\n").encode()


def read_report(file: Path) -> SealedReport:
    """Return the report in a file that has the form of `SealedReport.file_form`.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is no report.
    """
    found: SealedReport = convert(msgspec.json.decode(file.read_bytes()), SealedReport)
    return found


def workshop_hash(workshop: Workshop) -> str:
    """Return the SHA-256, as hexadecimal digits, of a workshop's data; comments and layout do not count."""
    late = msgspec.to_builtins(workshop.late) if isinstance(workshop.late, LateRule) else workshop.late
    data: dict[str, Any] = {
        "title": workshop.title,
        "greeting": workshop.greeting,
        "parts": msgspec.to_builtins(workshop.path.parts),
        "points": dict(workshop.points),
        "start": _time(workshop.start),
        "due": _time(workshop.due),
        "late": late,
        "hints": _time(workshop.hints),
        "solutions": _time(workshop.solutions),
        "sealed": workshop.sealed,
    }
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _time(when: datetime | str | None) -> str | None:
    return when.astimezone(timezone.utc).isoformat() if isinstance(when, datetime) else when


class _Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower, tag_field="event"):
    when: datetime


class Begun(_Event, frozen=True):
    """The learner opened the workshop for the first time, or for the first time after a change of its file."""

    workshop: str
    """`workshop_hash`."""


class Opened(_Event, frozen=True):
    """The learner opened an exercise for the first time."""

    exercise: str


class GradedAnswer(_Event, frozen=True, tag="checked"):
    """An answer was graded; `when` is the time at which the learner requested it."""

    exercise: str
    verdict: Verdict
    seed: int
    code: str
    counts: bool
    """Whether it counts: an attempt in time, in which mxtutor did not fail."""
    late: bool = False
    """Whether it came after the time limit of its part."""
    flags: tuple[str, ...] = ()
    """Codes of the flags of its report."""
    share: float = 0.0
    """Its partial credit if it is not right, from 0 to 1."""


def checked(
    report: Report, code: str, asked: datetime, *, counts: bool, late: bool, credit: Credit = "all"
) -> GradedAnswer:
    """Return the event for a report; a failure of mxtutor never counts. `credit` is the rule for partial credit."""
    sound = report.verdict is not Verdict.BROKEN
    flags = tuple(flag.code for flag in report.flags)
    share = 0.0 if credit == "all" else share_of(report, credit)
    return GradedAnswer(
        report.exercise, report.verdict, report.seed, code, counts and sound, late and sound, flags, share, when=asked
    )


class Ended(_Event, frozen=True):
    """The examination ended."""

    ending: Ending


Event = Begun | Opened | GradedAnswer | Ended


class Sitting:
    """The state of one learner's examination, computed from its events."""

    def __init__(self, workshop: Workshop, events: Iterable[Event] = ()) -> None:
        self.workshop = workshop
        self.facts: list[Event] = []
        """All events except the checks."""
        self.hashes: list[str] = []
        """Hashes of all versions of the workshop that the learner opened, oldest first."""
        self.started: datetime | None = None
        self.parts: dict[str, datetime] = {}
        """When each part was opened, by title."""
        self.exercises: dict[str, datetime] = {}
        """When each exercise was opened, by id."""
        self.checks: list[GradedAnswer] = []
        self.ended: datetime | None = None
        self.ending: Ending | None = None
        self._part_of = {one: part for part in workshop.path.parts for one in part.exercises}
        for event in events:
            self.add(event)

    def is_new(self, event: Event) -> bool:
        """Return whether an event changes the state.

        Any check does, any other event only before the end, and once for each version, each exercise and the end.
        """
        match event:
            case GradedAnswer():
                return True
            case Begun():
                new = event.workshop not in self.hashes
            case Opened():
                new = event.exercise in self._part_of and event.exercise not in self.exercises
            case Ended():
                new = True
        return new and self.ended is None

    def add(self, event: Event) -> bool:
        """Change the state by an event if it is new (`is_new`); return whether it was."""
        if not self.is_new(event):
            return False
        match event:
            case GradedAnswer():
                self.checks.append(event)
                return True
            case Begun():
                self.hashes.append(event.workshop)
                self.started = self.started or event.when
            case Opened(exercise=name):
                self.exercises[name] = event.when
                self.parts.setdefault(self._part_of[name].title, event.when)
            case Ended():
                self.ended, self.ending = event.when, event.ending
        self.facts.append(event)
        return True

    def closes(self, part: PlanPart) -> datetime | None:
        """Return when the time of a part ends; None before it is opened, and without a limit."""
        opened = self.parts.get(part.title)
        return None if opened is None or part.minutes is None else opened + timedelta(minutes=part.minutes)

    def closed(self, part: PlanPart, now: datetime) -> bool:
        """Return whether the time of a part is over."""
        closes = self.closes(part)
        return closes is not None and now >= closes

    def time_is_over(self, now: datetime) -> bool:
        """Return whether the time of every part is over."""
        return all(self.closed(part, now) for part in self.workshop.path.parts)

    def last_close(self) -> datetime | None:
        """Return the latest of the times at which parts end; None if no opened part has a limit."""
        return max((time for part in self.workshop.path.parts if (time := self.closes(part))), default=None)

    def counts(self, exercise: str, asked: datetime, grace: timedelta = timedelta()) -> bool:
        """Return whether a check requested at `asked` is in time; `grace` is added to the time limit."""
        part = self._part_of.get(exercise)
        if part is None or (self.ended is not None and asked > self.ended):
            return False
        return part.title in self.parts and not self.closed(part, asked - grace)

    def report(self, *, learner: str, name: str = "", content: str, why: str, sealed: bool) -> SealedReport:
        """Return the report, of the current state if the examination has not ended.

        `learner` is the id, `content` the `hash_of_content` of the workshop, `sealed` whether a server kept the events,
        and `why` says why it is sealed or not, as a sentence.

        Raises:
            ValueError: the learner has not begun.
        """
        if self.started is None:
            raise ValueError("the examination has not begun")
        changed = {*self.hashes, workshop_hash(self.workshop)} != {self.hashes[0]}
        scoring = Scoring.of_workshop(self.workshop)
        parts, exercises = [], []
        for part in self.workshop.path.parts:
            checks = {one: [c for c in self.checks if c.exercise == one and c.counts] for one in part.exercises}
            parts.append(self._part(part, [check for found in checks.values() for check in found]))
            exercises += [self._result(one, part, found, scoring) for one, found in checks.items()]
        return SealedReport(
            learner=learner,
            name=name,
            workshop=WorkshopName(self.workshop.title, self.hashes[0]),
            content=content,
            mxtutor=__version__,
            started=_seconds(self.started),
            ended=_seconds(self.ended) if self.ended else None,
            ending=self.ending,
            in_time=all(part.late_checks == 0 for part in parts),
            parts=tuple(parts),
            exercises=tuple(exercises),
            points=round(sum(one.points for one in exercises), 6),
            of=round(sum(one.of for one in exercises), 6),
            sealed=sealed and not changed,
            why=CHANGED if changed else why,
        )

    def _part(self, part: PlanPart, checks: Sequence[GradedAnswer]) -> PartTime:
        opened, closes = self.parts.get(part.title), self.closes(part)
        last = max((check.when for check in checks), default=opened)
        used = (min(last, closes) - opened).total_seconds() if opened and closes and last else 0.0
        late = sum(one.late and one.exercise in part.exercises for one in self.checks)
        return PartTime(
            part.title, float(part.minutes or 0), _seconds(opened) if opened else None, round(max(used, 0.0), 1), late
        )

    def _result(
        self, exercise: str, part: PlanPart, checks: Sequence[GradedAnswer], scoring: Scoring
    ) -> ExerciseResult:
        right = next((check for check in checks if check.verdict is Verdict.RIGHT), None)
        counted = right or (checks[-1] if checks else None)
        opened = self.exercises.get(exercise)
        used = (counted.when - opened).total_seconds() if counted and opened else 0.0
        tried = checks[: checks.index(right) + 1] if right else checks  # checks after a right answer are no attempts
        handed_in = HandedIn(counted.when, "attempt") if counted else None
        share = counted.share if counted else 0.0
        score = scoring.score(exercise, counted.verdict if counted else None, handed_in, share=share)
        return ExerciseResult(
            exercise,
            part.title,
            counted.verdict if counted else None,
            len(tried),
            bool(checks) and checks[0].verdict is Verdict.RIGHT,
            round(max(used, 0.0), 1),
            tuple(check.seed for check in tried),
            tuple(sorted({flag for check in tried for flag in check.flags})),
            float(score.points),
            float(score.of),
            counted.code if counted else "",
            _seconds(counted.when) if counted else None,
        )


def _seconds(when: datetime) -> datetime:
    """Return a time in UTC, rounded down to seconds."""
    return when.astimezone(timezone.utc).replace(microsecond=0)


def hash_of_content(course: Course, workshop: Workshop) -> str:
    """Return the hash of the exercises of a workshop.

    Raises:
        ContentError: an exercise cannot be read.
    """
    return content_hash(exercise_hashes(course, workshop.path.exercises))

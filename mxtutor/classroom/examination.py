"""One learner's examination (a workshop with `sealed: true`): its events, what follows from them, and the report.

Under `mxtutor serve` the server keeps the events, in a folder that sessions cannot write (`serving/examiner.py`). On a
learner's own machine the tutor keeps them in the learner's home. An event is never changed; each is one line of JSON.
"""

from __future__ import annotations

import contextlib
import errno
import getpass
import hashlib
import json
import os
import socket
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from mxtutor import __version__, paths
from mxtutor.classroom.fingerprints import content_hash, exercise_hash
from mxtutor.classroom.scoring import HandedIn, Scoring
from mxtutor.content.workshop import LateRule, Workshop
from mxtutor.conversion import convert
from mxtutor.errors import ContentError, StoreError, reason_of
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.private_files import make_private_folder
from mxtutor.served import served

if TYPE_CHECKING:
    from mxtutor.content.outline import Course
    from mxtutor.content.plan import PlanPart

OWN_MACHINE = "It proves nothing, because it was made on the learner's own machine."
CHANGED = "The workshop was changed after the learner had begun it."
ASK_SECONDS = 10.0
"""Longest wait of a session for its server."""


Ending = Literal["done", "time", "learner"]
"""Why an examination ended: every exercise is right; the time of all parts is over; the learner ended it."""


class WorkshopName(Struct, frozen=True):
    """Which workshop it was."""

    title: str
    hash: str
    """`workshop_hash`, as it was when the learner began."""


class PartTime(Struct, frozen=True):
    """The time of one part."""

    title: str
    minutes: float
    """The time that the part has."""
    opened: datetime | None
    """When the learner first opened one of its exercises; None if never."""
    seconds: float
    """From then until the learner's last check in the part that counts."""
    late_checks: int
    """Checks after the end of the time; none of them counts."""


class ExerciseResult(Struct, frozen=True):
    """What became of one exercise."""

    exercise: str
    part: str
    verdict: Verdict | None
    """`right` if any check in time was right, else the verdict of the last one; None without a check."""
    attempts: int
    """Checks in time, without those in which mxtutor failed."""
    first_try: bool
    """Whether the first check was right."""
    seconds: float
    """From opening the exercise for the first time to the check that counts."""
    seeds: tuple[int, ...]
    """Seeds of the inputs of each check in time, in order."""
    flags: tuple[str, ...]
    """Codes of what an instructor should know of these checks (`grading/flags`)."""
    points: float
    """After what lateness costs."""
    of: float


class SealedReport(Struct, frozen=True, kw_only=True):
    """The whole report."""

    version: Literal[2] = 2
    kind: Literal["mxtutor sealed report"] = "mxtutor sealed report"
    learner: str
    workshop: WorkshopName
    content: str
    """`fingerprints.content_hash` of the exercises of the workshop."""
    mxtutor: str
    """Version of mxtutor."""
    started: datetime
    """When the learner opened the workshop for the first time."""
    ended: datetime | None
    """None while it runs."""
    ending: Ending | None
    in_time: bool
    """Whether no check came after the end of its part; later ones do not count in any case."""
    parts: tuple[PartTime, ...]
    exercises: tuple[ExerciseResult, ...]
    points: float
    of: float
    sealed: bool
    why: str
    """Why it is sealed, or is not, as a sentence."""

    def file_form(self) -> bytes:
        """Return the report as it is written to a file: JSON that people can read, in ASCII."""
        return (json.dumps(msgspec.to_builtins(self), sort_keys=True, indent=1) + "\n").encode()


def workshop_hash(workshop: Workshop) -> str:
    """Return the SHA-256, in hexadecimal digits, of all that a workshop says; comments and layout do not count."""
    late = msgspec.to_builtins(workshop.late) if isinstance(workshop.late, LateRule) else workshop.late
    said: dict[str, Any] = {
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
    return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _time(when: datetime | str | None) -> str | None:
    return when.astimezone(timezone.utc).isoformat() if isinstance(when, datetime) else when


class _Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag=str.lower, tag_field="event"):
    learner: str = ""
    """The learner's id in a server's record; empty on the learner's own machine."""
    when: datetime


class Begun(_Event, frozen=True):
    """The learner opened the workshop, or opened it after it was changed."""

    workshop: str
    """`workshop_hash`."""


class Opened(_Event, frozen=True):
    """The learner opened an exercise for the first time."""

    exercise: str


class Checked(_Event, frozen=True):
    """An answer was graded; `when` is the time at which the learner asked for it."""

    exercise: str
    verdict: Verdict
    seed: int
    code: str
    counts: bool
    """Whether it is an attempt in time."""
    late: bool = False
    """Whether it came after the end of its part."""
    flags: tuple[str, ...] = ()
    """Codes of the flags of its report."""


def checked(report: Report, code: str, asked: datetime, *, counts: bool, late: bool) -> Checked:
    """Return the event of a report; a failure of mxtutor never counts."""
    sound = report.verdict is not Verdict.BROKEN
    flags = tuple(flag.code for flag in report.flags)
    return Checked(
        report.exercise, report.verdict, report.seed, code, counts and sound, late and sound, flags, when=asked
    )


class Ended(_Event, frozen=True):
    """The examination ended."""

    ending: Ending


Event = Begun | Opened | Checked | Ended


class Sitting:
    """What follows from the events of one learner."""

    def __init__(self, workshop: Workshop, events: Iterable[Event] = ()) -> None:
        self.workshop = workshop
        self.facts: list[Event] = []
        """Everything that happened but the checks."""
        self.hashes: list[str] = []
        """Hashes of the workshop as it was, the one at the start first."""
        self.started: datetime | None = None
        self.parts: dict[str, datetime] = {}
        """When each part was opened, by title."""
        self.exercises: dict[str, datetime] = {}
        """When each exercise was opened, by id."""
        self.checks: list[Checked] = []
        self.ended: datetime | None = None
        self.ending: Ending | None = None
        self._part_of = {one: part for part in workshop.path.parts for one in part.exercises}
        for event in events:
            self.add(event)

    def is_new(self, event: Event) -> bool:
        """Return whether an event changes something: the first of its kind, before the end."""
        match event:
            case Checked():
                return True
            case Begun():
                new = event.workshop not in self.hashes
            case Opened():
                new = event.exercise in self._part_of and event.exercise not in self.exercises
            case Ended():
                new = True
        return new and self.ended is None

    def add(self, event: Event) -> bool:
        """Take an event; return whether it changes something."""
        if not self.is_new(event):
            return False
        match event:
            case Checked():
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
        """Return when the time of a part ends; None before it was opened."""
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
        """Return the latest end of the time of a part; None if no part was opened."""
        return max((time for part in self.workshop.path.parts if (time := self.closes(part))), default=None)

    def counts(self, exercise: str, asked: datetime, grace: timedelta = timedelta()) -> bool:
        """Return whether a check that the learner asked for at this time counts."""
        part = self._part_of.get(exercise)
        if part is None or (self.ended is not None and asked > self.ended):
            return False
        return part.title in self.parts and not self.closed(part, asked - grace)

    def report(self, *, learner: str, content: str, why: str, sealed: bool) -> SealedReport:
        """Return the report; a run that has not ended gives the present state.

        Args:
            learner: the learner's id.
            content: hash of the exercises.
            why: why it is sealed or not, as a sentence.
            sealed: whether a server kept the events.

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

    def _part(self, part: PlanPart, checks: Sequence[Checked]) -> PartTime:
        opened, closes = self.parts.get(part.title), self.closes(part)
        last = max((check.when for check in checks), default=opened)
        used = (min(last, closes) - opened).total_seconds() if opened and closes and last else 0.0
        late = sum(one.late and one.exercise in part.exercises for one in self.checks)
        return PartTime(
            part.title, float(part.minutes or 0), _seconds(opened) if opened else None, round(max(used, 0.0), 1), late
        )

    def _result(self, exercise: str, part: PlanPart, checks: Sequence[Checked], scoring: Scoring) -> ExerciseResult:
        right = next((check for check in checks if check.verdict is Verdict.RIGHT), None)
        counted = right or (checks[-1] if checks else None)
        opened = self.exercises.get(exercise)
        used = (counted.when - opened).total_seconds() if counted and opened else 0.0
        tried = checks[: checks.index(right) + 1] if right else checks  # further practice after a right answer is none
        handed_in = HandedIn(counted.when, "attempt") if counted else None
        score = scoring.score(exercise, counted.verdict if counted else None, handed_in)
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
        )


def _seconds(when: datetime) -> datetime:
    """Return a time in UTC without parts of a second."""
    return when.astimezone(timezone.utc).replace(microsecond=0)


def read_events(file: Path) -> list[Event]:
    """Return the events in a file, none if it is missing; a line that is none is left out.

    Raises:
        StoreError: the file cannot be read.
    """
    found: list[Event] = []
    try:
        lines = file.read_bytes().splitlines()
    except FileNotFoundError:
        return found
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror}.") from error
    for line in lines:
        with contextlib.suppress(msgspec.MsgspecError, ValueError):  # half a line, because the disk was full
            found.append(convert(msgspec.json.decode(line), Event))
    return found


def append_events(file: Path, events: Sequence[Event]) -> None:
    """Add events to a file that only grows, and wait until the disk has them.

    Raises:
        StoreError: they cannot be written.
    """
    data = b"".join(msgspec.json.encode(event) + b"\n" for event in events)
    try:
        make_private_folder(file.parent)
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":  # half a line, because the disk was full
                data = b"\n" + data
            if os.write(descriptor, data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        reason = reason_of(error)
        raise StoreError(f"{file} cannot be written: {reason}.", fix="Free space.", reason=reason) from error


class Record:
    """The events of a learner, in a file below the learner's home."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop, self._file = workshop, sealed_home(workshop) / "record.jsonl"

    def exchange(self, new: Sequence[Event]) -> Sequence[Event]:
        """Keep new events; return all that happened but the checks.

        Raises:
            StoreError: they cannot be kept; they can be given again.
        """
        sitting = Sitting(self._workshop, read_events(self._file))
        if found := [event for event in new if sitting.add(event)]:
            append_events(self._file, found)
        return sitting.facts

    def report(self, content: Callable[[], str]) -> SealedReport:
        """Return the report; `content` gives the hash of the exercises.

        Raises:
            TutorError: the events cannot be read.
        """
        sitting = Sitting(self._workshop, read_events(self._file))
        return sitting.report(learner=_user(), content=content(), why=OWN_MACHINE, sealed=False)


class Ask(Struct, frozen=True, tag="ask"):
    """What a session sends to its server: events, which get the server's time, and whether it wants the report."""

    token: str
    events: tuple[Event, ...] = ()
    report: bool = False


class Told(Struct, frozen=True, tag="told"):
    """What the server replies: all events but the checks, and the report; or why it does not."""

    events: tuple[Event, ...] = ()
    report: SealedReport | None = None
    error: str = ""


class ServedRecord(Record):
    """The events at the server that runs this session; it notes the checks by itself."""

    def __init__(self, workshop: Workshop, address: str) -> None:
        """`address` is what the server gave the session (`Served.examination`)."""
        super().__init__(workshop)
        self._token, _, self._socket = address.partition(":")

    def exchange(self, new: Sequence[Event]) -> Sequence[Event]:
        """Send them to the server; see `Record`."""
        return self._ask(events=tuple(event for event in new if not isinstance(event, Checked))).events

    def report(self, content: Callable[[], str]) -> SealedReport:  # noqa: ARG002 - the server knows its content
        """Return the server's report; see `Record`."""
        report = self._ask(report=True).report
        if report is None:
            raise StoreError("There is no report: the examination has not begun.", fix="Open the workshop again.")
        return report

    def _ask(self, **fields: Any) -> Told:
        from mxtutor.grading.service.calls import MAX_REPLY, MAX_REQUEST, Channel

        fix = "Check again later. If this does not help, tell your instructor."
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            channel: Channel[Ask, Told] = Channel(connection, Told, MAX_REPLY, MAX_REQUEST)
            try:
                connection.settimeout(ASK_SECONDS)
                connection.connect(self._socket)
                channel.send(Ask(self._token, **fields))
                told = channel.receive()
            except (OSError, EOFError) as error:
                raise StoreError("The server does not answer.", fix=fix, reason="the server does not answer") from error
            finally:
                channel.close()
        if told.error:
            raise StoreError(f"The server keeps nothing: {told.error}.", fix=fix, reason=told.error)
        return told


def record_of(workshop: Workshop) -> Record:
    """Return where this process keeps the events of an examination."""
    session = served()
    return ServedRecord(workshop, session.examination) if session and session.examination else Record(workshop)


def sealed_home(workshop: Workshop) -> Path:
    """Return the folder of an examination, below the learner's; nothing is created."""
    name = hashlib.sha256(workshop.title.encode("utf-8", "replace")).hexdigest()[:16]
    return paths.home() / "sealed" / name


def hash_of_content(course: Course, workshop: Workshop) -> str:
    """Return the hash of the exercises of a workshop.

    Raises:
        ContentError: one cannot be read.
    """
    try:
        return content_hash({one: exercise_hash(course.folder(one)) for one in workshop.path.exercises})
    except OSError as error:
        raise ContentError(f"An exercise cannot be read: {error.strerror}.") from error


def _user() -> str:
    """Return the name of this machine's user."""
    try:
        return getpass.getuser() or "learner"
    except (KeyError, OSError):  # no entry in the list of users
        return "learner"

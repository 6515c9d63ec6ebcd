"""The report of an examination (a workshop with `sealed: true`): its records, and its form as a file."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timezone
from typing import Any, Literal

import msgspec
from msgspec import Struct

from mxtutor.content.workshop import LateRule, Workshop
from mxtutor.grading.protocol import Verdict

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

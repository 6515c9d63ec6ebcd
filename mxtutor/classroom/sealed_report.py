"""The report of a sealed workshop: its records, the form that is signed, and reading it from a file of anyone."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from mxtutor.content.workshop import LateRule, Workshop
from mxtutor.conversion import convert
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Verdict

VERSION = 1
KIND = "mxtutor sealed report"
MAX_BYTES = 4 << 20
"""Size of the largest report that is read; one with 1,000 exercises takes a tenth of it."""
MOST_SEEDS = 1000
"""Greatest number of seeds that are listed for one exercise."""

Name = Annotated[str, Meta(min_length=1, max_length=1000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Number = Annotated[float, Meta(ge=0, le=1e12)]
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Ending = Literal["done", "time", "learner"]
"""Why a workshop ended: every exercise is right; the time of all parts is over; the learner ended it."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the records: other fields are refused."""


class Signature(_Part, frozen=True):
    """The signature of everything else in the report."""

    algorithm: Literal["Ed25519"]
    key: Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]
    """Id of the key (`sealing.key_id`)."""
    value: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9+/]{86}==\Z")]
    """64 bytes in base64."""


class WorkshopName(_Part, frozen=True):
    """Which workshop it was."""

    title: Name
    hash: Hash
    """`workshop_hash`."""


class PartTime(_Part, frozen=True):
    """The time of one part."""

    title: Name
    minutes: Number
    """The time that the part has."""
    opened: datetime | None
    """When the learner first opened one of its exercises; None if never."""
    seconds: Number
    """From then until the learner's last check in the part that counts."""
    late_checks: Count
    """Checks after the end of the time; none of them counts."""


class ExerciseResult(_Part, frozen=True):
    """What became of one exercise."""

    exercise: Name
    part: Name
    verdict: Verdict | None
    """`right` if any check in time was right, else the verdict of the last one; None without a check."""
    attempts: Count
    """Checks in time, without those in which mxtutor failed."""
    first_try: bool
    """Whether the first check was right."""
    seconds: Number
    """From opening the exercise for the first time to the check that counts."""
    seeds: Annotated[tuple[Count, ...], Meta(max_length=MOST_SEEDS)]
    """Seeds of the inputs of each check in time, in order."""
    points: Number
    """After what lateness costs."""
    of: Number


class SealedReport(_Part, frozen=True):
    """The whole report; `to_json` gives the object that is signed and written."""

    version: Literal[1]
    kind: Literal["mxtutor sealed report"]
    learner: Name
    workshop: WorkshopName
    content: Hash
    """`fingerprints.content_hash` of the exercises of the workshop."""
    mxtutor: Name
    """Version of mxtutor."""
    started: datetime
    """When the learner opened the workshop for the first time."""
    ended: datetime
    ending: Ending
    in_time: bool
    """Whether no check came after the end of its part; later ones do not count in any case."""
    parts: tuple[PartTime, ...]
    exercises: tuple[ExerciseResult, ...]
    points: Number
    of: Number
    sealed: bool
    why: str
    """Why it is sealed, or is not, as a sentence."""
    signed: datetime | None = None
    """When the server signed it."""
    signature: Signature | None = None

    def to_json(self) -> dict[str, Any]:
        """Return plain data for JSON; times are in ISO 8601, UTC."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        if self.signature is None:
            del found["signature"]
        return found


def canonical(report: Mapping[str, Any]) -> bytes:
    """Return the one form of a report that is signed: JSON with sorted keys, without blanks, in ASCII, unsigned.

    Raises:
        ValueError: a number is not finite.
    """
    unsigned = {key: value for key, value in report.items() if key != "signature"}
    return json.dumps(unsigned, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode()


def file_form(report: Mapping[str, Any]) -> bytes:
    """Return a report as it is written to a file: JSON that people can read, in ASCII."""
    return (json.dumps(report, sort_keys=True, indent=1, ensure_ascii=True, allow_nan=False) + "\n").encode()


def parse(data: object) -> SealedReport:
    """Return the report that plain data holds.

    Raises:
        ValueError: it is none; the message is one line.
    """
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise ValueError("it is not a report of a sealed workshop")
    if data.get("version") != VERSION or type(data["version"]) is not int:
        raise ValueError(f"it has version {_short(data.get('version'))}; this release reads {VERSION}")
    try:
        found: SealedReport = convert(data, SealedReport)
    except (msgspec.ValidationError, RecursionError, OverflowError) as error:
        raise ValueError(f"its content is damaged: {str(error)[:200]}") from error
    times = (found.started, found.ended, found.signed, *(part.opened for part in found.parts))
    if any(time is not None and time.utcoffset() is None for time in times):
        raise ValueError("its content is damaged: a time has no offset from UTC")
    if any(time is not None and not 1970 <= time.year < 9999 for time in times):  # others cannot be converted or added
        raise ValueError("its content is damaged: a time lies outside of the years 1970 to 9998")
    return found


def read_report(path: Path) -> tuple[dict[str, Any], SealedReport]:
    """Return the report in a file, as plain data (which is what a signature covers) and as a record.

    Raises:
        UsageError: the file cannot be read, is too large, or holds no report; one line.
    """
    try:
        data = _load(_bytes(path))
        return data, parse(data)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        text = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UsageError(f"{path} cannot be read: {text}.") from error


def _bytes(path: Path) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # a pipe could be read without end
            raise ValueError("it is not a regular file")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES >> 20} MiB")
    return data


def _load(data: bytes) -> dict[str, Any]:
    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("it is not valid JSON: a key occurs twice in one object")
        return found

    def constant(name: str) -> float:
        raise ValueError(f"it is not valid JSON: {name} is not a number")

    try:
        found = json.loads(data.decode("utf-8"), object_pairs_hook=mapping, parse_constant=constant)
    except UnicodeDecodeError as error:
        raise ValueError("it is not text in UTF-8") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not valid JSON: line {error.lineno}, column {error.colno}: {error.msg}") from error
    if not isinstance(found, dict):
        raise ValueError("it is not a report of a sealed workshop")
    return found


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def workshop_hash(workshop: Workshop) -> str:
    """Return the SHA-256, in hexadecimal digits, of all that a workshop says; comments and layout do not count."""
    late = msgspec.to_builtins(workshop.late) if isinstance(workshop.late, LateRule) else workshop.late
    said = {
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
    return hashlib.sha256(canonical(said)).hexdigest()


def _time(when: datetime | str | None) -> str | None:
    return when.astimezone(timezone.utc).isoformat() if isinstance(when, datetime) else when

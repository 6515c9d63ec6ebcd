"""The lines of a file of results, as typed records."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from mxtutor.classroom.gradebook import Named, Result
from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.scoring import Scoring
from mxtutor.content.workshop import Late
from mxtutor.grading.protocol import Verdict

VERSION = 1
"""Version of the file's form."""


class UnreadLine(msgspec.Struct, frozen=True):
    """A file that was handed in and could not be read."""

    learner: str
    path: str
    reason: str
    nearest: str = ""

    def record(self) -> Unread:
        """Return it as the record that the rest of mxtutor has."""
        return Unread(self.learner, self.path, self.reason, self.nearest)


class Run(msgspec.Struct, frozen=True, tag="run"):
    """The start of a run: what it works on. Its learners, exercises and unread files replace those of earlier runs."""

    version: int
    started: str
    """Time in ISO 8601, UTC."""
    seed: int
    versions: Mapping[str, str]
    content: str
    options: Mapping[str, str]
    exercises: tuple[str, ...]
    learners: tuple[str, ...]
    unread: tuple[UnreadLine, ...] = ()
    anonymous: bool = False
    points: Mapping[str, float] | None = None
    """Points by exercise id; null where the class is not scored."""
    due: datetime | None = None
    late: Late = "accepted"
    titles: Mapping[str, str] = {}
    root: str = ""
    """Folder of the content where it is not mxtutor's own; empty where names are hidden, too."""

    @property
    def scoring(self) -> Scoring | None:
        """The rules for points; None where the class is not scored."""
        return None if self.points is None else Scoring(self.points, self.due, self.late)


class ReportPart(msgspec.Struct, frozen=True):
    """What the gradebook needs of a report; the rest stays in the file."""

    verdict: Verdict
    headline: str = ""
    cases: tuple[CasePart, ...] = ()
    diagnosis: tuple[MistakePart, ...] = ()
    flags: tuple[FlagPart, ...] = ()
    seconds: float = 0.0
    seed: int = 0


class CasePart(msgspec.Struct, frozen=True):
    """The verdict of a case."""

    verdict: Verdict


class MistakePart(msgspec.Struct, frozen=True):
    """A mistake's code and name; reports of earlier releases have only a message."""

    code: str
    message: str = ""
    name: str = ""


class FlagPart(msgspec.Struct, frozen=True):
    """A flag."""

    code: str
    message: str = ""


class ResultLine(msgspec.Struct, frozen=True, tag="result", omit_defaults=True):
    """One result."""

    learner: str
    exercise: str
    report: ReportPart
    answer: str = ""
    key: str = ""
    late: bool = False
    modified: float = 0.0
    at: str = ""
    attempted: float = 0.0


class FullResult(msgspec.Struct, frozen=True, tag="result", omit_defaults=True):
    """One result with all that the file keeps of it: what is written."""

    learner: str
    exercise: str
    report: Mapping[str, Any]
    answer: str = ""
    """Hash of the answer."""
    key: str = ""
    late: bool = False
    modified: float = 0.0
    at: str = ""
    attempted: float = 0.0
    code: str | None = None
    """The answer, where it is text and names may be shown."""
    sample: str | None = None
    """The answer without comments, docstrings and names, where names may not be shown."""


class Withdrawn(msgspec.Struct, frozen=True, tag="withdrawn"):
    """An answer that is not among the hand-ins any more."""

    learner: str
    exercise: str


class Overridden(msgspec.Struct, frozen=True, tag="override"):
    """A verdict that the instructor set, or with null took back."""

    learner: str
    exercise: str
    verdict: Verdict | None
    reason: str
    at: str
    answer: str = ""


class End(msgspec.Struct, frozen=True, tag="end"):
    """The end of a run."""

    at: str
    partial: bool


Line = Run | ResultLine | FullResult | Withdrawn | Overridden | End
_decoder: msgspec.json.Decoder[Any] | None = None


def decode(line: bytes) -> Line | None:
    """Return the record of a line; None if it is damaged."""
    global _decoder
    if _decoder is None:
        _decoder = msgspec.json.Decoder(Run | ResultLine | Withdrawn | Overridden | End)
    try:
        found: Line = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found


def encode(line: Line) -> bytes:
    """Return a record as a line; texts that are no Unicode (half a surrogate pair) are written as escapes."""
    try:
        return msgspec.json.encode(line) + b"\n"
    except UnicodeEncodeError:
        return msgspec.json.encode(_writable(msgspec.to_builtins(line))) + b"\n"


def _writable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, Mapping):
        return {_writable(key): _writable(part) for key, part in value.items()}
    return [_writable(part) for part in value] if isinstance(value, (list, tuple)) else value


def result_of(line: ResultLine | FullResult, place: int) -> Result:
    """Return a line as the gradebook's record; texts that repeat in a class are stored once."""
    report = line.report
    if not isinstance(report, ReportPart):
        from mxtutor.conversion import convert

        report = convert(report, ReportPart)
    mistakes = tuple(Named(sys.intern(m.code), sys.intern(m.name or m.message)) for m in report.diagnosis)
    return Result(
        sys.intern(line.learner),
        sys.intern(line.exercise),
        report.verdict,
        sys.intern(report.headline),
        mistakes,
        tuple(Named(sys.intern(flag.code), sys.intern(flag.message)) for flag in report.flags),
        sum(case.verdict is Verdict.RIGHT for case in report.cases),
        len(report.cases),
        report.seconds,
        report.seed,
        line.answer,
        line.key,
        line.late,
        line.modified,
        place,
        attempted=line.attempted,
    )

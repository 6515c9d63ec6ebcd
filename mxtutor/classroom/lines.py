"""The lines of a file of results, and the form of a result in memory, which is smaller."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Generic, TypeVar

import msgspec

from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.naming import readable
from mxtutor.classroom.scoring import HandedIn, Scoring
from mxtutor.content.workshop import Credit, Late
from mxtutor.conversion import convert
from mxtutor.grading.protocol import AspectKind, Report, Verdict

VERSION = 1
"""Version of the file's format."""
_R = TypeVar("_R")
_UNTRUSTED = ("tampered", "unverified")
"""Codes of the flags with which an answer earns no partial credit."""
_OWN_PARTS = (AspectKind.OBSERVATION, AspectKind.STATISTICS)
"""Kinds of aspects that are separate parts of a task; all others belong to the part "result"."""


class Run(msgspec.Struct, frozen=True, tag="run"):
    """The start of a run. Its learners, exercises and unread files replace those of earlier runs."""

    version: int
    started: str
    """Time in ISO 8601, UTC."""
    seed: int
    versions: Mapping[str, str]
    content: str
    """Hash of the graded exercises."""
    options: Mapping[str, str]
    exercises: tuple[str, ...]
    """Ids of the exercises that the class was set, in the order of the course."""
    learners: tuple[str, ...]
    unread: tuple[Unread, ...] = ()
    """Hand-ins that could not be read; without a learner for files outside the learners' folders."""
    anonymous: bool = False
    points: Mapping[str, float] | None = None
    """Points by exercise id; null if the class is not scored."""
    due: datetime | None = None
    late: Late = "accepted"
    titles: Mapping[str, str] = {}
    root: str = ""
    """Folder of the content; empty for mxtutor's own, and in an anonymous file."""
    credit: Credit = "all"
    called: Mapping[str, str] = {}
    """Original names of hand-ins, by learner, if a roster gives the learner another name."""
    accepted: tuple[Unread, ...] = ()
    """Answers whose names only resemble their exercise's, with the exercise as which they count."""

    @property
    def scoring(self) -> Scoring | None:
        """The rules for points; None if the class is not scored."""
        return None if self.points is None else Scoring(self.points, self.due, self.late, self.credit)

    @property
    def versions_text(self) -> str:
        """The versions on one line."""
        return "; ".join(f"{name} {version or 'missing'}" for name, version in self.versions.items())

    @property
    def options_text(self) -> str:
        """The options on one line."""
        return "; ".join(f"{name} {value}" for name, value in self.options.items())


class Named(msgspec.Struct, frozen=True):
    """A mistake or a flag of a result."""

    code: str
    message: str = ""
    name: str = ""
    """The mistake in one sentence; empty in reports of earlier releases, which have only a message."""

    @property
    def text(self) -> str:
        """The text that outputs show."""
        return self.name or self.message


class _Aspect(msgspec.Struct, frozen=True):
    aspect: str
    ok: bool
    kind: AspectKind | None = None


class _Case(msgspec.Struct, frozen=True):
    verdict: Verdict
    aspects: tuple[_Aspect, ...] = ()


class _Report(msgspec.Struct, frozen=True):
    """The fields of a report that the gradebook needs; the others stay in the file."""

    verdict: Verdict
    headline: str = ""
    cases: tuple[_Case, ...] = ()
    diagnosis: tuple[Named, ...] = ()
    flags: tuple[Named, ...] = ()
    seconds: float = 0.0
    seed: int = 0

    def parts(self) -> tuple[int, int]:
        """Return how many parts of the task are right in every case, and how many there are."""
        found: dict[str, list[bool]] = {}
        for case in self.cases:
            own: dict[str, bool] = {}
            for one in case.aspects:
                part = one.aspect if one.kind in _OWN_PARTS else ""
                own[part] = own.get(part, True) and one.ok
            for part, ok in own.items():
                found.setdefault(part, []).append(ok)
        return sum(len(oks) == len(self.cases) and all(oks) for oks in found.values()), len(found)


class ResultLine(msgspec.Struct, Generic[_R], frozen=True, kw_only=True, omit_defaults=True, tag="result"):
    """The result of one answer of one learner.

    It is written with the full report as plain data, and read with the fields of the report that the gradebook needs.
    """

    learner: str
    exercise: str
    answer: str = ""
    """Hash of the answer."""
    key: str = ""
    """Hash of everything that the result depends on (`fingerprints.result_key`)."""
    late: bool = False
    """Whether a learning platform marked the answer as late."""
    modified: float = 0.0
    """When the file was last changed, seconds since 1970; 0 if unknown."""
    at: str = ""
    attempted: float = 0.0
    """`HandIn.attempted`: when the learner first checked or set aside this answer, seconds since 1970; 0 if unknown."""
    report: _R
    code: str | None = None
    """Source of the answer, if it is text and the file is not anonymous."""
    sample: str | None = None
    """Source without comments, docstrings and names, in an anonymous file."""


class Withdrawn(msgspec.Struct, frozen=True, tag="withdrawn"):
    """An answer that is not among the hand-ins any more."""

    learner: str
    exercise: str


class Overridden(msgspec.Struct, frozen=True, tag="override", omit_defaults=True):
    """A verdict or points that the instructor set; without both, an earlier override is withdrawn."""

    learner: str
    exercise: str
    verdict: Verdict | None
    reason: str
    at: str
    """Time in ISO 8601, UTC."""
    answer: str = ""
    """Hash of the answer that the instructor judged; empty if no answer was graded."""
    points: float | None = None


class End(msgspec.Struct, frozen=True, tag="end"):
    """The end of a run."""

    at: str
    partial: bool


Line = Run | ResultLine[Any] | Withdrawn | Overridden | End
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Run | ResultLine[_Report] | Withdrawn | Overridden | End)


def decode(line: bytes) -> Line | None:
    """Return the record in a line of the file; None if the line is damaged."""
    try:
        found: Line = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found


def encode(line: Line) -> bytes:
    """Return a record as a line; lone surrogates in texts are written as escapes."""
    try:
        return msgspec.json.encode(line) + b"\n"
    except UnicodeEncodeError:
        return msgspec.json.encode(_writable(msgspec.to_builtins(line))) + b"\n"


def _writable(value: Any) -> Any:
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, Mapping):
        return {_writable(key): _writable(part) for key, part in value.items()}
    return [_writable(part) for part in value] if isinstance(value, (list, tuple)) else value


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one answer, kept small for classes of thousands."""

    learner: str
    exercise: str
    graded: Verdict
    """The verdict of the grader."""
    headline: str
    mistakes: tuple[Named, ...] = ()
    flags: tuple[Named, ...] = ()
    cases_right: int = 0
    cases: int = 0
    parts_right: int = 0
    parts: int = 0
    """Number of parts of the task: the result, and each further observation, such as a gradient."""
    seconds: float = 0.0
    seed: int = 0
    answer: str = ""
    key: str = ""
    late: bool = False
    modified: float = 0.0
    attempted: float = 0.0
    """The last five fields are those of `ResultLine`."""
    place: int = -1
    """Offset of the full report in the file of results; negative without one."""
    override: Overridden | None = None

    @classmethod
    def of(cls, line: ResultLine[_Report], place: int) -> Result:
        """Return the result in a line; interned texts keep repeated ones in memory only once."""

        def named(all_of_them: tuple[Named, ...]) -> tuple[Named, ...]:
            return tuple(Named(sys.intern(one.code), sys.intern(one.text)) for one in all_of_them)

        report = line.report
        right = sum(case.verdict is Verdict.RIGHT for case in report.cases)
        return cls(
            sys.intern(line.learner), sys.intern(line.exercise), report.verdict, sys.intern(report.headline),
            named(report.diagnosis), named(report.flags), right, len(report.cases), *report.parts(), report.seconds,
            report.seed, line.answer, line.key, line.late, line.modified, line.attempted, place,
        )  # fmt: skip

    @property
    def handed_in(self) -> HandedIn:
        """When the answer was handed in, and how this is known."""
        seconds = self.attempted or self.modified
        try:
            when = datetime.fromtimestamp(seconds, timezone.utc) if seconds else None
        except (ValueError, OverflowError, OSError):  # the time of a file may be any number
            return HandedIn()
        return HandedIn(when, "attempt" if self.attempted else "file" if when else "none")

    @property
    def verdict(self) -> Verdict:
        """The verdict that counts: the instructor's, or else the grader's."""
        return self.override.verdict if self.override and self.override.verdict else self.graded

    @property
    def right(self) -> bool:
        """Whether the answer counts as right."""
        return self.verdict is Verdict.RIGHT

    @property
    def outdated(self) -> bool:
        """Whether the instructor's override was made for another answer than the current one."""
        return bool(self.override and self.override.answer and self.override.answer != self.answer)

    def share(self, credit: Credit) -> float:
        """Return the partial credit of an answer that is not right, from 0 to 1, under a workshop's rule.

        The grader protects only the verdict "right" against tampering; flagged answers therefore get no partial credit.
        """
        verdict_set = self.override is not None and self.override.verdict is not None
        if verdict_set or any(flag.code in _UNTRUSTED for flag in self.flags):
            return 0.0
        right, all_of_them = {"cases": (self.cases_right, self.cases), "parts": (self.parts_right, self.parts)}.get(
            credit, (0, 0)
        )
        return right / all_of_them if all_of_them else 0.0


def share_of(report: Report, credit: Credit) -> float:
    """Return the partial credit of an answer with this report, as `Result.share`."""
    line = ResultLine(learner="", exercise=report.exercise, report=convert(report.to_json(), _Report))
    return Result.of(line, -1).share(credit)

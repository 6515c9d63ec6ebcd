"""The typed events of a learner; the store contains nothing else but drafts and settings.

Standings, review cards, mistakes, statistics and time of work are computed from the events (`summary.py`).
"""

from __future__ import annotations

import contextlib
import hashlib
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, Union

import msgspec
from msgspec import Meta

from mxtutor.assessment import records
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.progress.times import UNKNOWN_TIME, time_in

Text = Annotated[str, Meta(max_length=100_000)]
Word = Annotated[str, Meta(max_length=200)]
Seconds = Annotated[float, Meta(ge=0, le=1e9)]
Count = Annotated[int, Meta(ge=0, le=1 << 62)]
Purpose = Literal["assessment", "placement"]


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """An exercise was opened."""


class Checked(msgspec.Struct, frozen=True, tag="checked", omit_defaults=True):
    """An answer was checked; the event also has its code and the full report."""

    verdict: Verdict
    headline: Text = ""
    seconds: Seconds = 0.0
    """Run time of the answer, in seconds."""
    seed: Annotated[str, Meta(pattern=r"^-?[0-9]{1,1000}\Z")] = "0"
    """Seed as a decimal number; as text, because it may exceed 64 bits."""
    task: Text = ""
    """Hash of the answered exercise; empty for drills, and for attempts of earlier releases."""
    drill: bool = False
    made: dict[Text, Text] = {}
    """The mistakes in the report: code to sentence."""
    guessed: bool = False
    """Whether a right answer may be a guess, as with options."""
    worked: Seconds = 0.0
    """Time of work since the previous event, in seconds."""


class SetAside(msgspec.Struct, frozen=True, tag="set-aside"):
    """The draft, which is the event's code, was replaced by another text."""


class Live(msgspec.Struct, frozen=True, tag="live"):
    """The learner saw a live verdict before the first check."""

    verdict: Verdict


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """A hint was opened."""

    step: Annotated[int, Meta(ge=0, le=1000)]
    """Number of the hint, from 1."""


class GaveUp(msgspec.Struct, frozen=True, tag="gave-up"):
    """The learner asked for the solution before a right answer."""


class Solution(msgspec.Struct, frozen=True, tag="solution"):
    """The solution was opened; stored only for a class."""


class HelpCall(msgspec.Struct, frozen=True, tag="call"):
    """The learner called the class for help, or withdrew the call."""

    needs_help: bool


class Unsent(msgspec.Struct, frozen=True, tag="unsent"):
    """A message to a class that a release before 0.4.0 had not sent."""

    url: Text
    message: dict[Text, object]
    """The fields of `mxtutor.live.events.SentEvent` that this event does not have itself."""


class Known(msgspec.Struct, frozen=True, tag="known"):
    """An exercise counts as known after a placement, or no longer counts as known."""

    counts: bool


class Worked(msgspec.Struct, frozen=True, tag="worked", omit_defaults=True):
    """Time of work that is not in the event of a check, or time in a part of a workshop; then `exercise` is empty."""

    seconds: Seconds
    part: Text = ""
    """Titles of workshop and part."""


class ReadLesson(msgspec.Struct, frozen=True, tag="read"):
    """A lesson was read to the end; `exercise` is empty."""

    lesson: Text


class AssessmentBegun(msgspec.Struct, frozen=True, tag="session"):
    """An assessment or a placement began, or its learner's name changed; `exercise` is empty."""

    session: Text
    """Id of the session, which begins with the time."""
    purpose: Purpose
    begun: Text
    learner: Text
    plan: records.Blueprint


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """An item of an assessment or a placement was answered."""

    session: Text
    response: records.Response
    used: Seconds
    """Seconds used in the session so far, without pauses."""


class Assessed(msgspec.Struct, frozen=True, tag="assessed"):
    """An assessment or a placement ended, or its report was made."""

    session: Text
    ended: records.Ending
    used: Seconds
    report: records.AssessmentReport | None


class StartedOver(msgspec.Struct, frozen=True, tag="started-over"):
    """An exercise was started over, or with an empty `exercise` the lessons."""

    seen: dict[Text, Count]
    """For each device, the number of the last event that no longer counts."""


class Reviewed(msgspec.Struct, frozen=True, tag="reviewed"):
    """A review card of an earlier release; it replaces the card computed from the events before."""

    mistake: Text
    """Code of the mistake; empty for the exercise itself."""
    name: Text
    times: Count
    made: Text
    """Time in ISO 8601."""
    passes: Count
    stability: Annotated[float, Meta(gt=0, le=1e9)]
    difficulty: Annotated[float, Meta(ge=1, le=10)]
    reviewed: Text
    """Day, YYYY-MM-DD."""
    due: Text


What = Union[  # noqa: UP007 - msgspec reads it at run time, in Python 3.10 too
    Opened, Checked, SetAside, Live, Hint, GaveUp, Solution, HelpCall, Unsent, Known, Worked, ReadLesson,
    AssessmentBegun, Answered, Assessed, StartedOver, Reviewed
]  # fmt: skip
KINDS = tuple(str(one.__struct_config__.tag) for one in What.__args__)  # type: ignore[attr-defined]
_DECODER: msgspec.json.Decoder[What] = msgspec.json.Decoder(What)


@dataclass(frozen=True, slots=True)
class Event:
    """A stored event; in all homes that have it, it is the same except for `number`."""

    id: str
    """32 hexadecimal digits."""
    device: str
    """Id of the home in which the event was made."""
    seq: int
    """Number among the events of its device, from 1: their order, independent of the clock."""
    at: datetime
    exercise: str
    """Id of the exercise; empty for lessons and assessments."""
    what: What
    code: str | None = None
    report: str | None = None
    """The report as JSON."""
    number: int = 0
    """Number in this home's table; 0 before it is stored."""

    @property
    def kind(self) -> str:
        """Name of the event's kind, one of `KINDS`."""
        return str(self.what.__struct_config__.tag)


def encoded(what: What) -> str:
    """Return an event's data as JSON."""
    return msgspec.json.encode(what).decode()


def decoded(data: object) -> What | None:
    """Return an event's data from JSON; None if it is damaged, or of a newer release."""
    try:
        return _DECODER.decode(data) if isinstance(data, str) else None
    except (msgspec.DecodeError, RecursionError):
        return None


def new_id() -> str:
    return uuid.uuid4().hex


def id_of(*parts: object) -> str:
    """Return an id computed from an event's contents, so that copies of an old file give the same events."""
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:32]


def checked(
    report: Report, *, task: str = "", drill: bool = False, guessed: bool = False, worked: float = 0.0
) -> Checked:
    """Return the data of a check's event, without code and report."""
    headline, made = storable(report.headline), mistakes_in(report)
    return Checked(report.verdict, headline, report.seconds, str(report.seed), task, drill, made, guessed, worked)


def mistakes_in(report: Report) -> dict[str, str]:
    """Return the mistakes in a report: code to sentence."""
    return {found.code: storable(found.name or found.message) for found in report.diagnosis}


def in_order(events: Iterable[Event]) -> list[Event]:
    """Return events in order: those of one device by their numbers, devices merged by time."""
    latest: dict[str, datetime] = {}
    keyed = []
    for event in sorted(events, key=lambda one: one.seq):
        latest[event.device] = max(event.at, latest.get(event.device, UNKNOWN_TIME))
        keyed.append((latest[event.device], event.number, event))
    return [event for _, _, event in sorted(keyed, key=lambda one: one[:2])]


def counting(events: Iterable[Event]) -> list[Event]:
    """Return the events that still count: those after the exercise was last started over."""
    events = list(events)
    seen: dict[str, int] = {}
    for event in events:
        if isinstance(event.what, StartedOver):
            for device, last in event.what.seen.items():
                seen[device] = max(last, seen.get(device, 0))
    return [event for event in events if event.seq > seen.get(event.device, 0)]


def last_seen(events: Iterable[Event]) -> dict[str, int]:
    """Return the number of each device's last event, by device."""
    seen: dict[str, int] = {}
    for event in events:
        seen[event.device] = max(event.seq, seen.get(event.device, 0))
    return seen


def storable(text: str) -> str:
    """Return text that UTF-8 can encode: a pasted lone surrogate must not prevent saving."""
    return text.encode("utf-8", "replace").decode("utf-8")


class Exported(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event in an export; unknown keys are ignored."""

    id: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    device: Annotated[str, Meta(min_length=1, max_length=64)]
    seq: Annotated[int, Meta(gt=0, le=1 << 62)]
    at: Word
    exercise: Word
    what: What
    code: Annotated[str, Meta(max_length=1 << 24)] | None = None
    report: object = None


def to_export(event: Event) -> Exported:
    """Convert an event for an export; a damaged report is left out."""
    report = None
    with contextlib.suppress(msgspec.DecodeError, RecursionError):
        report = None if event.report is None else msgspec.json.decode(event.report)
    at = event.at.isoformat()
    return Exported(event.id, event.device, event.seq, at, event.exercise, event.what, event.code, report)


def from_export(one: Exported) -> Event:
    """Convert an event of an export.

    Raises:
        ValueError: time or report are damaged; a damaged report may also raise TypeError or RecursionError.
    """
    when = time_in(one.at)
    if when is None:
        raise ValueError(f"an event of {one.exercise or 'a lesson'} has the time {one.at!r}")
    report = None if one.report is None else msgspec.json.encode(Report.from_json(one.report).to_json()).decode()
    return Event(one.id, one.device, one.seq, when, one.exercise, one.what, one.code, report)

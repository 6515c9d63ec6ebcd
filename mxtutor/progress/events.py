"""What a learner did, as typed events: the only thing that the store keeps of it, besides drafts and settings.

Everything else (standings, review cards, mistakes, statistics, time of work) is computed from them: `summary.py`.
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
Seconds = Annotated[float, Meta(ge=0, le=1e9)]
Count = Annotated[int, Meta(ge=0, le=1 << 62)]
Purpose = Literal["assessment", "placement"]


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """An exercise was opened."""


class Checked(msgspec.Struct, frozen=True, tag="checked", omit_defaults=True):
    """An answer was checked; the event has its code and the whole report, too."""

    verdict: Verdict
    headline: Text = ""
    seconds: Seconds = 0.0
    """Run time of the answer."""
    seed: Annotated[str, Meta(pattern=r"^-?[0-9]{1,1000}\Z")] = "0"
    """A decimal number, as text because it may exceed 64 bits."""
    task: Text = ""
    """Hash of the task that was answered; empty for drills, and for attempts of earlier releases."""
    drill: bool = False
    made: dict[Text, Text] = {}
    """The mistakes that the report names: code to a sentence."""
    guessed: bool = False
    """Whether a right answer may be chance, as with options."""
    worked: Seconds = 0.0
    """Time of work since the event before."""


class SetAside(msgspec.Struct, frozen=True, tag="set-aside"):
    """Another text took the place of the draft, which the event has as its code."""


class Live(msgspec.Struct, frozen=True, tag="live"):
    """The learner saw a live verdict before the first check."""

    verdict: Verdict


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """A hint was opened."""

    step: Annotated[int, Meta(ge=0, le=1000)]
    """Counted from 1."""


class GaveUp(msgspec.Struct, frozen=True, tag="gave-up"):
    """The learner asked for the solution before a right answer."""


class Solution(msgspec.Struct, frozen=True, tag="solution"):
    """The solution was opened; kept for a class only."""


class Call(msgspec.Struct, frozen=True, tag="call"):
    """The learner asked the class for help, or took that back."""

    needs_help: bool


class Unsent(msgspec.Struct, frozen=True, tag="unsent"):
    """A message to a class that a release before 0.4.0 wrote and did not send."""

    url: Text
    message: dict[Text, object]
    """The fields of `mxtutor.live.events.Event` that this event has not itself."""


class Known(msgspec.Struct, frozen=True, tag="known"):
    """A placement proved an exercise, or the learner took that back, or took it up again."""

    counts: bool


class Worked(msgspec.Struct, frozen=True, tag="worked"):
    """Time of work that no check has."""

    seconds: Seconds


class ReadLesson(msgspec.Struct, frozen=True, tag="read"):
    """A lesson was read to its end; the event has no exercise."""

    lesson: Text


class Session(msgspec.Struct, frozen=True, tag="session"):
    """An assessment or a placement began, or its learner took another name; these events have no exercise."""

    session: Text
    """Its id, which begins with the time."""
    purpose: Purpose
    begun: Text
    learner: Text
    plan: records.Blueprint


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """An item of an assessment or a placement was answered."""

    session: Text
    response: records.Response
    used: Seconds
    """Time used in the whole session so far, without pauses."""


class Assessed(msgspec.Struct, frozen=True, tag="assessed"):
    """An assessment or a placement ended, or its report was made."""

    session: Text
    ended: records.Ending
    used: Seconds
    report: records.Report | None


class StartedOver(msgspec.Struct, frozen=True, tag="started-over"):
    """An exercise was started over; without an exercise, the lessons were."""

    seen: dict[Text, Count]
    """For each device the number of its last event that does not count any more."""


class Reviewed(msgspec.Struct, frozen=True, tag="reviewed"):
    """A review card as an earlier release kept it; it takes the place of what earlier events say of the card."""

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
    Opened, Checked, SetAside, Live, Hint, GaveUp, Solution, Call, Unsent, Known, Worked, ReadLesson,
    Session, Answered, Assessed, StartedOver, Reviewed
]  # fmt: skip
KINDS = tuple(str(one.__struct_config__.tag) for one in What.__args__)  # type: ignore[attr-defined]
_DECODER: msgspec.json.Decoder[What] = msgspec.json.Decoder(What)


@dataclass(frozen=True, slots=True)
class Event:
    """One event as it is stored; all homes that have it have the same, but for `number`."""

    id: str
    """32 hexadecimal digits."""
    device: str
    """The home that it comes from."""
    seq: int
    """Number among the events of its device, from 1: their order, whatever the clock showed."""
    at: datetime
    exercise: str
    """Empty for lessons."""
    what: What
    code: str | None = None
    report: str | None = None
    """JSON."""
    number: int = 0
    """Place in this home's table."""

    @property
    def kind(self) -> str:
        """Name of its kind, one of `KINDS`."""
        return str(self.what.__struct_config__.tag)


def encoded(what: What) -> str:
    """Return the text of an event's data."""
    return msgspec.json.encode(what).decode()


def decoded(data: object) -> What | None:
    """Return the data of an event; None if they are damaged, or of a newer release."""
    try:
        return _DECODER.decode(data) if isinstance(data, str) else None
    except (msgspec.DecodeError, RecursionError):
        return None


def new_id() -> str:
    """Return an id that no other event has."""
    return uuid.uuid4().hex


def id_of(*parts: object) -> str:
    """Return an id that follows from what an event says: two copies of one old file give the same events."""
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:32]


def checked(
    report: Report, *, task: str = "", drill: bool = False, guessed: bool = False, worked: float = 0.0
) -> Checked:
    """Return the event of a check, without its code and its report."""
    headline, made = storable(report.headline), mistakes_in(report)
    return Checked(report.verdict, headline, report.seconds, str(report.seed), task, drill, made, guessed, worked)


def mistakes_in(report: Report) -> dict[str, str]:
    """Return the mistakes that a report names: code to a sentence."""
    return {found.code: storable(found.name or found.message) for found in report.diagnosis}


def in_order(events: Iterable[Event]) -> list[Event]:
    """Return events in the order in which they happened: those of one device in its order, else by their times."""
    latest: dict[str, datetime] = {}
    keyed = []
    for event in sorted(events, key=lambda one: one.seq):
        latest[event.device] = max(event.at, latest.get(event.device, UNKNOWN_TIME))
        keyed.append((latest[event.device], event.number, event))
    return [event for _, _, event in sorted(keyed, key=lambda one: one[:2])]


def counting(events: Iterable[Event]) -> list[Event]:
    """Return the events that no later start took back."""
    events = list(events)
    seen: dict[str, int] = {}
    for event in events:
        if isinstance(event.what, StartedOver):
            for device, last in event.what.seen.items():
                seen[device] = max(last, seen.get(device, 0))
    return [event for event in events if event.seq > seen.get(event.device, 0)]


def last_seen(events: Iterable[Event]) -> dict[str, int]:
    """Return the number of each device's last event."""
    seen: dict[str, int] = {}
    for event in events:
        seen[event.device] = max(event.seq, seen.get(event.device, 0))
    return seen


def storable(text: str) -> str:
    """Return text that UTF-8 can encode: a pasted half of a surrogate pair must not prevent saving."""
    return text.encode("utf-8", "replace").decode("utf-8")


class Exported(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event in an export; keys that later releases add are ignored."""

    id: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    device: Annotated[str, Meta(min_length=1, max_length=64)]
    seq: Annotated[int, Meta(gt=0, le=1 << 62)]
    at: Annotated[str, Meta(max_length=200)]
    exercise: Annotated[str, Meta(max_length=200)]
    what: What
    code: Annotated[str, Meta(max_length=1 << 24)] | None = None
    report: object = None


def to_export(event: Event) -> Exported:
    """Return an event for an export; a damaged report is left out."""
    report = None
    with contextlib.suppress(msgspec.DecodeError, RecursionError):
        report = None if event.report is None else msgspec.json.decode(event.report)
    at = event.at.isoformat()
    return Exported(event.id, event.device, event.seq, at, event.exercise, event.what, event.code, report)


def from_export(one: Exported) -> Event:
    """Return an event of an export.

    Raises:
        ValueError: its time or its report is damaged; a report may also raise TypeError or RecursionError.
    """
    when = time_in(one.at)
    if when is None:
        raise ValueError(f"an event of {one.exercise or 'a lesson'} has the time {one.at!r}")
    report = None if one.report is None else msgspec.json.encode(Report.from_json(one.report).to_json()).decode()
    return Event(one.id, one.device, one.seq, when, one.exercise, one.what, one.code, report)

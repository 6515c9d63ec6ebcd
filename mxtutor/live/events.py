"""The JSON messages between tutors and a class server: events, batches, and the server's responses.

`docs/serve.md` describes every field for learners: add new fields there, too.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from mxtutor.content.records import Id
from mxtutor.conversion import convert
from mxtutor.progress.events import storable

VERSION: Final = 1
Kind = Literal["opened", "attempt", "hint", "solution", "gave-up", "help", "help-withdrawn"]
"""`opened`: an exercise was opened. `help`, `help-withdrawn`: the learner called for help, and withdrew the call."""
HELPED = "helped"
"""Kind of the instructor's only events: the learner was helped."""
CALLS = ("help", "help-withdrawn", HELPED)
"""Kinds of the events that decide whether a call for help is open."""

MAX_BATCH = 200
"""Maximum number of events in one request."""
MAX_BODY = 4 << 20
"""Largest request, in bytes."""
MAX_CODE = 64 << 10
"""Longest code of an answer that is sent, in characters; longer code is left out."""
MAX_EVENT = 128 << 10
"""Largest event that is stored, in bytes."""
ROW_BYTES = 400
"""Approximate size of a stored event without its code and its mistakes, in bytes."""
MAX_MISTAKES = 20
"""Maximum number of mistakes in one event."""
MAX_TEXT = 200
"""Maximum length of every text but the answer's code, in characters."""
_UUID = r"^[0-9a-f]{32}\Z"
LAST_TIME = 253_402_300_799.0
"""The latest time that Python's dates can represent, in seconds since 1970."""
Identity = Annotated[str, Meta(pattern=_UUID)]


class SentMistake(msgspec.Struct, frozen=True):
    """A named mistake of an answer; the class view has the texts from the content."""

    code: str


class SentEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One action of a learner."""

    id: Identity
    """32 hexadecimal digits, unique: the server stores an event once, however often it arrives."""
    seq: Annotated[int, Meta(ge=1, lt=1 << 53)]
    """Increasing number on the learner's device, from 1: the order of events, independent of the clock."""
    at: float
    """Time by the device's clock, in seconds since 1970."""
    kind: Kind
    exercise: Annotated[Id, Meta(max_length=MAX_TEXT)]
    verdict: str = ""
    mistakes: Annotated[tuple[SentMistake, ...], Meta(max_length=MAX_MISTAKES)] = ()
    seconds: float = 0.0
    """Run time of the answer, in seconds."""
    seed: str = ""
    """Seed as a decimal number; as text, because it may exceed 64 bits."""
    content: str = ""
    """For an attempt, hash of the exercise on the device."""
    hint: int = 0
    """Number of the hint that was opened, counted from 1."""
    code: Annotated[str, Meta(max_length=MAX_CODE)] | None = None
    """The answer; only if the learner or the workshop shares code."""


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """The events in one request of a tutor."""

    version: Literal[1]
    device: Identity
    """32 random hexadecimal digits, chosen at the first event; unrelated to the machine."""
    sent: Annotated[float, Meta(ge=0, le=LAST_TIME)]
    """Time of sending by the device's clock, from which the server computes the clock's error."""
    events: tuple[Any, ...]
    """Events, checked one by one, so that a damaged one does not block the others."""


FULL = "full"
"""Code of a refusal: the store accepts no further events of this learner."""


class RefusedEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that the server will never store."""

    id: str
    reason: str
    code: str = ""
    """`FULL`, or empty if the event itself is invalid."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The server's response to a batch: the events that the tutor need not send again."""

    stored: tuple[str, ...]
    """Ids of the events that are in the store, now or since an earlier request."""
    refused: tuple[RefusedEvent, ...] = ()


class ClassInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A class server's description of the class."""

    version: int
    title: str
    share_code: bool = False
    """Whether the class also gets the code of answers."""
    exercises: tuple[str, ...] = ()
    """Exercises whose events are sent; empty for all exercises."""
    help_in: str | msgspec.UnsetType = msgspec.UNSET
    """The exercise with an open call for help of the learner; empty for none."""
    token: str = ""
    """A new token, in the response to a learner who joined with the class code."""


def is_id(text: object) -> bool:
    """Return whether `text` is a valid id of an event or a device."""
    return isinstance(text, str) and re.match(_UUID, text) is not None


def check_event(data: object) -> SentEvent:
    """Convert plain data to an event, with texts that any database can store.

    Raises:
        ValueError: the data is no event; the message is one short line.
    """
    event: SentEvent = convert(data, SentEvent)  # its ValidationError is a ValueError
    event = cleaned(event)
    if size_of(event) > MAX_EVENT:
        raise ValueError(f"the event has more than {MAX_EVENT >> 10} KiB")
    return event


def size_of(event: SentEvent) -> int:
    """Return the approximate size of an event in a store, in bytes."""
    texts = (event.code or "", *(one.code for one in event.mistakes))
    return ROW_BYTES + sum(len(text.encode()) for text in texts)


def cleaned(event: SentEvent) -> SentEvent:
    """Return an event with numbers and texts that any database can store."""
    return msgspec.structs.replace(
        event,
        at=min(max(event.at, 0.0), LAST_TIME),
        verdict=_kept(event.verdict),
        mistakes=tuple(SentMistake(_kept(m.code)) for m in event.mistakes),
        seconds=min(max(event.seconds, 0.0), 1e9),
        seed=_kept(event.seed, 40),
        content=_kept(event.content),
        hint=min(max(event.hint, 0), 99),
        code=None if event.code is None else _kept(event.code, MAX_CODE),
    )


def _kept(text: str, most: int = MAX_TEXT) -> str:
    """Return text that any database can store: no NUL, no lone surrogate, at most `most` characters."""
    return storable(text[:most]).replace("\0", "\ufffd")

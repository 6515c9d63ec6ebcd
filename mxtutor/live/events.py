"""What tutors tell a class server: events, batches of them, and the answers of the server. All of it is JSON.

`docs/serve.md` describes every field for learners: add what you add here.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta

from mxtutor.content.records import Id
from mxtutor.conversion import convert

VERSION: Final = 1
Kind = Literal["opened", "attempt", "hint", "solution", "gave-up", "help", "help-withdrawn"]
"""`opened`: an exercise was opened. `help`, `help-withdrawn`: "I need help" was pressed, and taken back."""
KINDS: tuple[str, ...] = get_args(Kind)
HELPED = "helped"
"""Kind of the events that the instructor adds: "I need help" was answered."""
CALLS = ("help", "help-withdrawn", HELPED)
"""Kinds of the events that say whether a learner asks for help."""

MAX_BATCH = 200
"""Events in one request."""
MAX_BODY = 4 << 20
"""Bytes of the largest request."""
MAX_CODE = 64 << 10
"""Characters of the longest answer that is sent; longer ones are cut to nothing."""
MAX_EVENT = 128 << 10
"""Bytes of the largest event that is stored."""
ROW_BYTES = 400
"""Bytes of a stored event without its long texts, about."""
MAX_HEADLINE = 500
MAX_MISTAKES = 20
MAX_TEXT = 200
"""Characters of a mistake's code and of its name, and of every other short text."""
_UUID = r"^[0-9a-f]{32}\Z"
_YEAR_9999 = 253_402_300_799.0
"""Seconds since 1970: the last time that a date can have."""
Identity = Annotated[str, Meta(pattern=_UUID)]


class Mistake(msgspec.Struct, frozen=True):
    """A named mistake of an answer."""

    code: str
    name: str = ""
    """One sentence for people."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that a learner did."""

    id: Identity
    """32 hexadecimal digits, unique: the server stores an event once, however often it arrives."""
    seq: Annotated[int, Meta(ge=1, lt=1 << 53)]
    """Number on the learner's device, from 1, growing: the order of the events, whatever the clock shows."""
    at: float
    """The device's clock, in seconds since 1970."""
    kind: Kind
    exercise: Annotated[Id, Meta(max_length=MAX_TEXT)]
    verdict: str = ""
    headline: str = ""
    mistakes: Annotated[tuple[Mistake, ...], Meta(max_length=MAX_MISTAKES)] = ()
    seconds: float = 0.0
    """Run time of the answer."""
    seed: str = ""
    """A decimal number, as text because it may exceed 64 bits."""
    content: str = ""
    """Hash of the task, as it is on the device, for an attempt."""
    hint: int = 0
    """Number of the hint that was opened, counted from 1."""
    code: Annotated[str, Meta(max_length=MAX_CODE)] | None = None
    """The answer; only if the learner or the workshop shares code."""


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """What a tutor sends."""

    version: Literal[1]
    device: Identity
    """32 hexadecimal digits that the tutor chose at its first event; they say nothing about the machine."""
    sent: Annotated[float, Meta(ge=0, le=_YEAR_9999)]
    """The device's clock at the time of sending: the server learns from it how far that clock is off."""
    events: tuple[Any, ...]
    """Each is checked on its own, so that a damaged one does not hold back the others."""


FULL = "full"
"""Code of a refusal: the store takes no more of this learner's events."""


class Refused(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that the server will never store."""

    id: str
    reason: str
    code: str = ""
    """`full`, or empty for a fault of the event."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The server's answer to a batch: what the tutor need not send again."""

    stored: tuple[str, ...]
    """Ids of the events that are in the store, now or since an earlier request."""
    refused: tuple[Refused, ...] = ()


class ClassInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a class server says about the class."""

    version: int
    title: str
    share_code: bool = False
    """Whether the class gets the code of answers, too."""
    exercises: tuple[str, ...] = ()
    """Events of other exercises are not sent; empty for all exercises."""
    help_in: str | msgspec.UnsetType = msgspec.UNSET
    """The exercise in which the learner asks for help and was not helped yet; empty for none."""
    token: str = ""
    """A new token, in the answer to a learner who joined with the class code."""


def is_id(text: object) -> bool:
    """Return whether this can be the id of an event or a device."""
    return isinstance(text, str) and re.match(_UUID, text) is not None


def check_event(data: object) -> Event:
    """Return the event that plain data describes, with texts that any database can hold.

    Raises:
        ValueError: it is no event; the message is one short line.
    """
    event: Event = convert(data, Event)  # its ValidationError is a ValueError
    event = cleaned(event)
    if size_of(event) > MAX_EVENT:
        raise ValueError(f"the event has more than {MAX_EVENT >> 10} KiB")
    return event


def size_of(event: Event) -> int:
    """Return how many bytes an event takes in a store, about."""
    texts = (event.code or "", event.headline, *(text for one in event.mistakes for text in (one.code, one.name)))
    return ROW_BYTES + sum(len(text.encode()) for text in texts)


def cleaned(event: Event) -> Event:
    """Return an event with numbers and texts that any database can hold."""
    return msgspec.structs.replace(
        event,
        at=min(max(event.at, 0.0), _YEAR_9999),
        verdict=storable(event.verdict, MAX_TEXT),
        headline=storable(event.headline, MAX_HEADLINE),
        mistakes=tuple(Mistake(storable(m.code, MAX_TEXT), storable(m.name, MAX_TEXT)) for m in event.mistakes),
        seconds=min(max(event.seconds, 0.0), 1e9),
        seed=storable(event.seed, 40),
        content=storable(event.content, MAX_TEXT),
        hint=min(max(event.hint, 0), 99),
        code=None if event.code is None else storable(event.code, MAX_CODE),
    )


def storable(text: str, most: int) -> str:
    """Return text that every database can hold: no NUL, no half of a surrogate pair, at most `most` characters."""
    return text[:most].encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")

"""What a class gets: messages that follow from the events that it has not confirmed."""

from __future__ import annotations

from typing import Any

import msgspec

from mxtutor.conversion import convert
from mxtutor.live.events import MAX_CODE, MAX_MISTAKES, Event, Kind, Mistake, cleaned
from mxtutor.live.membership import Membership
from mxtutor.progress import events as progress
from mxtutor.progress.store import ProgressStore


def waiting(store: ProgressStore, membership: Membership) -> list[tuple[int, Event]]:
    """Return the messages that are to be sent to a class, the oldest first, each with the number of its event.

    Raises:
        StoreError: the store cannot be read.
    """
    found = [(event.number, message_of(event)) for event in store.unsent(membership.url)]
    return [(number, one) for number, one in found if one is not None and membership.wants(one.exercise)]


def refused(store: ProgressStore, url: str) -> list[tuple[Event, str]]:
    """Return the messages that a class refused for ever, each with the reason.

    Raises:
        StoreError: the store cannot be read.
    """
    found = [(message_of(event), reason) for event, reason in store.refused(url)]
    return [(one, reason) for one, reason in found if one is not None]


def message_of(event: progress.Event) -> Event | None:
    """Return what a class gets of an event, with the event's code; None if it gets nothing of it."""
    found = _fields(event)
    if found is None:
        return None
    kind, fields = found
    plain = {"kind": kind, **fields, "id": event.id, "seq": event.seq, "at": event.at.timestamp()}
    try:
        return cleaned(convert({**plain, "exercise": event.exercise}, Event))
    except (msgspec.MsgspecError, ValueError):  # of another release
        return None


def _fields(event: progress.Event) -> tuple[Kind | None, dict[str, Any]] | None:
    """Return the kind of a message, None if the fields have it, and its other fields."""
    match event.what:
        case progress.Opened():
            return "opened", {}
        case progress.Checked(drill=False) as check:
            mistakes = [Mistake(code, name) for code, name in check.made.items()][:MAX_MISTAKES]
            code = event.code if event.code is not None and len(event.code) <= MAX_CODE else None
            return "attempt", {
                "verdict": check.verdict.value, "headline": check.headline, "mistakes": msgspec.to_builtins(mistakes),
                "seconds": check.seconds, "seed": check.seed, "content": check.task[:16], "code": code,
            }  # fmt: skip
        case progress.Hint(step=step):
            return "hint", {"hint": step}
        case progress.Solution():
            return "solution", {}
        case progress.GaveUp():
            return "gave-up", {}
        case progress.Call(needs_help=needed):
            return "help" if needed else "help-withdrawn", {}
        case progress.Unsent(message=message):
            return None, message
    return None

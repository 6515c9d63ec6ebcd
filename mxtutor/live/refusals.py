"""What a server refuses, on the instructor's terminal: a line for each address and minute, whatever comes in."""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mxtutor.live.limits import Bucket, Clock

MINUTE = 60.0
MAX_KEYS = 1000
"""Addresses, each with one reason, whose refusals are counted on their own."""
ALL_LINES = (10.0 / MINUTE, 20.0)
"""Lines about all addresses together: per second in the long run, and at once."""
_OTHERS = "other addresses"
_NOT_HTTP = "a request that is not valid HTTP"


@dataclass(slots=True)
class _Count:
    """Refusals of one address for one reason."""

    since: float
    """When its last line was written."""
    more: int = 0
    """Refusals since then."""


class Refusals:
    """Counts refusals, and says the first of each address and reason at once, the others as a number, a minute later.

    Any thread may call it: a lost count costs nothing.
    """

    def __init__(self, say: Callable[[str, str], object], clock: Clock = time.monotonic) -> None:
        """Call `say` with an address, or what else stands for a caller, and a reason; `clock` never goes back."""
        self._say, self._clock = say, clock
        self._counts: OrderedDict[tuple[str, str], _Count] = OrderedDict()
        self._lines = Bucket(*ALL_LINES, clock)
        self._others = 0
        """Refusals of addresses that got no line of their own."""

    def note(self, who: str, reason: str) -> None:
        """Count one refusal."""
        self.look()
        key = (who, reason)
        if key in self._counts:
            self._counts[key].more += 1
        elif len(self._counts) >= MAX_KEYS or self._lines.wait:
            self._others += 1
        else:
            self._counts[key] = _Count(self._clock())
            self._tell(who, reason)

    def look(self) -> None:
        """Say how many refusals there were in the minutes that have passed."""
        now = self._clock()
        while self._counts and now - next(iter(self._counts.values())).since >= MINUTE:
            (who, reason), count = self._counts.popitem(last=False)
            if not count.more:
                continue
            if self._lines.wait:
                self._others += count.more
            else:
                self._counts[who, reason] = _Count(now)
                self._tell(who, f"{reason}, {count.more} more times in the last minute")
        if self._others and not self._lines.wait:
            others, self._others = self._others, 0
            self._tell(_OTHERS, f"{others} requests")

    def _tell(self, who: str, reason: str) -> None:
        self._lines.take()
        self._say(who, reason)


class RequestLog(logging.Logger):
    """In place of aiohttp's own log: requests that are no HTTP are refusals, and a fault of ours is one line."""

    def __init__(self, refusals: Refusals) -> None:
        super().__init__("mxtutor.requests", logging.WARNING)
        self._refusals = refusals

    def handle(self, record: logging.LogRecord) -> None:
        """Say what went wrong, without the stack."""
        error = record.exc_info[1] if record.exc_info else None
        named = record.args[0] if isinstance(record.args, tuple) and record.args else None
        self._note(named if isinstance(named, str) and named else "a connection", error)

    def note_in_loop(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Say what went wrong outside of any request; a handler of exceptions for an event loop."""
        self._note("a connection", context.get("exception"))

    def _note(self, who: str, error: BaseException | None) -> None:
        if error is not None and not isinstance(error, (ConnectionError, EOFError)):  # the other side has gone
            self._refusals.note(who, reason_of(error))


def reason_of(error: BaseException) -> str:
    """Return why a request failed, as one short line: a fault of the other side, or where ours is."""
    from aiohttp import http_exceptions, web

    if isinstance(error, (http_exceptions.HttpProcessingError, web.RequestPayloadError, web.HTTPException)):
        return _NOT_HTTP
    if isinstance(error, OSError) and error.strerror:  # such as too many open files
        return error.strerror
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno})" if frames else ""
    text = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return f"mxtutor failed: {text}{place}"

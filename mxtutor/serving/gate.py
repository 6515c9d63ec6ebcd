"""Checks of requests (host, origin, number of wrong tokens), timeouts of connections, and reports of refusals.

The number of connections is limited, therefore idle and slow ones are closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import math
import socket
import traceback
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from aiohttp import http_exceptions, web
from aiohttp.typedefs import Handler
from cachetools import LRUCache

from mxtutor.content.class_links import LOOPBACK
from mxtutor.counts import count

Clock = Callable[[], float]
WRONG_TOKENS = (0.5, 10.0)
"""Wrong tokens and codes per address: per second in the long run, and at once."""
MAX_ADDRESSES = 20_000
"""Maximum number of addresses whose wrong tokens are counted; the least recently used one is dropped."""
MINUTE = 60.0
MAX_LINES = 20
"""Maximum number of pairs of address and reason that get a line of their own per minute."""


class Bucket:
    """A token bucket: allows `rate` units per second in the long run, and `burst` units at once."""

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Clock = monotonic) -> None:
        """Begin with a full bucket; `clock` is a monotonic clock in seconds."""
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = burst, clock()

    def take(self, units: float = 1.0) -> float:
        """Take units; return the seconds until the bucket is no longer overdrawn, 0 if it is not."""
        self._refill()
        self._left -= units
        return max(0.0, -self._left / self._rate)

    @property
    def wait(self) -> float:
        """Seconds until one unit can be taken; 0 if it can be taken now."""
        self._refill()
        return max(0.0, (1.0 - self._left) / self._rate)

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + self._rate * (now - self._at))
        self._at = now


def network_of(address: str) -> str:
    """Return the unit for limits: an IPv4 address itself, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Refusals:
    """Reports the first refusal of each address and reason at once, and the number of the others a minute later.

    Any thread may call it without a lock: a lost count does no harm.
    """

    def __init__(self, say: Callable[[str, str], object], clock: Clock = monotonic) -> None:
        """`say` gets the caller, usually an address, and a reason; `clock` is monotonic."""
        self._say, self._clock, self._since = say, clock, clock()
        self._more: dict[tuple[str, str], int] = {}
        """Number of refusals not yet reported, by address and reason."""
        self._others = 0
        """Number of refusals beyond `MAX_LINES`."""

    def note(self, who: str, reason: str) -> None:
        """Count one refusal."""
        self.look()
        if (who, reason) in self._more:
            self._more[who, reason] += 1
        elif len(self._more) < MAX_LINES:
            self._more[who, reason] = 0
            self._say(who, reason)
        else:
            self._others += 1

    def look(self) -> None:
        """If a minute has passed, report the numbers of refusals since the last report."""
        if self._clock() - self._since < MINUTE:
            return
        repeated, others = {key: times for key, times in self._more.items() if times}, self._others
        self._since, self._more, self._others = self._clock(), dict.fromkeys(repeated, 0), 0
        for (who, reason), times in repeated.items():
            self._say(who, f"{reason}, {count(times, 'more time')} in the last minute")
        if others:
            self._say("other addresses", count(others, "request"))


@dataclass(frozen=True, slots=True)
class Front:
    """The address of the server, and what its requests say about address, host and origin."""

    host: str
    port: int
    url: str = ""
    """URL that learners use, such as https://class.example.org; empty: made from host and port."""
    behind_proxy: bool = False
    """Whether a proxy reports the client's scheme and address in headers."""

    def scheme(self, request: web.Request) -> str:
        """Return the scheme that the browser uses."""
        sent = request.headers.get("X-Forwarded-Proto", "").split(",")[-1].strip().lower() if self.behind_proxy else ""
        return sent if sent in ("http", "https") else request.scheme

    def address(self, request: web.Request) -> str:
        """Return the client's address or network, see `network_of`."""
        sent = request.headers.get("X-Forwarded-For", "").split(",")[-1].strip() if self.behind_proxy else ""
        return network_of(sent or request.remote or "?")

    def knows_host(self, request: web.Request) -> bool:
        """Return whether the Host header is this server's; on loopback, another one means DNS rebinding by a page."""
        try:
            name = urlsplit(f"//{request.host}").hostname or ""
        except ValueError:  # unbalanced brackets
            return False
        return self.host not in LOOPBACK or name in LOOPBACK or name == (urlsplit(self.url).hostname or "")

    def is_own_origin(self, request: web.Request) -> bool:
        """Return whether a request comes from a page of this server."""
        return request.headers.get("Origin", "").lower() == f"{self.scheme(request)}://{request.host}".lower()


class Gate:
    """The checks that all requests pass."""

    def __init__(self, front: Front, say: Callable[[str, str, str], object], clock: Clock = monotonic) -> None:
        """`say` gets an event, the caller, and a detail, for the instructor's terminal."""
        self.front, self._clock = front, clock
        self.refusals = Refusals(lambda who, reason: say("refused", who, reason), clock)
        self._wrong: LRUCache[str, Bucket] = LRUCache(MAX_ADDRESSES)
        """The bucket of wrong tokens of each address."""

    def note(self, request: web.Request, reason: str) -> None:
        """Report that a request is refused."""
        self.refusals.note(self.front.address(request), reason)

    def refuse(self, request: web.Request, reason: str) -> None:
        """Count a wrong token or code. Right ones are never limited, so others at the same address cannot block them.

        Raises:
            web.HTTPTooManyRequests: the address has sent too many.
        """
        self.note(request, reason)
        bucket = self._wrong.setdefault(self.front.address(request), Bucket(*WRONG_TOKENS, self._clock))
        if wait := math.ceil(bucket.wait):
            raise web.HTTPTooManyRequests(text="Too many wrong tokens.", headers={"Retry-After": str(wait)})
        bucket.take()


REQUEST_SECONDS = 20.0
"""Timeout, in seconds, from the first check of a connection to the end of its first request's header."""
SENDING_SECONDS = 120.0
"""Timeout, in seconds, from the end of a request to the end of the next header; includes sending the response."""
LOOK_SECONDS = 2.0
"""Interval, in seconds, of checking all connections."""


class Connections:
    """The timeouts of a server's connections."""

    def __init__(self) -> None:
        self._until: dict[web.RequestHandler, float] = {}
        """The time at which each connection is closed if no request has begun; infinite while there is one."""

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handle a request without a timeout for its connection."""
        self._until[request.protocol] = math.inf
        try:
            return await handler(request)
        finally:
            self._until[request.protocol] = monotonic() + SENDING_SECONDS  # the response's body is sent after this

    async def look(self, server: web.Server, refusals: Refusals) -> None:
        """Close timed-out connections and report refusals periodically, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            refusals.look()
            now = monotonic()
            self._until = {one: self._until.get(one, now + REQUEST_SECONDS) for one in server.connections}
            for protocol, until in self._until.items():
                if until < now and protocol.transport is not None:
                    protocol.transport.abort()


class RequestLog(logging.Logger):
    """Replaces aiohttp's log: malformed requests count as refusals, and an error of the server is one line."""

    def __init__(self, refusals: Refusals) -> None:
        super().__init__("mxtutor.requests", logging.WARNING)
        self._refusals = refusals

    def handle(self, record: logging.LogRecord) -> None:
        """Report the error of a log record without a traceback."""
        error = record.exc_info[1] if record.exc_info else None
        named = record.args[0] if isinstance(record.args, tuple) and record.args else None
        self._note(named if isinstance(named, str) and named else "a connection", error)

    def note_in_loop(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Report an error outside of requests; an exception handler for an event loop."""
        self._note("a connection", context.get("exception"))

    def _note(self, who: str, error: BaseException | None) -> None:
        if error is not None and not isinstance(error, (ConnectionError, EOFError)):  # the client has disconnected
            self._refusals.note(who, _reason(error))


def _reason(error: BaseException) -> str:
    """Return why a request failed in one short line: a fault of the client, or the place of the server's error."""
    if isinstance(error, (http_exceptions.HttpProcessingError, web.RequestPayloadError, web.HTTPException)):
        return "a request that is not valid HTTP"
    if isinstance(error, OSError) and error.strerror:  # for example too many open files
        return error.strerror
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno})" if frames else ""
    text = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return f"mxtutor failed: {text}{place}"


@contextlib.asynccontextmanager
async def listening(
    application: web.Application, refusals: Refusals, listener: socket.socket, *, stop_seconds: float
) -> AsyncIterator[None]:
    """Handle requests while the block runs; at its end, wait at most `stop_seconds` for those in progress."""
    connections = Connections()
    application.middlewares.insert(0, connections.middleware)
    log = RequestLog(refusals)
    runner = web.AppRunner(
        application, access_log=None, logger=log, handle_signals=False, shutdown_timeout=stop_seconds
    )
    await runner.setup()
    asyncio.get_running_loop().set_exception_handler(log.note_in_loop)
    assert runner.server is not None
    looking = asyncio.create_task(connections.look(runner.server, refusals))
    try:
        await web.SockSite(runner, listener).start()
        yield
    finally:
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking
        await runner.cleanup()

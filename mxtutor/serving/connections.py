"""Listens for requests, and closes idle or slow connections, because their number is limited."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import socket
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from time import monotonic
from typing import Any

from aiohttp import http_exceptions, web

from mxtutor.serving.gate import Refusals

REQUEST_SECONDS = 20.0
"""Timeout, in seconds, from the first look at a connection to the end of its first request's header."""
SENDING_SECONDS = 120.0
"""Timeout, in seconds, from the end of a request to the end of the next header; includes sending the response."""
LOOK_SECONDS = 2.0
"""Interval, in seconds, of checking all connections."""
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Connections:
    """The timeouts of a server's connections."""

    def __init__(self) -> None:
        self._until: dict[web.RequestHandler, float] = {}
        """The time at which each connection is closed if no request has begun; infinite while there is one."""

    @web.middleware
    async def middleware(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
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

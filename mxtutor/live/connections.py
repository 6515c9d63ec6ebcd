"""Listens for requests, and ends connections that send no whole request: a server has a limited number of them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from aiohttp import web

from mxtutor.live.refusals import Refusals, RequestLog

REQUEST_SECONDS = 20.0
"""Longest time from the opening of a connection to the end of the head of its first request."""
SENDING_SECONDS = 120.0
"""Longest time from the end of a request to the end of the next head: the answer is sent in this time, too."""
LOOK_SECONDS = 2.0
"""Time between two looks at all connections."""
BACKLOG = 128
"""Connections that wait until they are accepted."""
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Connections:
    """The connections of one server on which no request is being answered."""

    def __init__(
        self,
        first: float = REQUEST_SECONDS,
        later: float = SENDING_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Allow `first` seconds for the first head, `later` after each answer; `clock` never goes back."""
        self._first, self._later, self._clock = first, later, clock
        self._until: dict[asyncio.BaseProtocol, float] = {}
        """When each connection is ended if no request has begun until then."""

    @web.middleware
    async def middleware(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Note that a request is being answered; the connection stays open, however long that takes."""
        self._until.pop(request.protocol, None)
        try:
            return await handler(request)
        finally:
            self._until[request.protocol] = self._clock() + self._later  # the body of the answer is sent after this

    def noting(self, make: Callable[[], asyncio.BaseProtocol]) -> Callable[[], asyncio.BaseProtocol]:
        """Return a factory of protocols that notes each new connection."""

        def made() -> asyncio.BaseProtocol:
            protocol = make()
            self._until[protocol] = self._clock() + self._first
            return protocol

        return made

    def close_slow(self) -> int:
        """End the connections that have sent no whole head in time; return how many there were."""
        now, ended = self._clock(), 0
        for protocol, until in list(self._until.items()):
            transport = getattr(protocol, "transport", None)  # None: it is closed, or was never opened
            if transport is None or until < now:
                del self._until[protocol]
            if transport is not None and until < now:
                transport.abort()
                ended += 1
        return ended

    async def look(self, refusals: Refusals) -> None:
        """End slow connections from time to time, and say what was refused, until this is cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.close_slow()
            refusals.look()


@contextlib.asynccontextmanager
async def listening(
    application: web.Application, refusals: Refusals, *, stop_seconds: float, **where: Any
) -> AsyncIterator[int]:
    """Answer requests while the block runs; the value is the port.

    Args:
        application: answers the requests.
        refusals: counts requests that are not valid.
        stop_seconds: longest wait for requests that are being answered when the block ends.
        where: `host` and `port`, or `sock`, as `asyncio` takes them.

    Raises:
        OSError, OverflowError: the address cannot be used.
    """
    connections = Connections()
    application.middlewares.insert(0, connections.middleware)
    log = RequestLog(refusals)
    runner = web.AppRunner(
        application, access_log=None, logger=log, handle_signals=False, shutdown_timeout=stop_seconds
    )
    await runner.setup()
    asyncio.get_running_loop().set_exception_handler(log.note_in_loop)
    looking = asyncio.create_task(connections.look(refusals))
    try:
        assert runner.server is not None
        make = connections.noting(runner.server)
        server = await asyncio.get_running_loop().create_server(make, backlog=BACKLOG, **where)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
    finally:
        looking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await looking
        await runner.cleanup()

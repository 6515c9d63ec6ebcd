"""Signs of life of the class server: it writes them to the store, and the class view says when they stop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

from aiohttp import web

from mxtutor.errors import StoreError
from mxtutor.live.store import ClassStore

BEAT_SECONDS = 10.0
"""Time between two signs."""


def beats(
    store: ClassStore, title: str, in_store: Callable[[Callable[[], None]], Awaitable[None]], clock: Callable[[], float]
) -> Callable[[web.Application], AsyncIterator[None]]:
    """Return what writes signs while a web application runs, and at its end that it has stopped.

    Args:
        store: where they go.
        title: the class.
        in_store: runs a call in the thread of the store.
        clock: the server's clock, seconds since 1970.
    """

    async def write(at: float) -> None:
        with contextlib.suppress(StoreError, web.HTTPException):  # the store is away or busy: requests say so
            await in_store(lambda: store.note_server(title, at))

    async def repeat() -> None:
        while True:
            await write(clock())
            await asyncio.sleep(BEAT_SECONDS)

    async def running(_: web.Application) -> AsyncIterator[None]:
        task = asyncio.create_task(repeat())
        yield
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await write(0.0)

    return running

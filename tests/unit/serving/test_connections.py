"""Connections that send no whole request are ended; the others stay."""

from __future__ import annotations

import asyncio
import contextlib
import socket

import pytest
from aiohttp import web

from mxtutor.serving import gate
from mxtutor.serving.gate import Refusals, listening

HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"
FIRST, LATER = 20.0, 120.0
"""Seconds of the test's clock that the first head may take, and that an answer and the next head may take."""
LONG = 60.0
"""Longest wait for what happens at once on a machine that is not busy."""

QUIET = Refusals(lambda who, why: None)


class Clock:
    """The server's clock, which a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    async def let_pass(self, seconds: float) -> None:
        """Let time pass, and the server look at its connections."""
        self.now += seconds
        await asyncio.sleep(0.1)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the servers, which look at their connections all the time."""
    made = Clock()
    monkeypatch.setattr(gate, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(gate, "monotonic", made)
    return made


def application(begun: asyncio.Event, released: asyncio.Event) -> web.Application:
    async def slow(_: web.Request) -> web.Response:
        begun.set()
        await released.wait()
        return web.Response(text="done")

    app = web.Application()
    app.router.add_get("/", slow)
    return app


async def rest(reader: asyncio.StreamReader, clock: Clock) -> bytes:
    """Return what arrives until the server ends the connection, while time passes on its clock."""

    async def read() -> bytes:
        found = bytearray()
        with contextlib.suppress(ConnectionResetError):
            while piece := await reader.read(1 << 20):
                found += piece
        return bytes(found)

    reading = asyncio.create_task(read())
    for _ in range(int(LONG / 0.1)):
        if reading.done():
            break
        await clock.let_pass(FIRST)
    return await asyncio.wait_for(reading, LONG)


@pytest.mark.parametrize("sent", [b"", b"GE", HEAD], ids=["nothing", "a part of a line", "a head without its end"])
async def test_a_connection_without_a_whole_head_is_ended(sent: bytes, clock: Clock) -> None:
    served = application(asyncio.Event(), asyncio.Event())
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    async with listening(served, QUIET, listener, stop_seconds=0.1):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        assert await rest(reader, clock) == b""
        writer.close()


async def test_an_answer_may_take_longer_to_arrive_than_a_head(clock: Clock) -> None:
    async def large(_: web.Request) -> web.Response:
        return web.Response(body=b"x" * (4 << 20))

    app = web.Application()
    app.router.add_get("/", large)
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    async with listening(app, QUIET, listener, stop_seconds=0.1):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 18)
        writer.write(HEAD + b"\r\n")
        assert (await asyncio.wait_for(reader.readline(), LONG)).startswith(b"HTTP/1.1 200")
        await clock.let_pass(FIRST + 1)
        assert len(await asyncio.wait_for(reader.readexactly(4 << 20), LONG)) == 4 << 20
        writer.close()


async def test_a_request_may_take_long_and_the_next_one_must_come_soon(clock: Clock) -> None:
    begun, released = asyncio.Event(), asyncio.Event()
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    async with listening(application(begun, released), QUIET, listener, stop_seconds=0.1):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"\r\n")
        await asyncio.wait_for(begun.wait(), LONG)
        await clock.let_pass(FIRST + LATER + 1)
        released.set()
        assert (await asyncio.wait_for(reader.readline(), LONG)).startswith(b"HTTP/1.1 200")
        assert (await rest(reader, clock)).endswith(b"done")
        writer.close()


async def test_hundreds_of_slow_connections_hinder_nobody_and_are_ended(clock: Clock) -> None:
    released = asyncio.Event()
    released.set()
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    port = listener.getsockname()[1]
    async with listening(application(asyncio.Event(), released), QUIET, listener, stop_seconds=0.1):
        slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(300)]
        for _, writer in slow:
            writer.write(HEAD)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"Connection: close\r\n\r\n")
        assert (await asyncio.wait_for(reader.read(), LONG)).endswith(b"done")
        writer.close()
        ended = asyncio.gather(*(rest(reader, clock) for reader, _ in slow))
        assert set(await asyncio.wait_for(ended, LONG)) == {b""}
        for _, writer in slow:
            writer.close()

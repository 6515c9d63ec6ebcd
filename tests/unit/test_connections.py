"""Connections that send no whole request are ended; the others stay."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest
from aiohttp import web

from mxtutor.live import connections
from mxtutor.live.connections import listening

HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"


@pytest.fixture(autouse=True)
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(connections.Connections.__init__, "__defaults__", (0.3, 0.6, time.monotonic))


def application(released: asyncio.Event) -> web.Application:
    async def slow(_: web.Request) -> web.Response:
        await released.wait()
        return web.Response(text="done")

    app = web.Application()
    app.router.add_get("/", slow)
    return app


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Return what arrives until the server ends the connection."""
    found = bytearray()
    with contextlib.suppress(ConnectionResetError):
        while piece := await asyncio.wait_for(reader.read(1 << 20), 10):
            found += piece
    return bytes(found)


@pytest.mark.parametrize("sent", [b"", b"GE", HEAD], ids=["nothing", "a part of a line", "a head without its end"])
async def test_a_connection_without_a_whole_head_is_ended(sent: bytes) -> None:
    async with listening(application(asyncio.Event()), stop_seconds=0.1, host="127.0.0.1", port=0) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        assert await rest(reader) == b""
        writer.close()


async def test_an_answer_may_take_longer_to_arrive_than_a_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections.Connections.__init__, "__defaults__", (0.3, 60.0, time.monotonic))

    async def large(_: web.Request) -> web.Response:
        return web.Response(body=b"x" * (4 << 20))

    app = web.Application()
    app.router.add_get("/", large)
    async with listening(app, stop_seconds=0.1, host="127.0.0.1", port=0) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 18)
        writer.write(HEAD + b"\r\n")
        assert (await asyncio.wait_for(reader.readline(), 10)).startswith(b"HTTP/1.1 200")
        await asyncio.sleep(0.45)  # longer than a head may take, shorter than an answer
        assert len(await asyncio.wait_for(reader.readexactly(4 << 20), 30)) == 4 << 20
        writer.close()


async def test_a_request_may_take_long_and_the_next_one_must_come_soon() -> None:
    released = asyncio.Event()
    async with listening(application(released), stop_seconds=0.1, host="127.0.0.1", port=0) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"\r\n")
        await asyncio.sleep(0.6)  # twice the time that a head may take
        released.set()
        assert (await asyncio.wait_for(reader.readline(), 10)).startswith(b"HTTP/1.1 200")
        assert (await rest(reader)).endswith(b"done")
        writer.close()

"""The connection of a page: what it sends is checked and slowed down where it is too much."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from aiohttp import WSMsgType, web

from mxtutor.classroom.roster import Learner
from mxtutor.live.limits import Bucket
from mxtutor.serving.limits import BYTES, MAX_MESSAGE, MESSAGES
from mxtutor.serving.sessions import EndedError, Session, Sessions, tell_ending

HEARTBEAT = 15.0
"""Seconds between two questions whether the page is still there."""
COLUMNS, ROWS = (20, 400), (5, 200)
"""Sizes of a terminal that a page may ask for."""

_MOVES = re.compile(r"(\x1b\[<35;\d+;\d+M)*")
"""The mouse moved, and no button was pressed: nobody may be there."""


def size_of(width: object, height: object) -> tuple[int, int]:
    """Return columns and rows within the limits; 80 x 24 for anything that is no number."""
    try:
        columns, rows = int(str(width)), int(str(height))
    except ValueError:
        return 80, 24
    return min(max(columns, COLUMNS[0]), COLUMNS[1]), min(max(rows, ROWS[0]), ROWS[1])


class SocketPage:
    """A page at the other end of a WebSocket."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self._socket, self._transport = socket, transport

    async def send_bytes(self, data: bytes) -> None:
        """Send what a terminal shows."""
        await self._socket.send_bytes(data)

    async def send_text(self, text: str) -> None:
        """Send a message as JSON."""
        await self._socket.send_str(text)

    async def close(self) -> None:
        """Close the connection."""
        await self._socket.close()

    def abort(self) -> None:
        """End the connection at once, without a word."""
        if self._transport is not None:
            self._transport.abort()


async def serve_page(request: web.Request, learner: Learner, sessions: Sessions) -> web.WebSocketResponse:
    """Connect a page with its learner's session, until one of the two ends."""
    socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=MAX_MESSAGE, compress=False)
    await socket.prepare(request)
    page = SocketPage(socket, request.transport)
    width, height = size_of(request.query.get("width"), request.query.get("height"))
    try:
        session = await sessions.attach(learner, page, width, height)
    except EndedError as error:
        await tell_ending(page, error.ending)
        return socket
    try:
        await _relay(socket, session)
    finally:
        sessions.detach(session, page)
    return socket


async def _relay(socket: web.WebSocketResponse, session: Session) -> None:
    """Hand messages of a page to its session. What comes too fast is read later, which slows the page down."""
    count, size = Bucket(*MESSAGES), Bucket(*BYTES)
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            continue
        wait = max(count.take(), size.take(len(message.data)))
        if wait:
            await asyncio.sleep(min(wait, HEARTBEAT / 3))
        try:
            envelope = json.loads(message.data)
        except (ValueError, RecursionError):
            continue
        if isinstance(envelope, list) and envelope:
            await _hand_on(socket, session, str(envelope[0]), envelope[1] if len(envelope) > 1 else None)


async def _hand_on(socket: web.WebSocketResponse, session: Session, kind: str, data: Any) -> None:
    process = session.process
    if process is None or process.ended.is_set():
        return
    if kind == "stdin" and isinstance(data, str) and data:  # Textual waits for ever for the rest of an empty packet
        if not _MOVES.fullmatch(data):
            session.note_input()
        await process.send_bytes(data.encode("utf-8", "replace"))
    elif kind == "resize" and isinstance(data, dict):
        await process.set_terminal_size(*size_of(data.get("width"), data.get("height")))
    elif kind == "ping":
        await socket.send_json(["pong", str(data)[:40]])
    elif kind == "focus":
        await process.focus()
    elif kind == "blur":
        await process.blur()

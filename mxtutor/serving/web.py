"""The HTTP side of a server: links, pages, files, downloads, and the connections of pages."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from aiohttp import WSMsgType, web

from mxtutor.classroom.roster import Learner
from mxtutor.live.limits import Bucket
from mxtutor.live.refusals import Refusals
from mxtutor.serving import endings
from mxtutor.serving.learners import Learners
from mxtutor.serving.limits import BYTES, MAX_MESSAGE, MESSAGES, WrongTokens
from mxtutor.serving.pages import STATIC, index_page, message_page, security_headers
from mxtutor.serving.sessions import EndedError, Session, Sessions, tell_ending
from mxtutor.serving.signing import COOKIE_SECONDS, Signer

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


ENTRY = "/learn/"
"""What precedes the token in a link."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_NAME = re.compile(r"[^\w.-]+")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Front:
    """How browsers reach the server."""

    host: str
    port: int
    url: str = ""
    """Address that learners use, such as https://class.example.org; empty: that of the host and the port."""
    behind_proxy: bool = False
    """Whether a proxy in front says which scheme and address the browser has."""

    def scheme(self, request: web.Request) -> str:
        """Return the scheme that the browser uses."""
        told = request.headers.get("X-Forwarded-Proto", "").split(",")[-1].strip().lower() if self.behind_proxy else ""
        return told if told in ("http", "https") else request.scheme

    def address(self, request: web.Request) -> str:
        """Return the address of the browser."""
        told = request.headers.get("X-Forwarded-For", "").split(",")[-1].strip() if self.behind_proxy else ""
        return told or request.remote or "?"

    def knows_host(self, request: web.Request) -> bool:
        """Return whether a request names a host of this server; on loopback, another name shows an attack by a page."""
        try:
            name = urlsplit(f"//{request.host}").hostname or ""
        except ValueError:  # a bracket without its partner
            return False
        return self.host not in LOOPBACK or name in LOOPBACK or name == (urlsplit(self.url).hostname or "")

    def is_own_origin(self, request: web.Request) -> bool:
        """Return whether a request comes from a page of this server."""
        return request.headers.get("Origin", "").lower() == f"{self.scheme(request)}://{request.host}".lower()


class Web:
    """The routes of a server."""

    def __init__(
        self,
        front: Front,
        signer: Signer,
        learners: Learners,
        sessions: Sessions,
        *,
        title: str,
        say: Callable[[str, str, str], object],
    ) -> None:
        self._front, self._signer, self._learners, self._sessions = front, signer, learners, sessions
        self._title = title
        self.refusals = Refusals(lambda who, reason: say("refused", who, reason))
        """Says on the instructor's terminal what was refused."""
        self._wrong = WrongTokens()

    def application(self) -> web.Application:
        """Return the application with its routes."""
        application = web.Application(middlewares=[self._guard], client_max_size=4096)
        application.add_routes(
            [
                web.get("/", self._index),
                web.get(ENTRY + "{token}", self._enter),
                web.get("/state", self._state),
                web.get("/socket", self._socket),
                web.get("/download/{key}", self._download),
                web.get("/favicon.ico", self._icon),
                web.static("/static", STATIC),
            ]
        )
        return application

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse foreign hosts, make pages of errors, and add the headers of security."""
        try:
            if not self._front.knows_host(request):
                raise web.HTTPMisdirectedRequest
            response = await handler(request)
        except web.HTTPRedirection as error:
            _protect(request, error)
            raise
        except web.HTTPException as error:
            title, text = _ERRORS.get(error.status, ("This does not work", error.reason))
            response = message_page(title, text, status=error.status)
            if "Retry-After" in error.headers:
                response.headers["Retry-After"] = error.headers["Retry-After"]
        if not response.prepared:
            _protect(request, response)
        return response

    @property
    def _cookie_name(self) -> str:
        return f"mxtutor-{self._front.port}"  # browsers share cookies among all ports of a host

    def _learner(self, request: web.Request) -> Learner | None:
        """Return the learner whom the cookie of a request names; None without a cookie that counts."""
        cookie = request.cookies.get(self._cookie_name, "")
        learner = self._learners.of_id(self._signer.learner_of(cookie))
        if learner is None or not self._signer.is_signed(cookie, learner.id, learner.token):
            return None
        return learner

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        """Exchange the token of a link for a cookie.

        A class may share one address, so that only wrong tokens are slowed down: those of 128 bits cannot be guessed.
        """
        self._learners.refresh()
        learner = self._learners.of_token(request.match_info["token"])
        if learner is None:
            address = self._front.address(request)
            self.refusals.note(address, "a link that is not valid")
            if wait := self._wrong.wait(address):
                raise web.HTTPTooManyRequests(headers={"Retry-After": str(int(wait) + 1)})
            self._wrong.note(address)
            raise web.HTTPForbidden
        entered = web.HTTPSeeOther("/")
        entered.set_cookie(
            self._cookie_name,
            self._signer.cookie(learner.id, learner.token),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Strict",
            secure=self._front.scheme(request) == "https",
            path="/",
        )
        raise entered

    async def _index(self, _: web.Request) -> web.Response:
        """Return the page of the terminal; whether its cookie counts shows when it connects."""
        return index_page(self._title)

    async def _state(self, request: web.Request) -> web.Response:
        """Tell a page that could not connect why."""
        if self._learner(request) is not None:
            return web.json_response({"ended": None})
        ending = endings.REVOKED if self._cookie_name in request.cookies else endings.UNKNOWN
        return web.json_response({"ended": {"code": ending.code, "title": ending.title, "text": ending.text}})

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self._front.is_own_origin(request):
            self.refusals.note(self._front.address(request), "a page of another site")
            raise web.HTTPForbidden
        learner = self._learner(request)
        if learner is None:
            raise web.HTTPUnauthorized
        return await serve_page(request, learner, self._sessions)

    async def _download(self, request: web.Request) -> web.StreamResponse:
        """Return a file that the learner's own session offers."""
        learner = self._learner(request)
        session = self._sessions.of(learner) if learner is not None else None
        key = request.match_info["key"]
        try:
            offered = await self._sessions.downloads.get_download_metadata(key)
        except KeyError:
            raise web.HTTPNotFound from None
        if session is None or offered.app_service is not session.process:
            raise web.HTTPNotFound
        response = web.StreamResponse()
        _protect(request, response)
        response.headers["Content-Type"] = "application/octet-stream"
        plain = _NAME.sub("-", offered.file_name.encode("ascii", "replace").decode()).strip("-.") or "mxtutor"
        named = f"filename=\"{plain}\"; filename*=UTF-8''{quote(offered.file_name, safe='')}"
        response.headers["Content-Disposition"] = f"attachment; {named}"
        await response.prepare(request)
        async for chunk in self._sessions.downloads.download(key):
            await response.write(chunk)
        await response.write_eof()
        return response

    async def _icon(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(STATIC / "icon.svg")


def _protect(request: web.Request, response: web.StreamResponse) -> None:
    """Add the headers of security, and those about keeping copies."""
    for name, value in security_headers().items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = "mxtutor"
    response.headers["Cache-Control"] = "no-cache" if request.path.startswith("/static/") else "no-store"


_ERRORS = {
    401: (endings.UNKNOWN.title, endings.UNKNOWN.text),
    403: ("This link is not valid", "Open the link that your instructor gave you, or ask for a new one."),
    404: ("There is nothing here", "Open the link that your instructor gave you."),
    405: ("There is nothing here", "Open the link that your instructor gave you."),
    421: ("This server has another address", "Use the address that the server printed when it started."),
    429: ("Too many wrong links", "Wait a minute, then open your link again."),
}
"""Title and text for each status."""

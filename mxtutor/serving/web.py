"""The HTTP routes of a server: links, pages, files, downloads, and WebSockets of pages."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from aiohttp import WSMsgType, web
from aiohttp.typedefs import Handler

from mxtutor.classroom.roster import Learner, hash_token
from mxtutor.content.class_links import ENTRY
from mxtutor.live.people import People
from mxtutor.reporting.pages import page
from mxtutor.serving import sessions as endings
from mxtutor.serving.class_server import API, ClassServer
from mxtutor.serving.gate import Bucket, Gate
from mxtutor.serving.process import BrowserSession, Page
from mxtutor.serving.sessions import EndedError, Sessions, tell_ending
from mxtutor.serving.signing import COOKIE_SECONDS, Signer

STATIC = Path(__file__).resolve().parent / "page" / "static"
"""Files of the page: scripts, styles, fonts and icons; `page/licences` has third-party licences."""
HEARTBEAT = 15.0
"""Interval of WebSocket pings, in seconds."""
COLUMNS, ROWS = (20, 400), (5, 200)
"""Smallest and largest numbers of columns and of rows that a page may request."""
MAX_MESSAGE = 64 * 1024
"""Largest message of a page, in bytes; the page splits longer texts."""
MESSAGES = (200.0, 400.0)
"""Limit of a page's messages: per second in the long run, and at once; a page that sends more is slowed down."""
BYTES = (128.0 * 1024, 1024.0 * 1024)
"""The same limit in bytes."""
LOCAL = "local learner"
"""Id of the local learner: the one user of a server without a roster."""
_NAME = re.compile(r"[^\w.-]+")
_MOVES = re.compile(r"(\x1b\[<35;\d+;\d+M)*")
"""Mouse moves without a button, which do not count as activity of the learner."""
_ERRORS = {
    401: (endings.UNKNOWN.title, endings.UNKNOWN.text),
    403: ("This link is not valid", "Open the link that your instructor gave you, or ask for a new one."),
    404: ("There is nothing here", "Open the link that your instructor gave you."),
    405: ("There is nothing here", "Open the link that your instructor gave you."),
    421: ("This server has another address", "Use the address that the server printed when it started."),
    429: ("Too many wrong links", "Wait a minute, then open your link again."),
}
"""Title and text of the page for each HTTP status."""


class Links:
    """The learners who may open a session: those of the roster with a valid link, and perhaps the local learner."""

    def __init__(self, signer: Signer, people: People | None, local_token: str = "") -> None:
        """`local_token` is the token of this machine's user; empty if that user may not open a session."""
        self._signer, self._people = signer, people
        self._local = Learner("", LOCAL, link_token=hash_token(local_token)) if local_token else None

    def of_token(self, token: str) -> Learner | None:
        """Return the learner of a valid token; None for any other text."""
        if self._local is not None and hash_token(token) == self._local.link_token:
            return self._local
        found = self._people.roster.of_token(token, link=True) if self._people is not None else None
        return found if found is not None and found.has_link() else None

    def _of_link(self, identity: str, token_hash: str) -> Learner | None:
        """Return the learner with an id if the link with this hash is valid; else None."""
        if self._local is not None and identity == LOCAL:
            found: Learner | None = self._local
        else:
            found = self._people.roster.of_id(identity) if self._people is not None else None
        return found if found is not None and found.has_link() and found.link_token == token_hash else None

    def signed(self, learner: Learner, purpose: str = "cookie") -> str:
        """Return a signed text for a purpose that identifies a learner while the learner's present link is valid."""
        return self._signer.cookie(learner.id, learner.link_token, purpose=purpose)

    def of_signed(self, text: str, purpose: str = "cookie") -> Learner | None:
        """Return the learner of a text that `signed` returned; None for any other text."""
        read = self._signer.read(text, purpose=purpose)
        return self._of_link(*read) if read else None

    def is_valid(self, learner: Learner) -> bool:
        """Return whether the link of a learner is still valid."""
        return self._of_link(learner.id, learner.link_token) is not None


def size_of(width: object, height: object) -> tuple[int, int]:
    """Return the size that a page requests, in columns and rows, within `COLUMNS` and `ROWS`.

    It is (80, 24) if either value is no number.
    """
    try:
        columns, rows = int(str(width)), int(str(height))
    except ValueError:
        return 80, 24
    return min(max(columns, COLUMNS[0]), COLUMNS[1]), min(max(rows, ROWS[0]), ROWS[1])


async def _relay(socket: web.WebSocketResponse, session: BrowserSession) -> None:
    """Relay the messages of a page to its session; beyond the limits they are read with a delay."""
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


async def _hand_on(socket: web.WebSocketResponse, session: BrowserSession, kind: str, data: Any) -> None:
    if session.ended.is_set():
        return
    if kind == "stdin" and isinstance(data, str) and data:  # an empty packet would block Textual
        if not _MOVES.fullmatch(data):
            session.note_input()
        await session.send_bytes(data.encode("utf-8", "replace"))
    elif kind == "resize" and isinstance(data, dict):
        await session.set_terminal_size(*size_of(data.get("width"), data.get("height")))
    elif kind == "ping":
        await socket.send_json(["pong", str(data)[:40]])
    elif kind == "focus":
        await session.focus()
    elif kind == "blur":
        await session.blur()


class Pages:
    """The routes for browsers."""

    def __init__(self, gate: Gate, links: Links, sessions: Sessions, title: str) -> None:
        self._gate, self._links, self._sessions, self._title = gate, links, sessions, title

    def add_to(self, app: web.Application) -> None:
        """Add the routes to a web application."""
        app.add_routes(
            [
                web.get("/", self._index),
                web.get(ENTRY + "{token}", self._enter),
                web.get("/state", self._state),
                web.get("/socket", self._socket),
                web.get("/download/{key}", self._download),
            ]
        )

    @property
    def _cookie_name(self) -> str:
        return f"mxtutor-{self._gate.front.port}"  # all ports of a host share cookies

    def _learner(self, request: web.Request) -> Learner | None:
        """Return the learner of a request's cookie; None without a valid cookie."""
        return self._links.of_signed(request.cookies.get(self._cookie_name, ""))

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        """Exchange the token of a link for a cookie."""
        learner = self._links.of_token(request.match_info["token"])
        if learner is None:
            self._gate.refuse(request, "a link that is not valid")
            raise web.HTTPForbidden
        entered = web.HTTPSeeOther("/")
        entered.set_cookie(
            self._cookie_name,
            self._links.signed(learner),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Strict",
            secure=self._gate.front.scheme(request) == "https",
            path="/",
        )
        raise entered

    async def _index(self, _: web.Request) -> web.Response:
        """Return the page with the terminal; its cookie is checked when it connects."""
        nonce = secrets.token_urlsafe(16)
        response = _page("session", 200, title=self._title, nonce=nonce)
        response.headers.update(_security_headers(nonce))
        return response

    async def _state(self, request: web.Request) -> web.Response:
        """Respond with the reason why a page could not connect."""
        if self._learner(request) is not None:
            return web.json_response({"ended": None})
        ending = endings.REVOKED if self._cookie_name in request.cookies else endings.UNKNOWN
        return web.json_response({"ended": msgspec.to_builtins(ending)})

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """Connect a page with its learner's session until one of them ends."""
        if not self._gate.front.is_own_origin(request):
            self._gate.note(request, "a page of another site")
            raise web.HTTPForbidden
        learner = self._learner(request)
        if learner is None:
            raise web.HTTPUnauthorized
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=MAX_MESSAGE, compress=False)
        await socket.prepare(request)
        page = Page(socket, request.transport)
        width, height = size_of(request.query.get("width"), request.query.get("height"))
        try:
            session = await self._sessions.attach(learner, page, width, height)
        except EndedError as error:
            await tell_ending(page, error.ending)
            return socket
        try:
            await _relay(socket, session)
        finally:
            session.leave(page)
        return socket

    async def _download(self, request: web.Request) -> web.StreamResponse:
        """Return a file that the learner's session offers as a download."""
        learner = self._learner(request)
        session = self._sessions.of(learner) if learner is not None else None
        key = request.match_info["key"]
        try:
            offered = await self._sessions.downloads.get_download_metadata(key)
        except KeyError:
            raise web.HTTPNotFound from None
        if session is None or offered.app_service is not session:
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


def application(gate: Gate, pages: Pages | None, class_server: ClassServer | None) -> web.Application:
    """Return the web application of a server with `pages` for browsers, `class_server` for tutors, or both."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse foreign hosts, turn errors into a page or JSON, and add security headers."""
        try:
            if not gate.front.knows_host(request):
                raise web.HTTPMisdirectedRequest
            if class_server is not None and request.path.startswith(API):
                response = await class_server.respond(request, handler)
            else:
                response = await handler(request)
        except web.HTTPRedirection as error:
            _protect(request, error)
            raise
        except web.HTTPException as error:
            title, text = _ERRORS.get(error.status, ("This does not work", error.reason))
            response = _page("message", error.status, title=title, text=text)
            if "Retry-After" in error.headers:
                response.headers["Retry-After"] = error.headers["Retry-After"]
        if not response.prepared:
            _protect(request, response)
        return response

    async def greet(_: web.Request) -> web.Response:
        title = "This is the class server of mxtutor"
        return _page("message", 200, title=title, text="Join with `mxtutor class join ADDRESS`.")

    async def icon(_: web.Request) -> web.StreamResponse:
        return web.FileResponse(STATIC / "icon.svg")

    app = web.Application(middlewares=[guard], client_max_size=4096)
    if pages is not None:
        pages.add_to(app)
    else:
        app.add_routes([web.get("/", greet)])
    if class_server is not None:
        class_server.add_to(app)
    app.add_routes([web.get("/favicon.ico", icon), web.static("/static", STATIC)])
    return app


def _protect(request: web.Request, response: web.StreamResponse) -> None:
    """Add security headers, and those about caching."""
    for name, value in _security_headers().items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = "mxtutor"
    response.headers["Cache-Control"] = "no-cache" if request.path.startswith("/static/") else "no-store"


_POLICY = (
    "default-src 'none'; script-src 'self'; style-src {styles}; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def _security_headers(nonce: str = "") -> dict[str, str]:
    """Return security headers for every response: no resources of other hosts, no frames, no `Referer`.

    `nonce` allows the styles that the page's own scripts add.
    """
    return {
        "Content-Security-Policy": _POLICY.format(styles=f"'self' 'nonce-{nonce}'" if nonce else "'self'"),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }


def _page(name: str, status: int, **values: Any) -> web.Response:
    text = "".join(page(name, **values))
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")

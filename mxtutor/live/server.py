"""The class server: tutors send events, it alone writes them to the class store.

It knows learners by their tokens. Everything that a request holds is untrusted: sizes, counts and texts have limits,
and nobody learns from an answer, or from the time that it takes, whether another token exists.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

import msgspec
from aiohttp import web

from mxtutor.classroom.roster import Learner
from mxtutor.conversion import convert
from mxtutor.errors import StoreError, TutorError
from mxtutor.live.events import CALLS, MAX_BATCH, MAX_BODY, VERSION, Batch, ClassInfo, is_id
from mxtutor.live.intake import Intake
from mxtutor.live.learners import view_of
from mxtutor.live.limits import RateLimit, network_of
from mxtutor.live.people import NameTakenError, People
from mxtutor.live.refusals import Refusals
from mxtutor.live.rows import row_json
from mxtutor.live.store import ClassEntry, ClassStore, ForgottenError, Sent

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


MAX_WAITING = 500
"""Requests that wait for the store; more are told to come back."""
READ_SECONDS = 30
"""Longest time in which a request must arrive."""
MAX_JOIN = 4 << 10
"""Bytes of the largest request of somebody who has no token."""
LONG_CODE = 12
"""Characters from which a class code is never refused because of wrong ones before it.

A right code that always works can be guessed as fast as the server replies, so that only its length protects it. The
codes that `class --listen` makes have 12 characters out of 30, 59 bits: a thousand guesses per second find one in eight
million years. A shorter one, such as a word and a number, has perhaps 20 bits, a quarter of an hour at that rate: after
30 wrong codes of an address nobody joins from there for some seconds, not with the right code either.
"""
RETRY_SECONDS = 5
PAGE = 500
"""Rows in one answer about what is stored."""
PAGE_CODE = 4 << 20
"""Characters of code after which an answer about what is stored gets no further row."""
_T = TypeVar("_T")
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class ClassServer:
    """Answers the requests of tutors for one class."""

    def __init__(
        self,
        store: ClassStore,
        people: People,
        entry: ClassEntry,
        *,
        code: str = "",
        tell: Callable[[str], object] = str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Serve the class `entry`.

        Args:
            store: where events go.
            people: who may send.
            entry: the class, which `store.begin` has entered.
            code: with it learners join by themselves; empty if they cannot.
            tell: gets a line for the instructor when something changes, such as a database that went away.
            clock: the time of day in seconds since 1970.
        """
        self._store, self._people, self._entry, self._clock = store, people, entry, clock
        self._code = hashlib.sha256(code.encode()).digest() if code else b""
        self._guessable = len(code) < LONG_CODE
        self._tell = tell
        self.refusals = Refusals(lambda who, reason: tell(f"refused {who}: {reason}."))
        """Says on the instructor's terminal what was refused."""
        self._intake = Intake(store, entry.title, entry.exercises, self._in_store, self.refusals.note)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="mxtutor-class-store")
        self._waiting = 0
        self._away = ""
        self._failures = RateLimit(30, 30)
        """Requests with a wrong token or code, by address: a class may share one address."""
        self._all_failures = RateLimit(300, 120)
        """Wrong class codes from all addresses."""
        self._joins = RateLimit(1000, 60)
        self._requests = RateLimit(60, 120)
        """Requests of one learner."""

    def app(self) -> web.Application:
        """Return the web application."""
        app = web.Application(client_max_size=MAX_BODY, middlewares=[self._explain])
        app.router.add_get("/", self.greet)
        app.router.add_get("/v1/class", self.describe)
        app.router.add_post("/v1/join", self.join)
        app.router.add_post("/v1/events", self.take)
        app.router.add_get("/v1/mine", self.mine)
        app.cleanup_ctx.append(beats(self._store, self._entry.title, self._in_store, self._clock))
        app.on_cleanup.append(self._close)
        return app

    async def _close(self, _: web.Application) -> None:
        self._thread.shutdown(wait=True)

    @web.middleware
    async def _explain(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Turn every failure into a short answer in JSON."""
        try:
            return await handler(request)
        except web.HTTPException as error:
            text = "This request is too large." if error.status == 413 else error.text or error.reason
            return _problem(error.status, text, dict(error.headers))
        except ForgottenError as error:
            return _problem(403, error.message)
        except StoreError as error:
            self._note_away(str(error))
            return _problem(503, "The class server cannot store anything now.", {"Retry-After": str(RETRY_SECONDS)})
        except TutorError as error:
            return _problem(400, str(error))

    def _note_away(self, why: str) -> None:
        if why != self._away:
            self._away = why
            self._tell(f"{why} Tutors keep their events until it works again." if why else "The store works again.")

    async def _in_store(self, call: Callable[[], _T]) -> _T:
        if self._waiting >= MAX_WAITING:
            raise web.HTTPServiceUnavailable(
                text="The class server is busy.", headers={"Retry-After": str(RETRY_SECONDS)}
            )
        self._waiting += 1
        try:
            done = await asyncio.get_running_loop().run_in_executor(self._thread, call)
        finally:
            self._waiting -= 1
        self._note_away("")
        return done

    async def greet(self, _: web.Request) -> web.Response:
        """Tell a person who opens the address in a browser what to do."""
        how = "mxtutor class join ADDRESS" + (" --code CODE" if self._code else "")
        return web.Response(text=f"This is the class server of mxtutor. Join with `{how}`.\n")

    async def describe(self, request: web.Request) -> web.Response:
        """Answer what the class is, and in which exercise the learner asks for help."""
        learner = self._people.id_of(self._learner(request))
        title = self._entry.title
        calls = await self._in_store(lambda: self._store.facts(title, learner=learner, kinds=CALLS))
        return _json(msgspec.structs.replace(self._info(), help_in=view_of(learner, calls).help_in))

    async def join(self, request: web.Request) -> web.Response:
        """Give a token to a learner who knows the class code."""
        address = network_of(request.remote or "")
        wait = self._failures.wait(address) or self._all_failures.wait("all")
        if self._guessable:
            self._slow_down(wait)
        asked = _decoded(await self._body(request, MAX_JOIN), _Join)
        if not self._code:
            raise web.HTTPForbidden(text="This class has no code. Ask your instructor for your own link.")
        given = hashlib.sha256(asked.code.strip().encode("utf-8", "replace")).digest()
        if not hmac.compare_digest(given, self._code):
            self.refusals.note(address, "a wrong class code")
            self._slow_down(wait)
            self._failures.count(address)
            self._all_failures.count("all")
            raise web.HTTPForbidden(text="The class code is wrong.")
        self._slow_down(self._joins.take("all"))
        if self._people.problem:  # its text is for the instructor: it may name learners
            raise web.HTTPServiceUnavailable(text="The roster of the class cannot be read now. Tell your instructor.")
        try:
            _, token = await self._in_store(lambda: self._people.register(asked.name))
        except NameTakenError as error:
            raise web.HTTPConflict(text=str(error)) from error
        return _json(self._info(token))

    async def take(self, request: web.Request) -> web.Response:
        """Store a batch of events; answer which of them the tutor may forget."""
        learner = self._learner(request)
        batch = _decoded(await self._body(request), Batch)
        if batch.version != VERSION:
            raise web.HTTPBadRequest(text=f"This server reads batches of version {VERSION}.")
        if len(batch.events) > MAX_BATCH:
            raise web.HTTPRequestEntityTooLarge(MAX_BATCH, len(batch.events))
        if not is_id(batch.device) or not 0 <= batch.sent <= 253_402_300_799:
            raise web.HTTPBadRequest(text="The id of the device or the time of sending is not valid.")
        sender = Sent(self._people.id_of(learner), learner.token, batch.device, batch.sent, self._clock())
        return _json(await self._intake.add(sender, batch.events))

    async def mine(self, request: web.Request) -> web.Response:
        """Answer what is stored about the learner who asks, a page at a time."""
        learner = self._people.id_of(self._learner(request))
        after = request.query.get("after", "0")
        if not (after.isascii() and after.isdecimal() and len(after) < 16):
            raise web.HTTPBadRequest(text="`after` is not a number.")
        title = self._entry.title
        found = await self._in_store(lambda: self._store.of_learner(title, learner, after=int(after), most=PAGE))
        rows, size = [], 0
        for row in found:
            rows.append(row)
            size += len(row.code or "")
            if size > PAGE_CODE:
                break
        page = {
            "version": VERSION,
            "class": title,
            "learner": learner,
            "events": [row_json(row) for row in rows],
            "next": rows[-1].number if len(rows) == PAGE or len(rows) < len(found) else None,
        }
        return web.json_response(page, dumps=lambda data: json.dumps(data, ensure_ascii=False))

    def _info(self, token: str = "") -> ClassInfo:
        entry = self._entry
        return ClassInfo(
            version=VERSION, title=entry.title, share_code=entry.share_code, exercises=entry.exercises, token=token
        )

    def _learner(self, request: web.Request) -> Learner:
        """Return who asks.

        Raises:
            web.HTTPException: the token is missing, wrong, revoked or expired, or there are too many requests.
        """
        address = network_of(request.remote or "")
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        found = self._people.roster.of_token(token.strip()) if kind.lower() == "bearer" else None
        if found is None or found.is_expired():
            self.refusals.note(address, "a token that is not valid")
            self._slow_down(self._failures.take(address))
            gone = "Your token has expired." if found else "Your token is not valid."
            raise web.HTTPUnauthorized(text=gone, headers={"WWW-Authenticate": "Bearer"})
        self._slow_down(self._requests.take(found.id))
        return found

    @staticmethod
    def _slow_down(seconds: int) -> None:
        if seconds:
            raise web.HTTPTooManyRequests(text="Too many requests.", headers={"Retry-After": str(seconds)})

    @staticmethod
    async def _body(request: web.Request, most: int = MAX_BODY) -> bytes:
        try:
            body = await asyncio.wait_for(_read(request, most), READ_SECONDS)
        except asyncio.TimeoutError as error:
            raise web.HTTPRequestTimeout(text="The request took too long to arrive.") from error
        except (ValueError, web.RequestPayloadError) as error:  # a wrong length or encoding
            raise web.HTTPBadRequest(text="The request is damaged.") from error
        if len(body) > most:
            raise web.HTTPRequestEntityTooLarge(most, len(body))
        return body


async def _read(request: web.Request, most: int) -> bytes:
    """Return the body of a request; of a longer one, a little more than `most` bytes."""
    body = bytearray()
    while len(body) <= most and (piece := await request.content.readany()):
        body += piece
    return bytes(body)


class _Join(msgspec.Struct, frozen=True):
    code: str
    name: str


def _decoded(body: bytes, kind: type[_T]) -> _T:
    try:
        return cast(_T, convert(msgspec.json.decode(body), kind))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise web.HTTPBadRequest(text="The request is damaged.") from error


def _json(value: Any) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), content_type="application/json")


def _problem(status: int, text: str, headers: dict[str, str] | None = None) -> web.Response:
    kept = {key: value for key, value in (headers or {}).items() if key in ("Retry-After", "WWW-Authenticate", "Allow")}
    return web.json_response({"error": text}, status=status, headers=kept)

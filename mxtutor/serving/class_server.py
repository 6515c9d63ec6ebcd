"""The part of a server that receives the events of tutors and stores them in the class store.

A request has the token of its learner. Everything in a request is untrusted: sizes and texts are limited, and neither
a response nor its duration reveals whether a token like the given one exists.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar, cast

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from mxtutor.classroom.roster import Learner
from mxtutor.conversion import convert
from mxtutor.errors import StoreError, TutorError
from mxtutor.live.events import (
    CALLS,
    FULL,
    MAX_BATCH,
    MAX_BODY,
    VERSION,
    Batch,
    ClassInfo,
    Receipt,
    RefusedEvent,
    SentEvent,
    check_event,
    is_id,
    size_of,
)
from mxtutor.live.people import NameTakenError, People
from mxtutor.live.picture import view_of
from mxtutor.live.store import ClassEntry, ClassStore, Sent
from mxtutor.serving.gate import Gate

API = "/v1/"
"""Prefix of the URL paths for tutors."""
MAX_LEARNER_BYTES = 16 << 20
"""Maximum bytes per learner in the store; ten answers with code to each of 147 exercises take 2 MiB."""
MAX_STORE_BYTES = 8 << 30
"""Size of the store from which it takes no more events; with the class code one person can join many times."""
MAX_WAITING = 500
"""Maximum number of requests that wait for the store; more are refused with status 503."""
READ_SECONDS = 30
"""Timeout for the arrival of a request, in seconds."""
MAX_JOIN = 4 << 10
"""Largest request without a token, in bytes."""
RETRY = {"Retry-After": "5"}
"""Header that asks a tutor to try again after so many seconds."""
PAGE = 60
"""Maximum number of rows per page of stored data; with the longest code in each, a page has 4 MiB."""
_T = TypeVar("_T")


class _Join(msgspec.Struct, frozen=True):
    code: str
    name: str


class ClassServer:
    """Handles the requests of tutors for one class."""

    def __init__(
        self,
        store: ClassStore,
        people: People,
        entry: ClassEntry,
        gate: Gate,
        *,
        code: str = "",
        session: Callable[[str], Learner | None] | None = None,
        tell: Callable[[str], object] = str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Make the handlers for the class `entry`, which `store.begin` has entered.

        Args:
            store: stores the events.
            people: the learners who may send events.
            gate: counts wrong tokens and codes.
            code: the class code with which learners join by themselves; empty if they cannot.
            session: returns the learner of a token that this server gave to a session in a browser, else None.
            tell: gets a line for the instructor when something changes, such as a full disk.
            clock: returns the time of day in seconds since 1970.
        """
        self._store, self._people, self._entry, self._gate, self._clock = store, people, entry, gate, clock
        self._code = hashlib.sha256(code.encode()).digest() if code else b""
        self._session, self._tell = session, tell
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="mxtutor-class-store")
        self._waiting = 0
        self._away = ""
        self._used: dict[str, int] = {}
        """Stored bytes of each learner; an event that arrives again is counted again.

        Near the limit the exact size is read from the store.
        """

    def add_to(self, app: web.Application) -> None:
        """Add the routes to a web application."""
        app.add_routes(
            [
                web.get(API + "class", self.describe),
                web.post(API + "join", self.join),
                web.post(API + "events", self.take),
                web.get(API + "mine", self.mine),
            ]
        )
        app.on_cleanup.append(self._end)

    async def _end(self, _: web.Application) -> None:
        """Wait until the accepted events are stored."""
        self._thread.shutdown(wait=True)

    async def respond(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handle a request with `handler`; every failure becomes a short JSON response."""
        try:
            return await handler(request)
        except web.HTTPException as error:
            text = "This request is too large." if error.status == 413 else error.text or error.reason
            return _problem(error.status, text, dict(error.headers))
        except StoreError as error:
            self._note_away(str(error))
            return _problem(503, "The class server cannot store anything now.", RETRY)
        except TutorError as error:
            return _problem(400, str(error))

    def _note_away(self, why: str) -> None:
        if why != self._away:
            self._away = why
            self._tell(f"{why} Tutors keep their events until it works again." if why else "The store works again.")

    async def _in_store(self, call: Callable[[], _T]) -> _T:
        if self._waiting >= MAX_WAITING:
            raise web.HTTPServiceUnavailable(text="The class server is busy.", headers=RETRY)
        self._waiting += 1
        try:
            done = await asyncio.get_running_loop().run_in_executor(self._thread, call)
        finally:
            self._waiting -= 1
        self._note_away("")
        return done

    async def describe(self, request: web.Request) -> web.Response:
        """Respond with `ClassInfo`, and in it the exercise in which the learner asks for help."""
        learner = self._people.id_of(self._learner(request))
        calls = await self._in_store(lambda: self._store.rows(self._entry.title, learner=learner, kinds=CALLS))
        return _json(msgspec.structs.replace(self._info(), help_in=view_of(learner, calls).help_in))

    async def join(self, request: web.Request) -> web.Response:
        """Register a learner who knows the class code, and respond with a token."""
        asked = _decoded(await _body(request, MAX_JOIN), _Join)
        if not self._code:
            raise web.HTTPForbidden(text="This class has no code. Ask your instructor for your own link.")
        given = hashlib.sha256(asked.code.strip().encode("utf-8", "replace")).digest()
        if not hmac.compare_digest(given, self._code):
            self._gate.refuse(request, "a wrong class code")
            raise web.HTTPForbidden(text="The class code is wrong.")
        if self._people.problem:  # the error's text is for the instructor only: it may name learners
            raise web.HTTPServiceUnavailable(text="The roster of the class cannot be read now. Tell your instructor.")
        try:
            _, token = await self._in_store(lambda: self._people.register(asked.name))
        except NameTakenError as error:
            raise web.HTTPConflict(text=str(error)) from error
        return _json(self._info(token))

    async def take(self, request: web.Request) -> web.Response:
        """Store a batch of events; respond with the ids of events that the tutor need not send again."""
        learner = self._learner(request)
        batch = _decoded(await _body(request, MAX_BODY), Batch)
        if len(batch.events) > MAX_BATCH:
            raise web.HTTPRequestEntityTooLarge(MAX_BATCH, len(batch.events))
        sender = Sent(self._people.id_of(learner), batch.device, batch.sent, self._clock())
        return _json(await self._in_store(lambda: self._add(sender, batch.events, partial(self._learner, request))))

    def _add(self, sender: Sent, events: Sequence[Any], check: Callable[[], object]) -> Receipt:
        """Store the valid events of a batch; runs in the store's thread. `check` as in `ClassStore.add`.

        Raises:
            StoreError: nothing was stored.
        """
        good: list[SentEvent] = []
        refused: list[RefusedEvent] = []
        for data in events:
            try:
                event = check_event(data)
                if self._entry.exercises and event.exercise not in self._entry.exercises:
                    raise ValueError("the class does not have this exercise")
                good.append(event)
            except ValueError as error:
                name = data.get("id") if isinstance(data, dict) else None
                refused.append(RefusedEvent(str(name) if is_id(name) else "", str(error)[:200]))
        kept = self._room(sender.learner, good)
        if len(kept) < len(good):
            refused += [
                RefusedEvent(one.id, "the class stores no more of your events", FULL) for one in good[len(kept) :]
            ]
            why = "no more of its events are stored; `mxtutor class forget` deletes them"
            self._gate.refusals.note(sender.learner, why)
        self._store.add(self._entry.title, sender, kept, check)
        self._used[sender.learner] += sum(map(size_of, kept))
        return Receipt(stored=tuple(one.id for one in kept), refused=tuple(refused))

    def _room(self, learner: str, events: list[SentEvent]) -> list[SentEvent]:
        """Return those of a learner's events, from the first on, that fit into the limits."""
        coming = sum(map(size_of, events))
        if learner not in self._used or self._used[learner] + coming > MAX_LEARNER_BYTES:
            self._used[learner] = self._store.used_by(self._entry.title, learner)
        room, kept = min(MAX_LEARNER_BYTES - self._used[learner], MAX_STORE_BYTES - self._store.size()), events
        while kept and coming > room:
            coming -= size_of(kept[-1])
            kept = kept[:-1]
        return kept

    async def mine(self, request: web.Request) -> web.Response:
        """Respond with a page of the data that is stored about the requesting learner."""
        learner = self._people.id_of(self._learner(request))
        after = request.query.get("after", "0")
        if not (after.isascii() and after.isdecimal() and len(after) < 16):
            raise web.HTTPBadRequest(text="`after` is not a number.")
        title = self._entry.title
        rows = await self._in_store(lambda: self._store.rows(title, int(after), learner=learner, most=PAGE))
        page = {
            "version": VERSION,
            "class": title,
            "learner": learner,
            "events": [row.to_json() for row in rows],
            "next": rows[-1].number if len(rows) == PAGE else None,
        }
        return _json(page)

    def _info(self, token: str = "") -> ClassInfo:
        entry = self._entry
        return ClassInfo(
            version=VERSION, title=entry.title, share_code=entry.share_code, exercises=entry.exercises, token=token
        )

    def _learner(self, request: web.Request) -> Learner:
        """Return the learner of the request's token.

        Raises:
            web.HTTPException: the token is missing, wrong, revoked or expired.
        """
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        token = token.strip() if kind.lower() == "bearer" else ""
        if self._session is not None and (inside := self._session(token)) is not None:
            return inside
        found = self._people.roster.of_token(token)
        if found is None or found.is_expired():
            self._gate.refuse(request, "a token that is not valid")
            gone = "Your token has expired." if found else "Your token is not valid."
            raise web.HTTPUnauthorized(text=gone, headers={"WWW-Authenticate": "Bearer"})
        return found


async def _body(request: web.Request, most: int) -> bytes:
    """Return the body of a request.

    Raises:
        web.HTTPException: the body is damaged, has more than `most` bytes, or does not arrive in time.
    """
    try:
        return await asyncio.wait_for(request.clone(client_max_size=most).read(), READ_SECONDS)
    except asyncio.TimeoutError as error:
        raise web.HTTPRequestTimeout(text="The request took too long to arrive.") from error
    except (ValueError, web.RequestPayloadError) as error:  # wrong length or encoding
        raise web.HTTPBadRequest(text="The request is damaged.") from error


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

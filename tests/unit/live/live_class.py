"""A class server that runs in a thread of its own, events for it, and what it stored."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import web

from mxtutor.live.events import SentEvent
from mxtutor.live.people import People
from mxtutor.live.store import ClassEntry, ClassStore
from mxtutor.progress.events import new_id
from mxtutor.serving.class_server import ClassServer
from mxtutor.serving.gate import Front, Gate
from mxtutor.serving.web import application

DEVICE = "a" * 32
CLASS = ClassEntry("Gluon", False, ())
CODE = "birch-42"


def event(seq: int = 1, **fields: Any) -> SentEvent:
    """Return an event; its time is its number."""
    known: dict[str, Any] = {"id": new_id(), "seq": seq, "at": float(seq), "kind": "opened", "exercise": "tensors/flip"}
    return SentEvent(**{**known, **fields})


def wire(*events: SentEvent, device: str = DEVICE, sent: float = 100.0, **changes: Any) -> dict[str, Any]:
    """Return a batch as plain data."""
    return {
        "version": 1,
        "device": device,
        "sent": sent,
        "events": [msgspec.to_builtins(one) for one in events],
        **changes,
    }


def run_sql(database: Any, statement: str) -> None:
    """Run a statement of SQL on the open connection of a database, or on a new one."""
    if database.is_closed:
        database.connect()
    database.run(statement)


class Running:
    """A class server on loopback."""

    def __init__(self, folder: Path, entry: ClassEntry = CLASS, code: str = CODE) -> None:
        self.file = folder / "class.db"
        self.store = ClassStore(self.file, create=True)
        self.told: list[str] = []
        self.people = People(folder / "class.roster.csv", folder / "class.key", create=True, tell=self.told.append)
        self.store.begin(entry, 1000.0)
        self.now: Callable[[], float] = time.time
        self.before: Callable[[web.Request], Any] | None = None
        """Called before each request; what it raises is the answer."""
        self.lose_answers = 0
        """So many requests are carried out and then cut off, as if the network broke."""
        self.entry, self.code = entry, code
        self.port = 0
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def joined(self, name: str = "Ana") -> str:
        """Return the token of a new learner."""
        return self.people.register(name)[1]

    @functools.cached_property
    def token(self) -> str:
        """The token of one learner."""
        return self.joined("One")

    def start(self) -> Running:
        """Listen; the second start has the port of the first."""
        ready = threading.Event()
        self._loop = asyncio.new_event_loop()

        async def serve() -> None:
            app = class_application(self, lambda: self.now())
            app.middlewares.insert(0, self._faults)
            runner = web.AppRunner(app, shutdown_timeout=0.1)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", self.port).start()
            self.port = runner.addresses[0][1]
            self._stop = asyncio.Event()
            ready.set()
            await self._stop.wait()
            await runner.cleanup()

        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(serve()), daemon=True)
        self._thread.start()
        assert ready.wait(60)
        return self

    @web.middleware
    async def _faults(self, request: web.Request, handler: Any) -> web.StreamResponse:
        if self.before is not None:
            self.before(request)
        answer: web.StreamResponse = await handler(request)
        if self.lose_answers > 0 and request.path == "/v1/events":
            self.lose_answers -= 1
            assert request.transport is not None
            request.transport.abort()
        return answer

    def stop(self) -> None:
        """Listen no more; the store stays open."""
        if self._thread is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(60)
            self._thread = None

    def rows(self, title: str = CLASS.title) -> list[Any]:
        """Return all that is stored."""
        return self.store.rows(title)


def class_application(running: Running, clock: Callable[[], float], **changes: Any) -> web.Application:
    """Return the web application of a class; `entry` and `code` may be changed."""
    gate = Gate(Front("0.0.0.0", 0), lambda event, who, why: running.told.append(f"{event} {who}: {why}"))
    entry, code = changes.get("entry", running.entry), changes.get("code", running.code)
    server = ClassServer(running.store, running.people, entry, gate, code=code, tell=running.told.append, clock=clock)
    return application(gate, None, server)


@contextlib.contextmanager
def running(folder: Path, entry: ClassEntry = CLASS, code: str = CODE) -> Iterator[Running]:
    """Run a class server for the time of a block."""
    server = Running(folder, entry, code).start()
    try:
        yield server
    finally:
        server.stop()
        server.store.close()

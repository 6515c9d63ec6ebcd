"""The grader's side of a connection: makes the calls of a caller on a grader, and sends the results."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import re
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

from cachetools import LRUCache

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError, TutorError
from mxtutor.grading.grader import LocalGrader, read_names_early
from mxtutor.grading.priority import AHEAD_PAUSE, lower_priority
from mxtutor.grading.protocol import FUNCTIONS, Grader, GraderState
from mxtutor.grading.report_json import to_plain
from mxtutor.grading.service import calls
from mxtutor.grading.service.address import installation
from mxtutor.grading.service.turns import Caller, Ticket, Turns
from mxtutor.grading.workers.worker import Frameworks, usual_roles
from mxtutor.paths import content_root

KEPT_EXERCISES = 256
RETURN_SECONDS = 5.0
"""Shortest interval, in seconds, between two returns of free memory to the system."""
_ID = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")
MAX_CALLS = 192
"""Maximum number of calls of one connection without a reply."""


def main(fd: int, root: str, confined: bool) -> NoReturn:
    """Serve the only caller, at the other end of a socket; exit when the caller disconnects."""
    lower_priority()
    service = Service(Path(root), confined=confined)

    async def run() -> None:
        try:
            await serve(socket.socket(fileno=fd), service)
            service.close()
        finally:
            os._exit(0)  # exit at once: no caller waits for the running calls

    asyncio.run(run())
    os._exit(0)


async def serve(connection: socket.socket, service: Service) -> None:
    reader, writer = await asyncio.open_unix_connection(sock=connection)
    await CallerConnection(calls.GraderEnd(reader, writer), service).serve()


class Service:
    """The parts that all connections share: the workers, the exercises, and the turns."""

    def __init__(self, root: Path, *, confined: bool) -> None:
        self.root, self.confined = root, confined
        self.workers = Frameworks(usual_roles(confined=confined, untrusted=False, checked=root == content_root()))
        cores = len(os.sched_getaffinity(0))
        self.turns = Turns(cores)
        self.threads = ThreadPoolExecutor(self.turns.slots + cores, "mxtutor-call")
        """One thread for each call that has its turn."""
        self.installation = installation()
        self.began = time.monotonic()
        self.stopping = asyncio.Event()
        """Set when the process should end."""
        self.retiring = False
        """Whether the process should end when its last caller has disconnected."""
        self._exercises: LRUCache[tuple[object, ...], Exercise] = LRUCache(KEPT_EXERCISES)
        self._reading = threading.Lock()
        self._starting = threading.Lock()
        self._returned_at = self.began
        """When free memory was last returned; two threads may do it at the same time without harm."""

    def start(self) -> GraderState:
        """Start the workers if necessary, wait for them, and return their state."""
        with self._starting:
            read_names_early()
            if self.workers.state.phase != "ready" or not all(w.alive for w in self.workers.workers):
                self.workers.start()
            return self.workers.state

    def exercise(self, named: calls.ExerciseId) -> Exercise:
        """Return an exercise of the content, from the current files.

        Raises:
            ContentError: the content has no such exercise, or it is damaged.
        """
        folder = self.root / "exercises" / named.id
        if not _ID.fullmatch(named.id) or not folder.is_dir():
            raise ContentError(f"{self.root} has no exercise {named.id!r}.", fix="`mxtutor list` shows them all.")
        try:
            with os.scandir(folder) as entries:
                times = tuple(sorted((e.name, e.stat().st_mtime_ns) for e in entries))
        except OSError as error:
            raise ContentError(f"{folder} changes just now: {error}.", fix="Check again.") from error
        key = (named.id, named.variant, times)
        with self._reading:
            if (found := self._exercises.get(key)) is None:
                found = self._exercises[key] = load_exercise(folder, named.id, named.variant)
            return found

    def make_grader(self, *, untrusted: bool) -> LocalGrader:
        """Return the grader for one caller, with the shared workers, but its own results and jobs."""
        return LocalGrader(untrusted=untrusted, workers=self.workers)

    def return_memory(self) -> None:
        """Return the memory of ended calls to the system, which the C library does not do by itself."""
        if time.monotonic() - self._returned_at > RETURN_SECONDS:
            self._returned_at = time.monotonic()
            with contextlib.suppress(AttributeError, OSError):  # the C library is not glibc
                ctypes.CDLL(None).malloc_trim(0)

    def condition(self) -> calls.Condition:
        from mxtutor import __version__

        callers, running, waiting, begun, idle = self.turns.condition()
        state = self.workers.state
        return calls.Condition(
            os.getpid(), __version__, str(self.root), "+".join(self.workers.isolation) or "none", state.phase,
            state.detail, time.monotonic() - self.began, idle, callers, running, waiting, begun,
            tuple(w.pid for w in self.workers.workers if w.pid is not None),
        )  # fmt: skip

    def close(self) -> None:
        self.workers.close()


class CallerConnection:
    """One connection: a caller with its own grader on the shared workers."""

    def __init__(self, channel: calls.GraderEnd, service: Service) -> None:
        self._channel, self._service = channel, service
        self._tickets: set[Ticket] = set()
        """Tickets of the waiting and running calls."""
        self._tasks: set[asyncio.Task[None]] = set()
        """Tasks beside `serve`: one for each call without a reply."""
        self._closed = False

    async def serve(self) -> None:
        try:
            hello = await self._greet()
            if hello is not None:
                await self._serve(hello)
        except EOFError:
            pass
        finally:
            self._channel.cut()

    async def leave(self, *, idle: bool = False) -> None:
        """Tell the caller that this process ends, and close the connection."""
        await self._channel.send(calls.Leaving(idle))
        self._channel.cut()

    async def _greet(self) -> calls.Hello | None:
        """Return the first message of a caller; None for a caller that only asked for the grader's state.

        Raises:
            EOFError: the caller has left.
        """
        while True:
            message = await self._channel.receive()
            if isinstance(message, calls.Hello):
                if refused := self.refusal(message):
                    await self._channel.send(refused)
                    return None
                await self._channel.send(calls.Welcome(os.getpid()))
                return message
            if not await self._answer_at_once(message):
                return None

    def refusal(self, hello: calls.Hello) -> calls.Refused | None:
        if hello.installation == self._service.installation:
            return None
        return calls.Refused("mxtutor's files have changed since this program started.", "Start it again.")

    async def _answer_at_once(self, message: calls.FromCaller) -> bool:
        """Answer a message that needs no turn; return False for any other one."""
        match message:
            case calls.Ping():
                await self._channel.send(calls.Pong())
            case calls.Inspect():
                await self._channel.send(self._service.condition())
            case calls.Stop(when_unused=True):
                self._service.retiring = True
            case calls.Stop():
                self._service.stopping.set()
            case _:
                return False
        return True

    async def _serve(self, hello: calls.Hello) -> None:
        turns = self._service.turns
        caller = turns.join(hello.caller, many=hello.many)
        self._grader = self._service.make_grader(untrusted=hello.untrusted)
        try:
            started = asyncio.create_task(self._start())
            while True:
                message = await self._channel.receive()
                if isinstance(message, calls.Call):
                    await self._begin(message, caller, ahead=hello.ahead)
                elif isinstance(message, calls.Cancel):
                    self._cancel()
                elif not await self._answer_at_once(message):
                    return
        finally:
            self._closed = True
            started.cancel()
            self._cancel()
            self._grader.close()
            turns.leave(caller)

    async def _start(self) -> None:
        await self._channel.send(calls.State(await asyncio.to_thread(self._service.start)))

    async def _begin(self, call: calls.Call, caller: Caller, *, ahead: bool) -> None:
        """Queue a call and answer it in a task; decline it if there are too many."""
        if len(self._tasks) >= MAX_CALLS:
            text = f"{MAX_CALLS} calls wait already."
            await self._channel.send(calls.Failed(call.number, text, "Wait until some have ended."))
            return
        ticket = self._queue(call, caller)
        task = asyncio.create_task(self._answer(call, ticket, self._grader.for_call(), ahead=ahead))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _queue(self, call: calls.Call, caller: Caller) -> Ticket:
        function = FUNCTIONS[call.function]
        background = function.background or call.live
        ticket = self._service.turns.queue(caller, background=background, gives_way=function.gives_way)
        self._tickets.add(ticket)
        return ticket

    def _cancel(self) -> None:
        """Cancel the waiting and running calls of this connection, but not later ones."""
        self._grader.cancel()
        self._service.turns.cancel(self._tickets)

    async def _answer(self, call: calls.Call, ticket: Ticket, grader: Grader, *, ahead: bool) -> None:
        await self._channel.send(await self._reply(call, ticket, grader))
        if ahead and call.function == "grade" and not call.live:
            await self._prepare_next(call, ticket.caller)

    async def _reply(self, call: calls.Call, ticket: Ticket, grader: Grader) -> bytes:
        loop = asyncio.get_running_loop()

        def send(piece: bytes) -> None:
            asyncio.run_coroutine_threadsafe(self._channel.send(calls.Output(call.number, piece)), loop).result()

        try:
            async with self._service.turns.hold(ticket):
                return await loop.run_in_executor(self._service.threads, self._perform, call, grader, send)
        except TutorError as error:  # cancelled before its turn
            return calls.reply(calls.Failed(call.number, error.message, error.fix))
        except RuntimeError as error:  # the system can start no thread
            return calls.reply(calls.Failed(call.number, f"The grader has no room: {error}.", "Check again."))
        finally:
            self._tickets.discard(ticket)

    def _perform(self, call: calls.Call, grader: Grader, send: Callable[[bytes], None]) -> bytes:
        """Make a call in a separate thread, and return the frame of its reply."""
        try:
            result = calls.perform(call, grader, self._service.exercise, send)
            return calls.reply(calls.Done(call.number, to_plain(result)))
        except TutorError as error:
            failed = calls.Failed(call.number, error.message, error.fix)
        except Exception as error:  # a bug must not end more than this call
            text = f"mxtutor failed: {type(error).__name__}: {error}."
            failed = calls.Failed(call.number, text, "Please report it.")
        finally:
            self._service.return_memory()
        return calls.reply(failed)

    async def _prepare_next(self, call: calls.Call, caller: Caller) -> None:
        """Prepare the next check of an exercise, while the report is on the screen."""
        await asyncio.sleep(AHEAD_PAUSE)
        if not self._closed:
            arguments = calls.types_of("prepare")[0](call.arguments.submission.exercise)
            prepare = calls.Call(call.number, "prepare", arguments)
            await self._reply(prepare, self._queue(prepare, caller), self._grader.for_call())

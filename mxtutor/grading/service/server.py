"""The grader's side of connections: it receives calls, waits for their turn, makes them, and sends what they return."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import os
import re
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from cachetools import LRUCache

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError, TutorError
from mxtutor.grading.grader import LocalGrader, read_names_early
from mxtutor.grading.priority import AHEAD_PAUSE, lower_priority
from mxtutor.grading.protocol import FUNCTIONS, Grader, GraderState
from mxtutor.grading.report_json import to_plain
from mxtutor.grading.service.address import installation
from mxtutor.grading.service.calls import (
    Call,
    Cancel,
    Condition,
    Done,
    ExerciseId,
    Failed,
    FromCaller,
    FromGrader,
    Hello,
    Inspect,
    Leaving,
    Output,
    Ping,
    Pong,
    Refused,
    State,
    Stop,
    Welcome,
    grader_channel,
    perform,
    typed,
    types_of,
)
from mxtutor.grading.service.turns import CancelledError, Ticket, Turns
from mxtutor.grading.workers.frameworks import Frameworks
from mxtutor.grading.workers.worker import usual_roles
from mxtutor.paths import content_root

KEPT_EXERCISES = 256
RETURN_SECONDS = 5.0
"""Least seconds between two returns of free memory to the system."""
_ID = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")
MAX_CALLS = 192
"""Calls of one connection that have not been replied to; each has a thread."""
CANCEL_SECONDS = 0.05
"""How often the jobs of a cancelled call are ended again: a job that had not begun was not cancelled."""


def main(fd: int, root: str, confined: bool) -> NoReturn:
    """Serve the one caller at the other end of a socket; its end is the end of this process."""
    lower_priority()
    service = Service(Path(root), confined=confined)
    try:
        Session(socket.socket(fileno=fd), service).serve()
        service.close()
    finally:
        os._exit(0)  # no caller waits for the calls that still run


class Service:
    """What all connections share: the workers, the exercises as read, and the turns; thread-safe."""

    def __init__(self, root: Path, *, confined: bool) -> None:
        self.root, self.confined = root, confined
        self.workers = Frameworks(usual_roles(confined=confined, untrusted=False, checked=root == content_root()))
        self.turns = Turns(len(os.sched_getaffinity(0)))
        self.installation = installation()
        self.began = time.monotonic()
        self.stopping = threading.Event()
        """Set when the process shall end."""
        self.retiring = threading.Event()
        """Set when the process shall end as soon as its last caller has left."""
        self._exercises: LRUCache[tuple[object, ...], Exercise] = LRUCache(KEPT_EXERCISES)
        self._reading = threading.Lock()
        self._starting = threading.Lock()
        self._returned_at = self.began
        """When free memory was returned last; two threads that do it at once are no harm."""

    def start(self) -> GraderState:
        """Start the workers, unless they run, wait for them, and return their state."""
        with self._starting:
            read_names_early()
            if self.workers.state.phase != "ready" or not all(w.alive for w in self.workers.workers):
                self.workers.start()
            return self.workers.state

    def exercise(self, named: ExerciseId) -> Exercise:
        """Return an exercise of the content, as its files are now.

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

    def make_grader(self, *, untrusted: bool) -> Grader:
        """Return the grader of one caller: with the shared workers, and with results and jobs of its own."""
        return LocalGrader(untrusted=untrusted, workers=self.workers)

    def return_memory(self) -> None:
        """Return what ended calls used to the system; the C library keeps it, in pieces, for as long as it can."""
        if time.monotonic() - self._returned_at > RETURN_SECONDS:
            self._returned_at = time.monotonic()
            with contextlib.suppress(AttributeError, OSError):  # not glibc
                ctypes.CDLL(None).malloc_trim(0)

    def condition(self) -> Condition:
        """Return what the grader does now."""
        from mxtutor import __version__

        callers, running, waiting, calls, idle = self.turns.condition()
        state = self.workers.state
        return Condition(
            os.getpid(), __version__, str(self.root), "+".join(self.workers.isolation) or "none", state.phase,
            state.detail, time.monotonic() - self.began, idle, callers, running, waiting, calls,
            tuple(w.pid for w in self.workers.workers if w.pid is not None),
        )  # fmt: skip

    def close(self) -> None:
        """End the workers for good."""
        self.workers.close()


class Session:
    """One connection: a caller with a grader of its own over the shared workers."""

    def __init__(self, connection: socket.socket, service: Service) -> None:
        self._channel = grader_channel(connection)
        self._service = service
        self._own_numbers = itertools.count(-1, -1)
        """Numbers of the calls that this session makes for itself."""
        self._threads = threading.Semaphore(MAX_CALLS)
        """Threads that answer calls, and may be started."""
        self._changed = threading.Condition()
        self._calls: dict[int, Ticket | None] = {}
        """Calls that have not ended, by their numbers, with their tickets once they have taken their places."""
        self._performing: set[int] = set()
        """Those of them that have their turn."""
        self._ending: set[int] = set()
        """Those of them that were cancelled."""
        self._closed = False

    def serve(self) -> None:
        """Serve until the other side closes; each call gets a thread of its own."""
        try:
            hello = self._greet()
            if hello is not None:
                self._serve(hello)
        except EOFError:
            pass
        finally:
            self._channel.close()

    def leave(self, *, idle: bool = False) -> None:
        """Tell the caller that this process ends, and end the connection."""
        self._channel.send(Leaving(idle))
        self._channel.cut()

    def _greet(self) -> Hello | None:
        """Return the first message of a caller; None for a caller that only asked how the grader is.

        Raises:
            EOFError: the caller has left.
        """
        while True:
            message = self._channel.receive()
            if isinstance(message, Hello):
                if refused := self._refusal(message):
                    self._channel.send(refused)
                    return None
                self._channel.send(Welcome(os.getpid()))
                return message
            if not self._answer_at_once(message):
                return None

    def _refusal(self, hello: Hello) -> Refused | None:
        if hello.installation == self._service.installation:
            return None
        return Refused("mxtutor's files have changed since this program started.", "Start it again.")

    def _answer_at_once(self, message: FromCaller) -> bool:
        """Answer a message that needs no turn; return False for any other one."""
        match message:
            case Ping():
                self._channel.send(Pong())
            case Inspect():
                self._channel.send(self._service.condition())
            case Stop(when_unused=when_unused):
                (self._service.retiring if when_unused else self._service.stopping).set()
            case _:
                return False
        return True

    def _serve(self, hello: Hello) -> None:
        turns = self._service.turns
        self._caller = turns.join(hello.caller, many=hello.many)
        self._grader = self._service.make_grader(untrusted=hello.untrusted)
        self._ahead = hello.ahead
        try:
            _in_background(self._start)
            while True:
                message = self._channel.receive()
                if isinstance(message, Call):
                    self._begin(typed(message))
                elif isinstance(message, Cancel):
                    self._cancel()
                elif not self._answer_at_once(message):
                    return
        finally:
            self._closed = True
            self._cancel()
            self._grader.close()
            turns.leave(self._caller)

    def _start(self) -> None:
        self._channel.send(State(self._service.start()))

    def _begin(self, call: Call) -> None:
        """Answer a call in a thread; decline it if there are too many.

        It takes its place here, not in its thread: a newer call must not come before an older one and then be replaced.
        """
        if not self._threads.acquire(blocking=False):
            self._channel.send(Failed(call.number, f"{MAX_CALLS} calls wait already.", "Wait until some have ended."))
            return
        ticket = self._queue(call)
        try:
            _in_background(self._answer, call, ticket)
        except RuntimeError as error:  # the system has no thread left
            self._service.turns.withdraw(ticket)
            self._ended(call.number)
            self._threads.release()
            self._channel.send(Failed(call.number, f"The grader has no room: {error}.", "Check again."))

    def _queue(self, call: Call) -> Ticket:
        """Take the place of a call among those that wait for their turn, and register it in `_calls`."""
        function = FUNCTIONS[call.function]
        background = function.background or call.live
        ticket = self._service.turns.queue(self._caller, background=background, gives_way=function.gives_way)
        with self._changed:
            self._calls[call.number] = ticket
        return ticket

    def _ended(self, number: int) -> None:
        with self._changed:
            self._calls.pop(number, None)
            self._ending.discard(number)

    def _cancel(self) -> None:
        """End the calls of this connection, those that wait and those that run; later ones are not changed."""
        with self._changed:
            begins = not self._ending
            self._ending.update(self._calls)
            self._grader.cancel()
            if not self._ending:
                return
            waiting = [ticket for ticket in self._calls.values() if ticket]
        self._service.turns.cancel(waiting)  # now: the next call may give way to one that waits
        if begins:
            _in_background(self._end)

    def _end(self) -> None:
        """End the jobs of cancelled calls until these calls have returned."""
        while True:
            with self._changed:
                if not self._ending:
                    return
                tickets = [ticket for number in self._ending if (ticket := self._calls[number])]
                if self._ending & self._performing:  # then no later call of this connection performs: see `_in_turn`
                    self._grader.cancel()
            self._service.turns.cancel(tickets)
            time.sleep(CANCEL_SECONDS)

    def _answer(self, call: Call, ticket: Ticket) -> None:
        try:
            reply = self._reply(call, ticket)
            try:
                self._channel.send(reply)
            except (TypeError, ValueError) as error:
                self._channel.send(_bug(call.number, error))
            if self._ahead and call.function == "grade" and not call.live:
                self._prepare_next(call.arguments.submission.exercise)
        finally:
            self._service.return_memory()
            self._threads.release()

    def _reply(self, call: Call, ticket: Ticket) -> FromGrader:
        try:
            return Done(call.number, to_plain(self._in_turn(call, ticket)))
        except TutorError as error:
            return Failed(call.number, error.message, error.fix)
        except Exception as error:  # a bug of ours must not cost more than this call
            return _bug(call.number, error)
        finally:
            self._ended(call.number)

    def _in_turn(self, call: Call, ticket: Ticket) -> Any:
        """Make a queued call when its turn comes, and return its result.

        It begins when no cancelled call performs any more, so that a cancel cannot end its jobs.

        Raises:
            CancelledError: the call was cancelled before.
        """
        number = call.number
        with self._service.turns.hold(ticket):
            with self._changed:
                self._changed.wait_for(lambda: number in self._ending or not self._ending & self._performing)
                if number in self._ending or self._closed:
                    raise CancelledError
                self._performing.add(number)
            try:
                return self._perform(call)
            finally:
                with self._changed:
                    self._performing.discard(number)
                    self._changed.notify_all()

    def _perform(self, call: Call) -> Any:
        def send(piece: bytes) -> None:
            self._channel.send(Output(call.number, piece))

        return perform(call, self._grader, self._service.exercise, send)

    def _prepare_next(self, named: ExerciseId) -> None:
        """Compute what the next check of an exercise needs, once the report is on the screen."""
        call = Call(next(self._own_numbers), "prepare", types_of("prepare")[0](named))
        with self._changed:
            self._calls[call.number] = None
        try:
            time.sleep(AHEAD_PAUSE)
            with contextlib.suppress(TutorError):
                self._in_turn(call, self._queue(call))
        finally:
            self._ended(call.number)


def _bug(number: int, error: Exception) -> Failed:
    return Failed(number, f"mxtutor failed: {type(error).__name__}: {error}.", "Please report it.")


def _in_background(call: Callable[..., object], *arguments: Any) -> None:
    threading.Thread(target=call, args=arguments, daemon=True).start()

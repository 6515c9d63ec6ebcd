"""The grader's side of connections: it receives calls, waits for their turn, makes them, and sends what they return."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from mxtutor.errors import TutorError
from mxtutor.grading.priority import AHEAD_PAUSE, lower_priority
from mxtutor.grading.report_json import to_plain
from mxtutor.grading.service.messages import (
    PROTOCOL,
    Call,
    Cancel,
    Done,
    ExerciseId,
    Failed,
    FromCaller,
    FromGrader,
    Grade,
    Hello,
    Inspect,
    Leaving,
    Output,
    Ping,
    Pong,
    Prepare,
    Refused,
    State,
    Stop,
    Welcome,
    grader_channel,
)
from mxtutor.grading.service.performing import perform
from mxtutor.grading.service.shared import Service
from mxtutor.grading.service.turns import CancelledError, Ticket

MAX_CALLS = 192
"""Calls of one connection that have not been replied to; each has a thread."""
CANCEL_SECONDS = 0.05
"""How often the jobs of a cancelled call are ended again: a job that had not begun was not cancelled."""
Place = tuple[Ticket, set[Ticket]]
"""The ticket of a call, and the set that has it until the call has ended."""


def main(fd: int, root: str, confined: bool) -> NoReturn:
    """Serve the one caller at the other end of a socket; its end is the end of this process."""
    lower_priority()
    service = Service(Path(root), confined=confined)
    try:
        Session(socket.socket(fileno=fd), service).serve()
        service.close()
    finally:
        os._exit(0)  # no caller waits for the calls that still run


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
        self._calls: dict[int, set[Ticket]] = {}
        """Calls that have not ended, with their tickets, by their numbers."""
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
            message, _ = self._channel.receive()
            if isinstance(message, Hello):
                if refused := self._refusal(message):
                    self._channel.send(refused)
                    return None
                self._channel.send(Welcome(os.getpid()))
                return message
            if not self._answer_at_once(message):
                return None

    def _refusal(self, hello: Hello) -> Refused | None:
        if hello.protocol == PROTOCOL and hello.installation == self._service.installation:
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
                message, data = self._channel.receive()
                if isinstance(message, Call):
                    self._begin(message, data)
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
        state = self._service.start()
        self._channel.send(
            State(
                state.phase,
                state.detail,
                state.isolation,
                state.missing,
                state.safe_for_untrusted,
                state.gpus,
            )
        )

    def _begin(self, call: Call, data: bytes) -> None:
        """Answer a call in a thread; decline it if there are too many.

        It takes its place here, not in its thread: a newer call must not come before an older one and then be replaced.
        """
        if not self._threads.acquire(blocking=False):
            self._channel.send(Failed(call.number, f"{MAX_CALLS} calls wait already.", "Wait until some have ended."))
            return
        place = self._queue(call)
        try:
            _in_background(self._answer, call, data, place)
        except RuntimeError as error:  # the system has no thread left
            self._service.turns.withdraw(self._caller, *place)
            self._ended(call.number)
            self._threads.release()
            self._channel.send(Failed(call.number, f"The grader has no room: {error}.", "Check again."))

    def _queue(self, call: Call) -> Place:
        """Register a call in `_calls`, and take its place among those that wait for their turn."""
        tickets: set[Ticket] = set()
        with self._changed:
            self._calls[call.number] = tickets
        request = call.request
        ticket = self._service.turns.queue(
            self._caller, background=request.background, gives_way=request.gives_way, tickets=tickets
        )
        return ticket, tickets

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
            waiting = {ticket for tickets in self._calls.values() for ticket in tuple(tickets)}
        self._service.turns.cancel(self._caller, waiting)  # now: the next call may give way to one that waits
        if begins:
            _in_background(self._end)

    def _end(self) -> None:
        """End the jobs of cancelled calls until these calls have returned."""
        while True:
            with self._changed:
                if not self._ending:
                    return
                tickets = {ticket for number in self._ending for ticket in tuple(self._calls[number])}
                if self._ending & self._performing:  # then no later call of this connection performs: see `_in_turn`
                    self._grader.cancel()
            self._service.turns.cancel(self._caller, tickets)
            time.sleep(CANCEL_SECONDS)

    def _answer(self, call: Call, data: bytes, place: Place) -> None:
        try:
            reply = self._reply(call, data, place)
            try:
                self._channel.send(reply)
            except (TypeError, ValueError) as error:
                self._channel.send(_bug(call.number, error))
            if self._ahead and isinstance(call.request, Grade):
                self._prepare_next(call.request.exercise)
        finally:
            self._service.return_memory()
            self._threads.release()

    def _reply(self, call: Call, data: bytes, place: Place) -> FromGrader:
        try:
            return Done(call.number, to_plain(self._in_turn(call, place, data)))
        except TutorError as error:
            return Failed(call.number, error.message, error.fix)
        except Exception as error:  # a bug of ours must not cost more than this call
            return _bug(call.number, error)
        finally:
            self._ended(call.number)

    def _in_turn(self, call: Call, place: Place, data: bytes = b"") -> Any:
        """Make a queued call when its turn comes, and return its result.

        It begins when no cancelled call performs any more, so that a cancel cannot end its jobs.

        Raises:
            CancelledError: the call was cancelled before.
        """
        number = call.number
        with self._service.turns.hold(self._caller, *place):
            with self._changed:
                self._changed.wait_for(lambda: number in self._ending or not self._ending & self._performing)
                if number in self._ending or self._closed:
                    raise CancelledError
                self._performing.add(number)
            try:
                return self._perform(call, data)
            finally:
                with self._changed:
                    self._performing.discard(number)
                    self._changed.notify_all()

    def _perform(self, call: Call, data: bytes) -> Any:
        def send(piece: bytes) -> None:
            self._channel.send(Output(call.number), piece)

        return perform(call.request, data, self._grader, self._service.exercise, send)

    def _prepare_next(self, named: ExerciseId) -> None:
        """Compute what the next check of an exercise needs, once the report is on the screen."""
        call = Call(next(self._own_numbers), Prepare(named))
        with self._changed:
            self._calls[call.number] = set()
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

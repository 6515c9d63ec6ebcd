"""The grader's side of connections: it receives calls, waits for their turn, makes them, and sends what they return."""

from __future__ import annotations

import contextlib
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
from mxtutor.grading.diagnosis.missing_names import read_names
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.priority import AHEAD_PAUSE, lower_priority
from mxtutor.grading.protocol import MAX_SOURCE, Grader, GraderState, Submission
from mxtutor.grading.report_json import to_plain
from mxtutor.grading.service.address import installation
from mxtutor.grading.service.channel import MAX_REQUEST, Channel
from mxtutor.grading.service.messages import (
    PROTOCOL,
    Call,
    Cancel,
    Condition,
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
    Pair,
    Ping,
    PlayDraft,
    Pong,
    Prepare,
    ReferenceLosses,
    Refused,
    Run,
    State,
    Stop,
    Welcome,
)
from mxtutor.grading.service.turns import Ticket, Turns
from mxtutor.grading.workers.frameworks import Frameworks
from mxtutor.grading.workers.roles import usual_roles

KEPT_EXERCISES = 256
CANCEL_SECONDS = 0.05
"""How often the jobs of a cancelled call are ended again: a job that had not begun was not cancelled."""
_ID = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


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
        self.workers = Frameworks(usual_roles(confined=confined, untrusted=False))
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

    def start(self) -> GraderState:
        """Start the workers, unless they run, wait for them, and return their state."""
        with self._starting:
            _in_background(read_names)  # 0.1 s, which the first wrong name would have to wait
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
        times = tuple(sorted((e.name, e.stat().st_mtime_ns) for e in os.scandir(folder)))
        key = (named.id, named.variant, times)
        with self._reading:
            if (found := self._exercises.get(key)) is None:
                found = self._exercises[key] = load_exercise(folder, named.id, named.variant)
            return found

    def make_grader(self, *, untrusted: bool) -> Grader:
        """Return the grader of one caller: with the shared workers, and with results and jobs of its own."""
        return LocalGrader(untrusted=untrusted, workers=self.workers)

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
        self._channel: Channel[FromGrader, FromCaller] = Channel(connection, FromCaller, MAX_REQUEST)
        self._service = service
        self._tickets: set[Ticket] = set()
        self._lock = threading.Lock()
        self._calls: set[int] = set()
        """Numbers of the calls that wait or run."""
        self._performing: set[int] = set()
        """Numbers of the calls that run."""
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

    def leave(self) -> None:
        """Tell the caller that this process ends, and end the connection."""
        self._channel.send(Leaving())
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
                    with self._lock:
                        self._calls.add(message.number)
                    _in_background(self._answer, message, data)
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

    def _cancel(self) -> None:
        """End the calls of this connection, those that wait and those that run."""
        with self._lock:
            ending = set(self._calls)
        self._service.turns.cancel(self._caller, set(self._tickets))
        self._grader.cancel()
        if ending:
            _in_background(self._end, ending)

    def _end(self, ending: set[int]) -> None:
        """End the jobs of cancelled calls until these calls have returned."""
        while True:
            time.sleep(CANCEL_SECONDS)
            with self._lock:
                left = ending & self._calls
                others = self._calls - ending
                performing = ending & self._performing
            if not left:
                return
            if performing or not others:
                self._service.turns.cancel(self._caller, set() if others else set(self._tickets))
                self._grader.cancel()

    def _answer(self, call: Call, data: bytes) -> None:
        number = call.number
        reply: FromGrader
        try:
            with self._service.turns.turn(self._caller, background=call.request.background, tickets=self._tickets):
                reply = Done(number, to_plain(self._performed(call, data)))
        except TutorError as error:
            reply = Failed(number, error.message, error.fix)
        except Exception as error:  # a bug of ours must not cost more than this call
            reply = _bug(number, error)
        finally:
            with self._lock:
                self._calls.discard(number)
        try:
            self._channel.send(reply)
        except (TypeError, ValueError) as error:
            self._channel.send(_bug(number, error))
        if self._ahead and isinstance(call.request, Grade):
            self._prepare_next(call.request.exercise)

    def _performed(self, call: Call, data: bytes) -> Any:
        """Make the call and return its result; it is noted as running meanwhile."""
        with self._lock:
            self._performing.add(call.number)
        try:
            return self._perform(call, data)
        finally:
            with self._lock:
                self._performing.discard(call.number)

    def _perform(self, call: Call, data: bytes) -> Any:
        """Make the call and return its result."""
        grader, exercise_of = self._grader, self._service.exercise
        match call.request:
            case Grade() as request:
                on_output = self._sender(call.number) if request.wants_output else None
                submission = Submission(
                    exercise_of(request.exercise), data[: MAX_SOURCE + 1], request.seed, request.device
                )
                return grader.grade(submission, on_output)
            case Run() as request:
                return grader.run(request.framework, request.source)
            case Pair() as request:
                return grader.pair(request.torch, request.mxnet, request.rtol)
            case PlayDraft() as request:
                return grader.play(exercise_of(request.exercise), data, case=request.case, seed=request.seed)
            case Prepare() as request:
                return grader.prepare(exercise_of(request.exercise))
            case ReferenceLosses() as request:
                return grader.reference_losses(exercise_of(request.exercise))

    def _sender(self, number: int) -> Callable[[bytes], None]:
        return lambda data: self._send_output(number, data)

    def _send_output(self, number: int, data: bytes) -> None:
        self._channel.send(Output(number), data)

    def _prepare_next(self, named: ExerciseId) -> None:
        """Compute what the next check of an exercise needs, once the report is on the screen."""
        time.sleep(AHEAD_PAUSE)
        with contextlib.suppress(TutorError):
            exercise = self._service.exercise(named)
            with self._service.turns.turn(self._caller, background=True, tickets=self._tickets):
                if not self._closed:
                    self._grader.prepare(exercise)


def _bug(number: int, error: Exception) -> Failed:
    return Failed(number, f"mxtutor failed: {type(error).__name__}: {error}.", "Please report it.")


def _in_background(call: Callable[..., object], *arguments: Any) -> None:
    threading.Thread(target=call, args=arguments, daemon=True).start()

"""A caller's side of a connection to a grader's process: it sends calls and hands each reply to the call that waits."""

from __future__ import annotations

import itertools
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from mxtutor.errors import BrokenError
from mxtutor.grading.protocol import GraderState
from mxtutor.grading.report_json import from_plain
from mxtutor.grading.service.messages import (
    AnyRequest,
    Call,
    Cancel,
    Done,
    Failed,
    Hello,
    Leaving,
    Output,
    Ping,
    Refused,
    Request,
    Result,
    State,
    Welcome,
    caller_channel,
)
from mxtutor.served import served, start_again

PING_SECONDS = 2.0
"""How long a call waits for a message before it asks whether the process still runs."""
MAX_UNANSWERED = 5
"""Questions without any message in reply after which the process is ended: it hangs."""
MAX_UNANSWERED_STOPPED = 1
"""The same where a signal has stopped the process; one that is only slow is not stopped."""
FIX = "Check again."


class LeavingError(Exception):
    """The process ended before it accepted this caller or began its call; another one can be started."""


class LostError(BrokenError):
    """The process was killed, or hung and was ended, while it made this call; another one can make it."""


@dataclass(frozen=True, slots=True)
class _Unsent:
    """What a call gets in place of a reply where the process ended without having begun it."""


@dataclass(frozen=True, slots=True)
class _Lost:
    """What it gets where the process ended without a farewell."""


class Connection:
    """A connection that the process has accepted, or will; thread-safe.

    `kill` ends the process when it no longer answers, `stopped` returns whether a signal has stopped it, `last_words`
    returns why it ended, as far as it said so.
    """

    def __init__(
        self,
        connection: socket.socket,
        hello: Hello,
        *,
        kill: Callable[[], object],
        stopped: Callable[[], bool],
        last_words: Callable[[], str] = str,
    ) -> None:
        """Send the greeting and wait for the reply.

        Raises:
            LeavingError: the process ended meanwhile.
            BrokenError: it declines this caller, or does not answer.
        """
        self.state = GraderState("starting", "MXNet and PyTorch are warming up")
        """What its workers are doing."""
        self.started = threading.Event()
        """Set once its workers are ready or cannot be, and when the connection has ended."""
        self.pid = 0
        self._kill, self._stopped, self._last_words = kill, stopped, last_words
        self._left: Leaving | None = None
        """What the process said when it ended."""
        self._end = ""
        """How the connection ended; empty while it is open."""
        self._waiting: dict[int, SimpleQueue[Any]] = {}
        """Where the replies of each call go."""
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._unanswered = 0
        """Questions since the last message; one for each `PING_SECONDS`, however many calls wait."""
        self._asked_at = 0.0
        self._channel = caller_channel(connection)
        self._greeting: SimpleQueue[Welcome | Refused | None] = SimpleQueue()
        self._channel.send(hello)
        threading.Thread(target=self._receive, name="mxtutor-grader", daemon=True).start()
        self._await_welcome()

    def _await_welcome(self) -> None:
        greeting = None
        # in pieces: where this process was stopped meanwhile, only one of them is over
        for attempt in range(1, MAX_UNANSWERED + 1):
            try:
                greeting = self._greeting.get(timeout=PING_SECONDS)
                break
            except Empty:
                if self._hangs(attempt):
                    self._abandon()
        if greeting is None:
            raise LeavingError
        if isinstance(greeting, Refused):
            self.close()
            raise BrokenError(greeting.message, fix=start_again() if served() else greeting.fix)
        self.pid = greeting.pid

    def await_started(self) -> None:
        """Wait until the workers are ready or cannot be, or the connection has ended; `state` says which."""
        while not self.started.wait(PING_SECONDS):
            self._ask()

    @property
    def lost(self) -> bool:
        """Whether the connection has ended."""
        return bool(self._end)

    def call(
        self, request: Request[Result], data: bytes = b"", on_output: Callable[[bytes], object] | None = None
    ) -> Result:
        """Return the result of a call; `on_output` is given what the answer prints, in this thread.

        Raises:
            LeavingError: the process has ended without having begun this call.
            LostError: the process was killed meanwhile.
            BrokenError: the connection has ended, the call failed there, or it is too long to be sent.
        """
        replies: SimpleQueue[tuple[Output | Done | Failed | _Unsent | _Lost, bytes]] = SimpleQueue()
        with self._lock:
            if self._end:
                raise LeavingError
            number = next(self._numbers)
            self._waiting[number] = replies
        try:
            assert isinstance(request, AnyRequest)
            try:
                self._channel.send(Call(number, request), data)
            except (TypeError, ValueError) as error:
                raise BrokenError(f"The grader cannot be asked this: {error}.") from error
            while True:
                message, piece = self._next(replies)
                match message:
                    case _Unsent():
                        raise LeavingError
                    case _Lost():
                        raise LostError(self._end, fix=FIX)
                    case Output():
                        if on_output is not None:
                            on_output(piece)
                    case Done(result=result):
                        returned: Result = from_plain(result, request.result)
                        return returned
                    case Failed(message=text, fix=fix):
                        raise BrokenError(text, fix=fix)
        finally:
            with self._lock:
                self._waiting.pop(number, None)

    def _next(self, replies: SimpleQueue[Any]) -> Any:
        """Return the next reply; ask every few seconds whether the process still runs, and end it if it does not."""
        while True:
            try:
                return replies.get(timeout=PING_SECONDS)
            except Empty:
                self._ask()

    def _ask(self) -> None:
        """Ask whether the process still runs, unless another call has just asked; end it after too many questions."""
        with self._lock:
            now = time.monotonic()
            if now - self._asked_at < PING_SECONDS * 0.9:
                return
            self._asked_at = now
            unanswered = self._unanswered
            self._unanswered += 1
        if self._hangs(unanswered):
            self._abandon()
        else:
            self._channel.send(Ping())

    def _hangs(self, unanswered: int) -> bool:
        return unanswered >= MAX_UNANSWERED or (unanswered >= MAX_UNANSWERED_STOPPED and self._stopped())

    def _abandon(self) -> None:
        """End a process that does not answer; the calls that wait then get their replies from `_receive`."""
        self._kill()
        self._channel.cut()

    def cancel(self) -> None:
        """End all calls of this connection."""
        self._channel.send(Cancel())

    def _receive(self) -> None:
        """Hand replies to the calls that wait for them, until the connection ends."""
        fault = ""
        try:
            while True:
                message, data = self._channel.receive()
                self._unanswered = 0
                match message:
                    case Welcome() | Refused():
                        self._greeting.put(message)
                    case State():
                        self.state = GraderState(
                            message.phase,
                            message.detail,
                            message.isolation,
                            message.missing,
                            message.safe_for_untrusted,
                            message.gpus,
                        )
                        self.started.set()
                    case Leaving():
                        self._left = message
                    case Output(number=number) | Done(number=number) | Failed(number=number):
                        with self._lock:
                            replies = self._waiting.get(number)
                        if replies is not None:
                            replies.put((message, data))
        except EOFError as error:
            fault = str(error)
        self._ended(fault)

    def _ended(self, fault: str) -> None:
        words = "" if self._left else self._last_words() or fault
        end = f"The process that grades has ended{f' ({words})' if words else ''}."
        self.state = GraderState("cold" if self._left else "broken", f"{end} The next check starts it again.")
        with self._lock:
            self._end = end
            for number, replies in self._waiting.items():
                replies.put((self._last_reply(number), b""))
        self._greeting.put(None)
        self.started.set()
        self._channel.close()

    def _last_reply(self, number: int) -> _Unsent | _Lost | Failed:
        if self._left is None:
            return _Lost()
        return _Unsent() if self._left.idle else Failed(number, self._end, FIX)

    def close(self) -> None:
        """Tell the process that this caller leaves; it ends the calls that still run. Idempotent."""
        self._channel.finish()

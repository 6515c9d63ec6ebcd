"""The caller's side: finds or starts the grader's process, sends calls, and passes replies to the waiting calls."""

from __future__ import annotations

import itertools
import os
import select
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from mxtutor.errors import BrokenError
from mxtutor.grading.procfs import kill, stopped
from mxtutor.grading.protocol import GraderState, Result
from mxtutor.grading.report_json import from_plain
from mxtutor.grading.service import calls
from mxtutor.grading.service.address import (
    IDLE_SECONDS,
    Address,
    UnavailableError,
    holder,
    is_own_user,
    kill_peer,
    peer_stopped,
    try_lock,
)
from mxtutor.grading.workers.child_process import ChildProcess
from mxtutor.served import served, start_again

PING_SECONDS = 2.0
"""Seconds without a message after which a waiting call pings the process."""
MAX_UNANSWERED = 5
"""Pings without any message in reply after which the process counts as hanging and is killed."""
MAX_UNANSWERED_STOPPED = 1
"""The same limit for a process that a signal has stopped, which is certainly not just slow."""
CONNECT_SECONDS = 5.0
"""Timeout, in seconds, for connecting, if many callers wait for that."""
START_SECONDS = 60.0
"""Timeout, in seconds, until a new process listens, which usually takes 0.5 s."""
LEAVE_SECONDS = 2.0
"""Timeout, in seconds, for a private process to end."""
ATTEMPTS = 3
"""Maximum number of attempts to connect, if graders end in the meantime."""
GREETING = -1
"""Number under which a connection waits for the reply to its greeting."""
MODULE = "mxtutor.grading.service.resident"
LISTENS = b"listens"
"""Line that the process writes once it listens, after a line with its id."""
CANNOT = b"cannot"
"""Line that it writes if it cannot make a socket; its log has the reason."""
FIX = "Check again."
_PAUSE = 0.02
_LOOK_SECONDS = 0.2
"""Interval, in seconds, of checking whether the starting process was stopped by a signal."""
_FORK_SECONDS = 1.0
"""Timeout, in seconds, for the end of the process that forks the grader."""
_DOCTOR = "Run `mxtutor doctor`."


class LeavingError(Exception):
    """The process ended before it accepted this caller or began its call; the call can be sent to a new process."""


class LostError(BrokenError):
    """The process was killed during this call, perhaps because it was hanging; the call can be repeated."""


class Connection:
    """A connection to a grader's process; thread-safe.

    `kill` kills a process that no longer responds, `stopped` returns whether a signal has stopped it, and `last_words`
    returns why it ended, if its log tells.
    """

    def __init__(
        self,
        connection: socket.socket,
        hello: calls.Hello,
        *,
        kill: Callable[[], object],
        stopped: Callable[[], bool],
        last_words: Callable[[], str] = str,
    ) -> None:
        """Send the greeting and wait for the reply.

        Raises:
            LeavingError: the process ended in the meantime.
            BrokenError: it declines this caller, or does not answer.
        """
        self.state = GraderState("starting", "MXNet and PyTorch are warming up")
        """State of its workers."""
        self.started = threading.Event()
        """Set when its workers are ready or have failed, and when the connection has ended."""
        self.pid = 0
        self._kill, self._stopped, self._last_words = kill, stopped, last_words
        self._left: calls.Leaving | None = None
        """The process's message about its end."""
        self._end = ""
        """Why the connection ended; empty while it is open."""
        greeting: SimpleQueue[Any] = SimpleQueue()
        self._waiting: dict[int, SimpleQueue[Any]] = {GREETING: greeting}
        """Queue for the replies of each waiting call, by number."""
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._unanswered = 1
        """Pings, and the greeting, since the last message; at most one per `PING_SECONDS`, even if many calls wait."""
        self._asked_at = 0.0
        self._channel = calls.caller_channel(connection)
        self._channel.send(hello)
        self._receiver = threading.Thread(target=self._receive, name="mxtutor-grader", daemon=True)
        self._receiver.start()
        reply = self._next(greeting)
        with self._lock:
            del self._waiting[GREETING]
        match reply:
            case calls.Welcome(pid=pid):
                self.pid = pid
            case calls.Refused(message=text, fix=fix):
                self.close()
                raise BrokenError(text, fix=start_again() if served() else fix)
            case _:
                raise LeavingError

    def await_started(self) -> None:
        """Wait until the workers are ready or have failed, or the connection has ended; `state` tells which."""
        while not self.started.wait(PING_SECONDS):
            self._ask()

    @property
    def lost(self) -> bool:
        return bool(self._end)

    def call(self, method: Callable[..., Result], *given: Any, **named: Any) -> Result:
        """Return the result of a method of `Grader`; its `on_output` is called in this thread.

        Raises:
            LeavingError: the process has ended without having begun this call.
            LostError: the process was killed in the meantime.
            BrokenError: the connection has ended, the call failed there, or it is too long to be sent.
        """
        name, arguments = method.__name__, calls.bound(method, given, named)
        replies: SimpleQueue[calls.Output | calls.Done | calls.Failed | Exception] = SimpleQueue()
        with self._lock:
            if self._end:
                raise LeavingError
            number = next(self._numbers)
            self._waiting[number] = replies
        try:
            try:
                self._channel.send(calls.Call(number, name, calls.sent(name, arguments)))
            except (TypeError, ValueError) as error:
                raise BrokenError(f"The grader cannot be asked this: {error}.") from error
            while True:
                match self._next(replies):
                    case calls.Output(data=data):
                        arguments["on_output"](data)
                    case calls.Done(result=plain):
                        result: Result = from_plain(plain, calls.types_of(name)[1])
                        return result
                    case calls.Failed(message=text, fix=fix):
                        raise BrokenError(text, fix=fix)
                    case Exception() as end:
                        raise end
        finally:
            with self._lock:
                self._waiting.pop(number, None)

    def _next(self, replies: SimpleQueue[Any]) -> Any:
        """Return the next reply; ping the process every few seconds, and kill it if it hangs."""
        while True:
            try:
                return replies.get(timeout=PING_SECONDS)
            except Empty:
                self._ask()

    def _ask(self) -> None:
        """Ping the process, unless another call has just done so; kill it after too many pings without a reply."""
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
            self._channel.send(calls.Ping())

    def _hangs(self, unanswered: int) -> bool:
        return unanswered >= MAX_UNANSWERED or (unanswered >= MAX_UNANSWERED_STOPPED and self._stopped())

    def _abandon(self) -> None:
        """Kill a process that does not respond; `_receive` then ends the waiting calls."""
        self._kill()
        self._channel.cut()

    def cancel(self) -> None:
        self._channel.send(calls.Cancel())

    def _receive(self) -> None:
        """Pass replies to the waiting calls, until the connection ends."""
        fault = ""
        try:
            while True:
                message = self._channel.receive()
                self._unanswered = 0
                match message:
                    case calls.State():
                        self.state = message.state
                        self.started.set()
                    case calls.Leaving():
                        self._left = message
                    case _:
                        with self._lock:
                            replies = self._waiting.get(getattr(message, "number", GREETING))
                        if replies is not None:
                            replies.put(message)
        except EOFError as error:
            fault = str(error)
        self._ended(fault)

    def _ended(self, fault: str) -> None:
        words = "" if self._left else self._last_words() or fault
        end = f"The process that grades has ended{f' ({words})' if words else ''}."
        self.state = GraderState("cold" if self._left else "broken", f"{end} The next check starts it again.")
        with self._lock:
            self._end = end
            for replies in self._waiting.values():
                replies.put(self._why_unanswered())
        self.started.set()
        self._channel.close()

    def _why_unanswered(self) -> Exception:
        if self._left is None:
            return LostError(self._end, fix=FIX)
        return LeavingError() if self._left.idle else BrokenError(self._end, fix=FIX)

    def close(self) -> None:
        """Disconnect; the process then cancels the running calls. Idempotent."""
        self._channel.finish()


def join(address: Address, root: Path, hello: calls.Hello, *, confined: bool, start: bool = True) -> Connection:
    """Return a connection to the resident grader at an address; with `start`, start it if it does not run.

    Raises:
        UnavailableError: the grader does not run, or cannot be reached or started.
        BrokenError: it declines this caller.
    """
    for _ in range(ATTEMPTS):
        try:
            connection = connect(address) or (_start(address, root, confined=confined) if start else None)
            if connection is None:
                continue
            if not is_own_user(connection):
                connection.close()
                raise UnavailableError(f"{address.socket} belongs to another user.", fix="Set MXTUTOR_GRADER=off.")
        except OSError as error:
            raise UnavailableError(f"The grader cannot be reached: {error}.", fix=_DOCTOR) from error
        try:
            ends, stops = partial(kill_peer, connection), partial(peer_stopped, connection)
            return Connection(connection, hello, kill=ends, stopped=stops)
        except LeavingError:
            continue
    raise UnavailableError(f"The grader ends again and again.{last_line(address)}", fix=_DOCTOR)


def connect(address: Address) -> socket.socket | None:
    """Return a connection; None if no process listens.

    Raises:
        OSError: this process cannot make a connection, or the listening process accepts none in time.
    """
    end = time.monotonic() + CONNECT_SECONDS
    while True:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.setblocking(False)  # a blocking connect could wait for ever if many callers wait
            connection.connect(str(address.socket))
            connection.setblocking(True)
            return connection
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            return None
        except BlockingIOError:
            connection.close()
            if stopped(pid := holder(address.owner)):
                kill(pid)
                return None
            if time.monotonic() > end:
                raise
            time.sleep(_PAUSE)
        except OSError:
            connection.close()
            raise


def _start(address: Address, root: Path, *, confined: bool) -> socket.socket | None:
    """Start the process and return a connection to it, None if it has ended; only one caller at a time does this.

    If the caller with the lock is stopped, a waiting caller starts a process, too; the processes then agree which of
    them serves.

    Raises:
        OSError, UnavailableError: the process cannot be started, or cannot make a socket.
    """
    end = time.monotonic() + START_SECONDS
    while (lock := try_lock(address.lock)) is None:
        if connection := connect(address):
            return connection
        if stopped(holder(address.lock)) or time.monotonic() > end:
            break
        time.sleep(_PAUSE)
    try:
        connection = connect(address)  # another caller may have started it in the meantime
        if connection is None and not spawn(address, root, confined):
            raise UnavailableError(f"The grader cannot be started.{last_line(address)}", fix=_DOCTOR)
        return connection or connect(address)
    except BrokenError as error:
        raise UnavailableError(error.message, fix=error.fix) from error
    finally:
        if lock is not None:
            os.close(lock)


def last_line(address: Address) -> str:
    """Return why the last process at an address ended, if its log tells."""
    try:
        lines = address.log.read_text(errors="replace").strip().splitlines()
    except OSError:
        return ""
    return f" {lines[-1].rstrip('.')}." if lines else ""


def spawn(address: Address, root: Path, confined: bool) -> bool:
    """Start the process detached from this one, and wait until it listens or has ended; kill it if it is stopped.

    Return False if it reports that it cannot make a socket, so that a retry is useless.

    Raises:
        OSError, BrokenError: it cannot be started.
    """
    arguments = (str(address.folder), address.key, str(root), confined, IDLE_SECONDS)
    flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
    log = os.fdopen(os.open(address.log, flags, 0o600), "r+b", buffering=0)
    child = ChildProcess("grader", MODULE, arguments, ends_with_parent=False, log=log)
    try:
        said = _await(child)
        child.end(_FORK_SECONDS)  # this process forks the grader and ends
        if not (LISTENS in said or CANNOT in said):
            kill(_first_number(said))
        return CANNOT not in said
    finally:
        child.close()


def _await(child: ChildProcess) -> bytes:
    """Wait until the grader has reported its start, has ended, or is stopped; return all its lines."""
    said = b""
    end = time.monotonic() + START_SECONDS
    poll = select.poll()
    poll.register(child.socket, select.POLLIN)
    while not (LISTENS in said or CANNOT in said) and time.monotonic() < end:
        if poll.poll(_LOOK_SECONDS * 1000):
            piece = child.socket.recv(64)
            if not piece:
                break
            said += piece
        elif stopped(child.pid) or stopped(_first_number(said)):
            child.kill()
            break
    return said


def _first_number(said: bytes) -> int:
    line, end, _ = said.partition(b"\n")
    return int(line) if end and line.isdigit() else 0


class PrivateConnection(Connection):
    """A connection to a private process, which ends with it; used if there can be no resident grader."""

    def __init__(self, root: Path, confined: bool, hello: calls.Hello) -> None:
        """Start the process and greet it.

        Raises:
            BrokenError: it cannot be started, or declines this caller.
        """
        try:
            child = ChildProcess("grader", "mxtutor.grading.service.server", (str(root), confined))
        except OSError as error:
            raise BrokenError(f"The grader cannot be started: {error}.", fix=_DOCTOR) from error
        self._child = child
        try:
            super().__init__(
                child.socket, hello, kill=child.kill, stopped=lambda: stopped(child.pid), last_words=self._last_line
            )
        except LeavingError:
            raise BrokenError(f"The grader cannot be started: {self._last_line()}.", fix=_DOCTOR) from None

    def _last_line(self) -> str:
        self._child.end(0)  # the process takes no more calls, if it still runs
        return self._child.last_line()

    def close(self) -> None:
        """Let the process end, and kill it if it does not; idempotent."""
        super().close()
        self._child.end(LEAVE_SECONDS)
        self._receiver.join(LEAVE_SECONDS)  # it may read the last line of the log, which is closed next
        self._child.close()

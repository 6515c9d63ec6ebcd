"""Starts a Python process of mxtutor with an isolated interpreter, a socket, and a log for its errors."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import BinaryIO, TypeVar

from mxtutor.errors import BrokenError

Result = TypeVar("Result")

START = "import sys; sys.path[:] = {paths!r}; {lifetime}from {module} import main; main({fd}, *{arguments!r})"
"""Code that the interpreter runs."""
END_WITH_PARENT = "from mxtutor.grading.procfs import die_with_parent; die_with_parent({parent}); "
"""Code that runs first if the process must end with its parent; the command line then contains the parent's id."""

_LOG_TAIL = 2000
"""Number of last bytes of the log that are searched for the last line."""


class _LastingThread:
    """A daemon thread that makes calls until this process ends.

    An executor's thread would end at the beginning of the interpreter's end, and the kernel kills the processes that a
    thread has started when this thread ends.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        threading.Thread(target=self._run, name="mxtutor-start-processes", daemon=True).start()

    def _run(self) -> None:
        while True:
            self._calls.get()()

    def call(self, function: Callable[[], Result]) -> Result:
        """Call a function in the thread; return its result, or raise its error."""
        future: Future[Result] = Future()

        def make() -> None:
            try:
                future.set_result(function())
            except BaseException as error:
                future.set_exception(error)

        self._calls.put(make)
        return future.result()


_threads: dict[int, _LastingThread] = {}
"""The thread of this process, by process id, because a fork does not have its parent's threads."""
_lock = threading.Lock()
os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def from_lasting_thread(function: Callable[[], Result]) -> Result:
    """Call a function that starts a process in a thread that lasts as long as this process; return its result."""
    with _lock:
        thread = _threads.get(os.getpid())
        if thread is None:
            _threads.clear()
            thread = _threads[os.getpid()] = _LastingThread()
    return thread.call(function)


class ChildProcess:
    """A process that runs `main(fd, *arguments)` of a module; the descriptor is its end of a socket pair.

    `name` is for messages. The arguments are literals (numbers, strings, lists, dicts). By default the process inherits
    the environment. The kernel kills it when this process ends, even if it is stopped then; without
    `ends_with_parent`, it may run on. It writes to `log`, or to a temporary file.
    """

    def __init__(
        self,
        name: str,
        module: str,
        arguments: tuple[object, ...],
        *,
        kind: socket.SocketKind = socket.SOCK_STREAM,
        environment: Mapping[str, str] | None = None,
        own_session: bool = True,
        ends_with_parent: bool = True,
        log: BinaryIO | None = None,
    ) -> None:
        """Start the process.

        Raises:
            BrokenError: the process cannot be started.
        """
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, kind)
        """This side's end of the socket pair."""
        self._log = log or tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process writes to it
        paths = [p for p in sys.path if os.path.isabs(p)]  # never the learner's current folder and its modules
        lifetime = END_WITH_PARENT.format(parent=os.getpid()) if ends_with_parent else ""
        code = START.format(paths=paths, module=module, fd=theirs.fileno(), arguments=arguments, lifetime=lifetime)
        start = partial(
            subprocess.Popen[bytes],
            [sys.executable, "-I", "-c", code],
            pass_fds=[theirs.fileno()],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            start_new_session=own_session,
        )
        try:
            self._process = from_lasting_thread(start) if ends_with_parent else start()
        except OSError as error:
            self.close()
            raise BrokenError(f"The {name} cannot be started: {error}.", fix="Run `mxtutor doctor`.") from error
        finally:
            theirs.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill the process; do nothing if it has ended."""
        self._process.kill()

    def end(self, seconds: float) -> None:
        """Wait until the process has ended by itself; kill it after `seconds`."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def last_line(self) -> str:
        """Return the last line of the process's log without the full stop; empty if there is none."""
        size = os.fstat(self._log.fileno()).st_size
        # without a seek, because the process writes at the shared position
        tail = os.pread(self._log.fileno(), _LOG_TAIL, max(0, size - _LOG_TAIL))
        lines = tail.decode(errors="replace").strip().splitlines()
        return lines[-1].rstrip(".") if lines else ""

    def close(self) -> None:
        """Close this side's socket and the log, but do not end the process; idempotent."""
        self.socket.close()
        self._log.close()

"""The grader as another process: what it imports, compares and collects never holds up the screen of this one."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from mxtutor.errors import BrokenError

if TYPE_CHECKING:  # the first paint waits for this module, and for nothing that it needs later
    import subprocess
    from queue import SimpleQueue

    from mxtutor.content.model import Exercise
    from mxtutor.grading.protocol import GraderState, PairRun, Play, Report, SnippetRun, Submission

LEAVE_SECONDS = 2.0
"""How long the process gets to end its workers and leave."""

_START = (
    "import sys; sys.path[:] = {paths!r}; "
    "from mxtutor.grading.service.server import main; main({fd}, {confined!r}, {ahead!r})"
)


class RemoteGrader:
    """`Grader` over a `LocalGrader` in a process of its own; thread-safe.

    The process starts with the first call, and is replaced by the next call when it has ended; the calls that waited
    for it then end as `broken`. `confined` and `ahead` are `LocalGrader`'s.
    """

    def __init__(self, confined: bool = True, *, ahead: bool = True) -> None:
        self._confined, self._ahead = confined, ahead
        self._lock = threading.Lock()
        self._link: _Link | None = None
        self._fault = ""
        """Why the last process could not be started."""
        self._closed = False

    @property
    def state(self) -> GraderState:
        """Where the workers stand."""
        from mxtutor.grading.protocol import GraderState

        if self._fault:
            return GraderState("broken", self._fault)
        return self._link.state if self._link is not None else GraderState("cold")

    @property
    def pid(self) -> int | None:
        """Process id, for tests and benchmarks."""
        return self._link.pid if self._link is not None else None

    def start(self) -> None:
        """Start the process and wait for its workers; nothing once it is closed. A failure is told by `state`."""
        with contextlib.suppress(BrokenError):
            self._linked().started.wait()

    def prepare(self, exercise: Exercise) -> None:
        """See `Grader.prepare`; faults show when it is graded."""
        with contextlib.suppress(BrokenError):
            self._call("prepare", exercise)

    def grade(self, submission: Submission, on_output: Callable[[bytes], object] | None = None) -> Report:
        """See `Grader.grade`."""
        from mxtutor.grading.protocol import Report, Verdict

        try:
            return self._call("grade", submission, on_output=on_output)  # type: ignore[no-any-return]
        except BrokenError as error:
            return Report(submission.exercise.id, Verdict.BROKEN, error.message, fix=error.fix)

    def reference_losses(self, exercise: Exercise) -> tuple[float, ...]:
        """See `Grader.reference_losses`."""
        try:
            return self._call("reference_losses", exercise)  # type: ignore[no-any-return]
        except BrokenError:
            return ()

    def play(self, exercise: Exercise, source: bytes, *, case: int = 0, seed: int = 0) -> Play:
        """See `Grader.play`."""
        from mxtutor.grading.protocol import Play, SnippetRun

        try:
            return self._call("play", exercise, source, case=case, seed=seed)  # type: ignore[no-any-return]
        except BrokenError as error:
            return Play("", SnippetRun(broken=str(error)), SnippetRun(broken=str(error)))

    def run(self, framework: Literal["torch", "mxnet"], source: str) -> SnippetRun:
        """See `Grader.run`."""
        from mxtutor.grading.protocol import SnippetRun

        try:
            return self._call("run", framework, source)  # type: ignore[no-any-return]
        except BrokenError as error:
            return SnippetRun(broken=str(error))

    def pair(self, torch: str, mxnet: str, rtol: float) -> PairRun:
        """See `Grader.pair`."""
        from mxtutor.grading.protocol import PairRun, SnippetRun

        try:
            return self._call("pair", torch, mxnet, rtol)  # type: ignore[no-any-return]
        except BrokenError as error:
            return PairRun(SnippetRun(broken=str(error)), SnippetRun(broken=str(error)), None)

    def cancel(self) -> None:
        """End what is running, if anything can be."""
        link = self._link
        if link is not None and not link.lost:
            with contextlib.suppress(BrokenError):  # it is gone, and all that ran with it
                link.call("cancel", (), {}, None)

    def close(self) -> None:
        """End the process; idempotent, and a start that comes later does nothing."""
        with self._lock:
            self._closed = True
            link = self._link
        if link is not None:
            link.close()

    def _call(
        self, method: str, *arguments: object, on_output: Callable[[bytes], object] | None = None, **named: object
    ) -> Any:
        return self._linked().call(method, arguments, named, on_output)

    def _linked(self) -> _Link:
        """Return the process that runs, or a new one.

        Raises:
            BrokenError: it cannot be started, or the grader is closed.
        """
        with self._lock:
            if self._closed:
                raise BrokenError("The tutor is closing.")
            if self._link is None or self._link.lost:
                try:
                    self._link = _Link(self._confined, self._ahead)
                except BrokenError as error:
                    self._fault = str(error)
                    raise
                self._fault = ""
            return self._link


class _Link:
    """One process, and the calls that wait for it."""

    def __init__(self, confined: bool, ahead: bool) -> None:
        import socket
        import subprocess
        import tempfile

        self.lost = False
        """Whether the process has ended, or was told to."""
        self.started = threading.Event()
        """Set once its workers are ready, or cannot be."""
        self._calls: dict[int, SimpleQueue[tuple[str, Any]]] = {}
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self.say("starting", "MXNet and PyTorch are warming up")
        ours, theirs = socket.socketpair()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process writes to it
        paths = [p for p in sys.path if os.path.isabs(p)]  # never the folder where the learner stands
        code = _START.format(paths=paths, fd=theirs.fileno(), confined=confined, ahead=ahead)
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                [sys.executable, "-I", "-c", code], pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL,
                stdout=self._log, stderr=self._log, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            ours.close()
            raise BrokenError(f"The grader cannot be started: {error}.", fix="Run `mxtutor doctor`.") from error
        finally:
            theirs.close()
        self._socket = ours
        self._in, self._out = ours.makefile("rb"), ours.makefile("wb")
        threading.Thread(target=self._listen, name="mxtutor-grader", daemon=True).start()

    @property
    def pid(self) -> int:
        """Id of the process."""
        return self._process.pid

    def say(self, phase: Literal["starting", "broken"], detail: str) -> None:
        """Set the state that is told."""
        from mxtutor.grading.protocol import GraderState

        self.state = GraderState(phase, detail)

    def call(
        self,
        method: str,
        arguments: tuple[object, ...],
        named: dict[str, object],
        on_output: Callable[[bytes], object] | None,
    ) -> Any:
        """Return what the method of the grader over there returns.

        Raises:
            BrokenError: the process has ended, or the call failed there.
        """
        import pickle
        from queue import SimpleQueue

        replies: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        with self._lock:
            number = next(self._numbers)
            self._calls[number] = replies
            if self.lost:
                replies.put(("lost", None))
        try:
            request = pickle.dumps((number, method, arguments, named, on_output is not None))
            self._write(request)
            while True:
                what, told = replies.get()
                if what == "on_output" and on_output is not None:
                    on_output(told)
                elif what == "done":
                    return told
                elif what == "failed":
                    raise BrokenError(told[0], fix=told[1])
                elif what == "lost":
                    raise BrokenError(f"The process that grades has ended{self._last_words()}.", fix="Check again.")
        finally:
            with self._lock:
                del self._calls[number]

    def _write(self, request: bytes) -> None:
        with self._writing:
            try:
                self._out.write(request)
                self._out.flush()
            except (OSError, ValueError):
                return  # it has ended: the listener tells everybody who waits

    def _listen(self) -> None:
        """Hand replies to the calls that wait for them, until the process ends."""
        import pickle

        try:
            while True:
                number, what, told = pickle.load(self._in)  # noqa: S301 - a process of ours, which runs no answer
                if what == "state":
                    self.state = told
                    if told.phase in ("ready", "broken"):
                        self.started.set()
                    continue
                with self._lock:
                    waiting = self._calls.get(number)
                if waiting is not None:
                    waiting.put((what, told))
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self._process.kill()  # it takes no more calls, if it lives at all
            self._process.wait()
        self.say("broken", f"The process that grades has ended{self._last_words()}. The next check starts it again.")
        with self._lock:
            self.lost = True
            for waiting in self._calls.values():
                waiting.put(("lost", None))
        self.started.set()
        for file in (self._in, self._out, self._socket):
            with contextlib.suppress(OSError):  # what is not written yet has nobody to read it
                file.close()

    def _last_words(self) -> str:
        try:
            size = self._log.seek(0, os.SEEK_END)
            self._log.seek(max(0, size - 2000))
            lines = self._log.read().decode(errors="replace").strip().splitlines()
        except (OSError, ValueError):
            return ""
        return f" ({lines[-1].rstrip('.')})" if lines else ""

    def close(self) -> None:
        """Let the process leave, and end it if it does not."""
        import socket
        import subprocess

        try:
            self._socket.shutdown(socket.SHUT_WR)  # it leaves when it reads the end
        except OSError:
            return
        try:
            self._process.wait(LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()

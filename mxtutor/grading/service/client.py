"""The grader as another process: what it imports, compares and collects never holds up the screen of this one."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from mxtutor.errors import BrokenError

if TYPE_CHECKING:  # the first paint waits for this module, and for nothing that it needs later
    from types import TracebackType

    from mxtutor.content.model import Exercise
    from mxtutor.grading.protocol import GraderState, PairRun, Play, Report, SnippetRun, Submission
    from mxtutor.grading.service.messages import Request, Result
    from mxtutor.grading.service.process import ServiceProcess


class RemoteGrader:
    """`Grader` over a `LocalGrader` in a process of its own; thread-safe, and a context manager that closes itself.

    The process starts with the first call, and is replaced by the next call when it has ended; the calls that waited
    for it then end as `broken`. `confined` and `ahead` are `LocalGrader`'s.
    """

    def __init__(self, confined: bool = True, *, ahead: bool = True) -> None:
        self._confined, self._ahead = confined, ahead
        self._lock = threading.Lock()
        self._process: ServiceProcess | None = None
        self._fault = ""
        """Why the last process could not be started."""
        self._closed = False

    def __enter__(self) -> RemoteGrader:
        """Return itself; the process starts with the first call, or by `start`."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    @property
    def state(self) -> GraderState:
        """Where the workers stand."""
        from mxtutor.grading.protocol import GraderState

        if self._fault:
            return GraderState("broken", self._fault)
        return self._process.state if self._process is not None else GraderState("cold")

    @property
    def pid(self) -> int | None:
        """Process id, for tests and benchmarks."""
        return self._process.pid if self._process is not None else None

    def start(self) -> None:
        """Start the process and wait for its workers; nothing once it is closed. `state` says whether that failed."""
        with contextlib.suppress(BrokenError):
            self._running().started.wait()

    def prepare(self, exercise: Exercise) -> None:
        """See `Grader.prepare`; faults show when it is graded."""
        from mxtutor.grading.service.messages import Prepare

        with contextlib.suppress(BrokenError):
            self.call(Prepare(exercise))

    def grade(self, submission: Submission, on_output: Callable[[bytes], object] | None = None) -> Report:
        """See `Grader.grade`."""
        from mxtutor.grading.protocol import Report, Verdict
        from mxtutor.grading.service.messages import Grade

        try:
            return self.call(Grade(submission, wants_output=on_output is not None), on_output)
        except BrokenError as error:
            return Report(submission.exercise.id, Verdict.BROKEN, error.message, fix=error.fix)

    def reference_losses(self, exercise: Exercise) -> tuple[float, ...]:
        """See `Grader.reference_losses`."""
        from mxtutor.grading.service.messages import ReferenceLosses

        try:
            return self.call(ReferenceLosses(exercise))
        except BrokenError:
            return ()

    def play(self, exercise: Exercise, source: bytes, *, case: int = 0, seed: int = 0) -> Play:
        """See `Grader.play`."""
        from mxtutor.grading.protocol import Play, SnippetRun
        from mxtutor.grading.service.messages import PlayDraft

        try:
            return self.call(PlayDraft(exercise, source, case, seed))
        except BrokenError as error:
            return Play("", SnippetRun(broken=str(error)), SnippetRun(broken=str(error)))

    def run(self, framework: Literal["torch", "mxnet"], source: str) -> SnippetRun:
        """See `Grader.run`."""
        from mxtutor.grading.protocol import SnippetRun
        from mxtutor.grading.service.messages import Run

        try:
            return self.call(Run(framework, source))
        except BrokenError as error:
            return SnippetRun(broken=str(error))

    def pair(self, torch: str, mxnet: str, rtol: float) -> PairRun:
        """See `Grader.pair`."""
        from mxtutor.grading.protocol import PairRun, SnippetRun
        from mxtutor.grading.service.messages import Pair

        try:
            return self.call(Pair(torch, mxnet, rtol))
        except BrokenError as error:
            return PairRun(SnippetRun(broken=str(error)), SnippetRun(broken=str(error)), None)

    def cancel(self) -> None:
        """End what is running, if anything can be."""
        process = self._process
        if process is not None:
            from mxtutor.grading.service.messages import Cancel

            with contextlib.suppress(BrokenError):  # it has ended, and all that ran with it
                process.call(Cancel())

    def close(self) -> None:
        """End the process; idempotent, and a start that comes later does nothing."""
        with self._lock:
            self._closed = True
            process = self._process
        if process is not None:
            process.close()

    def call(self, request: Request[Result], on_output: Callable[[bytes], object] | None = None) -> Result:
        """Return the result of a request; `on_output` is given what the answer prints, in this thread.

        Raises:
            BrokenError: the process cannot be started or has ended, the call failed there, or the grader is closed.
        """
        return self._running().call(request, on_output)

    def _running(self) -> ServiceProcess:
        """Return the process that runs, or a new one.

        Raises:
            BrokenError: it cannot be started, or the grader is closed.
        """
        from mxtutor.grading.service.process import ServiceProcess

        with self._lock:
            if self._closed:
                raise BrokenError("The tutor is closing.")
            if self._process is None or self._process.lost:
                try:
                    self._process = ServiceProcess(self._confined, self._ahead)
                except BrokenError as error:
                    self._fault = str(error)
                    raise
                self._fault = ""
            return self._process

"""A grader that is made when it is started, so that the first paint does not pay for NumPy and the workers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from mxtutor.errors import BrokenError

if TYPE_CHECKING:
    from mxtutor.content.model import Exercise
    from mxtutor.grading.protocol import Grader, GraderState, Play, Report, SnippetRun, Submission


class LateGrader:
    """`Grader` that waits for `start`, which makes the real one; calls before it wait."""

    def __init__(self, make: Callable[[], Grader]) -> None:
        self._make = make
        self._grader: Grader | None = None
        self._made = threading.Event()
        self._lock = threading.Lock()
        self._closed = False

    @property
    def state(self) -> GraderState:
        """Where the workers stand."""
        from mxtutor.grading.protocol import GraderState  # 4 ms; asked for after the first paint

        return self._grader.state if self._grader is not None else GraderState("cold")

    def start(self) -> None:
        """Make the grader and start its workers; nothing once it is closed."""
        with self._lock:
            if self._closed:
                return
            if self._grader is None:
                self._grader = self._make()
            grader = self._grader
        self._made.set()
        grader.start()

    def prepare(self, exercise: Exercise) -> None:
        """See `Grader.prepare`."""
        self._ready().prepare(exercise)

    def grade(self, submission: Submission, heard: Callable[[bytes], object] | None = None) -> Report:
        """See `Grader.grade`."""
        return self._ready().grade(submission, heard)

    def reference_losses(self, exercise: Exercise) -> tuple[float, ...]:
        """See `Grader.reference_losses`."""
        return self._ready().reference_losses(exercise)

    def play(self, exercise: Exercise, source: bytes, *, case: int = 0, seed: int = 0) -> Play:
        """See `Grader.play`."""
        return self._ready().play(exercise, source, case=case, seed=seed)

    def run(self, framework: Literal["torch", "mxnet"], source: str) -> SnippetRun:
        """See `Grader.run`."""
        return self._ready().run(framework, source)

    def cancel(self) -> None:
        """End what is running, if anything can be."""
        if self._grader is not None:
            self._grader.cancel()

    def close(self) -> None:
        """End the workers; a start that comes later does nothing."""
        self._closed = True
        self._made.set()
        if self._grader is not None:
            self._grader.close()

    def _ready(self) -> Grader:
        self._made.wait()
        if self._grader is None:
            raise BrokenError("The tutor is closing.")
        return self._grader

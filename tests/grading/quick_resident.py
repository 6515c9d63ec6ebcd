"""A resident grader without workers, which starts fast: its calls do what their text says, and it fails where told.

`MXTUTOR_TEST_FAULT` is `STAGE SIGNAL`: the first process of a folder sends itself that signal at the stage. Every
process writes its id into the file `pids` beside the folder of the sockets.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NoReturn

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import GraderState, PairRun, Play, Report, Review, SnippetRun, Submission, Verdict
from mxtutor.grading.service import control, resident, server
from mxtutor.grading.service.calls import Hello, Refused

FAULT, IDLE = "MXTUTOR_TEST_FAULT", "MXTUTOR_TEST_IDLE"
_top = Path()


def main(ready: int, folder: str, key: str, root: str, confined: bool, idle_seconds: float) -> NoReturn:
    """Serve like `resident.main`, with calls that need no worker."""
    global _top
    _top = Path(folder).parent
    fail_at("import")
    for name, quick in (("Service", QuickService), ("CallerConnection", QuickConnection), ("Resident", QuickResident)):
        setattr(resident, name, quick)
    for module in (resident, control):
        setattr(module, "MODULE", __name__)  # noqa: B010 - mypy sees the constant as final
    resident.main(ready, folder, key, root, confined, float(os.environ.get(IDLE, idle_seconds)))


def fail_at(stage: str) -> None:
    """Send this process the signal that the test wants at a stage; a second process goes on."""
    wanted, _, name = os.environ.get(FAULT, "").partition(" ")
    if wanted == stage:
        try:
            (_top / "failed").touch(exist_ok=False)
        except FileExistsError:
            return
        _note()
        os.kill(os.getpid(), signal.Signals[name])
        time.sleep(3600)  # the signal may stop another thread first


def _note() -> None:
    with open(_top / "pids", "a") as file:
        file.write(f"{os.getpid()}\n")


class QuickResident(resident.Resident):
    """A resident grader that fails at stages of its start."""

    def own(self) -> int | None:
        _note()
        owner = super().own()
        if owner is not None:
            fail_at("own")
        return owner

    async def listen(self) -> bool:
        listens = await super().listen()
        fail_at("bound")
        return listens


class QuickConnection(server.CallerConnection):
    """A connection whose process fails when it is greeted."""

    def refusal(self, hello: Hello) -> Refused | None:
        fail_at("greet")
        return super().refusal(hello)


class QuickGrader:
    """A `Grader` whose `run` waits as many seconds as its text says, in steps that a cancel ends."""

    state = GraderState("ready")

    def __init__(self) -> None:
        self._cancels = 0

    def run(self, framework: Literal["torch", "mxnet"], source: str) -> SnippetRun:
        """Return the id of this process after some seconds, or that the call was cancelled."""
        begun, end = self._cancels, time.monotonic() + float(source)
        while time.monotonic() < end:
            if self._cancels != begun:
                return SnippetRun(broken="cancelled")
            time.sleep(0.005)
        return SnippetRun(value=str(os.getpid()))

    def for_call(self) -> QuickGrader:
        """Return itself."""
        return self

    def cancel(self) -> None:
        """End what runs."""
        self._cancels += 1

    def join(self) -> bool:
        """Not needed here."""
        raise NotImplementedError

    def start(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def prepare(self, exercise: Exercise) -> None:
        """Do nothing."""

    def grade(self, submission: Submission, on_output: Callable[[bytes], object] | None = None) -> Report:
        """Return that an answer with `right` is right; the seed is the caller's, or 7."""
        verdict = Verdict.RIGHT if b"right" in submission.source else Verdict.WRONG
        return Report(submission.exercise.id, verdict, "", seed=7 if submission.seed is None else submission.seed)

    def play(self, exercise: Exercise, source: bytes, *, case: int = 0, seed: int = 0, inputs: str = "") -> Play:
        """Not needed here."""
        raise NotImplementedError

    def review(self, submission: Submission) -> Review:
        """Not needed here."""
        raise NotImplementedError

    def pair(self, torch: str, mxnet: str, rtol: float, *, own: bool = False) -> PairRun:
        """Not needed here."""
        raise NotImplementedError

    def reference_losses(self, exercise: Exercise) -> tuple[float, ...]:
        """Not needed here."""
        raise NotImplementedError


class QuickService(server.Service):
    """A service whose graders need no worker."""

    def start(self) -> GraderState:
        """Be ready at once."""
        fail_at("start")
        return GraderState("ready")

    def make_grader(self, *, untrusted: bool) -> Any:
        """Return a grader for one caller."""
        return QuickGrader()

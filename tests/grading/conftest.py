"""Graders with real workers, started once a session."""

from __future__ import annotations

import contextlib
import os
import queue
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.workers.worker import Worker, unchecked_reference
from tests.grading.attack_rig import Attack, Lane, Seen
from tests.grading.commands import Command, Kept

LANES = 4


@pytest.fixture(scope="session")
def grader() -> Iterator[LocalGrader]:
    """A grader with every layer that works here."""
    with LocalGrader(untrusted=True) as one:
        one.require_ready()
        yield one


@pytest.fixture(scope="session")
def lanes(grader: LocalGrader) -> Iterator[list[Lane]]:
    """Graders that share one reference worker and its results, each with an answer worker of its own."""
    if not grader.state.safe_for_untrusted:
        pytest.skip(f"this machine cannot isolate untrusted answers: it lacks {', '.join(grader.state.missing)}")
    os.environ["MXTUTOR_TEST_SECRET"] = "secret"
    with tempfile.TemporaryDirectory(prefix="aim-") as name:
        top = Path(name)
        top.chmod(0o755)
        with contextlib.ExitStack() as stack:
            graders = [stack.enter_context(LocalGrader(untrusted=True, share=grader)) for _ in range(LANES)]
            for one in graders:
                one.require_ready()
            yield [Lane(one, top / str(i)) for i, one in enumerate(graders)]
    del os.environ["MXTUTOR_TEST_SECRET"]


@pytest.fixture(scope="session")
def confined(grader: LocalGrader) -> Iterator[Worker]:
    """A worker with torch whose jobs are confined, on a machine that can confine answers."""
    if not grader.state.safe_for_untrusted:
        pytest.skip(f"this machine cannot isolate untrusted code: it lacks {', '.join(grader.state.missing)}")
    worker = Worker(unchecked_reference())
    worker.start()
    yield worker
    worker.close()


class Attempts:
    """Runs attacks in advance, one in each lane at a time, so that each test waits only for its own."""

    def __init__(self, lanes: list[Lane], attacks: list[Attack]) -> None:
        self._free: queue.SimpleQueue[Lane] = queue.SimpleQueue()
        for lane in lanes:
            self._free.put(lane)
        self._pool = ThreadPoolExecutor(len(lanes), "attack")
        self._seen = {a.name: self._pool.submit(self._run, a) for a in attacks}

    def _run(self, attack: Attack) -> Seen:
        lane = self._free.get()
        try:
            return lane.run(attack)
        finally:
            self._free.put(lane)

    def of(self, attack: Attack) -> Seen:
        """Return what an attack did."""
        return self._seen[attack.name].result()

    def close(self) -> None:
        """Cancel the attacks that have not begun, and wait for the others."""
        self._pool.shutdown(cancel_futures=True)


@pytest.fixture(scope="session")
def attempts(request: pytest.FixtureRequest, lanes: list[Lane]) -> Iterator[Attempts]:
    """All attacks that this session collected, running."""
    found = [i.callspec.params.get("attack") for i in request.session.items if hasattr(i, "callspec")]
    made = Attempts(lanes, [a for a in found if isinstance(a, Attack) and a.suits])
    yield made
    made.close()


@pytest.fixture
def kept(grader: LocalGrader, run: Command) -> None:
    """Let commands use the session's grader."""
    run.make_grader = lambda **_: cast(LocalGrader, Kept(grader))


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Command:
    """Runs a command and returns its exit code, output and messages."""
    return Command(capfd)

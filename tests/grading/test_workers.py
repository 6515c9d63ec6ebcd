"""Workers that cannot start, checks that are cancelled; seeds; references ahead; code that is run ungraded."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.errors import BrokenError
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.grading.references.store import ReferenceStore
from mxtutor.grading.workers import child_process
from mxtutor.grading.workers.worker import Role, Worker
from tests.grading.tiny import CUBE, RIGHT, SEED, exercise, grade

pytestmark = [pytest.mark.apart, pytest.mark.grading]
HANG = "def square(x):\n    while True: pass\n"
PATIENT = replace(exercise("square"), seconds=300.0)
"""References are kept with their exercise's clock."""
SOON = 120.0
"""Seconds that stand for "at once" beside that clock, on a machine that is busy."""


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    """Threads to grade in."""
    with ThreadPoolExecutor(4) as made:
        yield made


@pytest.fixture
def lone(grader: LocalGrader) -> Iterator[LocalGrader]:
    """A grader with workers of its own, not started, that knows the references of the session's."""
    assert grade(grader, RIGHT).verdict is Verdict.RIGHT
    with LocalGrader(share=grader) as made:
        yield made


def until_running(grader: LocalGrader) -> None:
    """Return when a job runs."""
    end = time.monotonic() + SOON
    while not grader.running.count:
        assert time.monotonic() < end
        time.sleep(0.001)


def test_a_cancelled_check_ends_at_once(grader: LocalGrader, pool: ThreadPoolExecutor) -> None:
    grader.references.get(PATIENT, 501)
    running = pool.submit(grade, grader, HANG, seed=501)
    until_running(grader)
    grader.cancel()
    report = running.result(SOON)
    assert (report.verdict, report.headline) == (Verdict.BROKEN, "The check was cancelled.")
    assert grade(grader, RIGHT).verdict is Verdict.RIGHT


def test_a_cancel_without_anything_that_runs_does_nothing(grader: LocalGrader) -> None:
    grader.cancel()
    assert grade(grader, RIGHT).verdict is Verdict.RIGHT


def test_closing_ends_a_check_and_leaves_no_worker(
    grader: LocalGrader, lone: LocalGrader, pool: ThreadPoolExecutor
) -> None:
    grader.references.get(PATIENT, 502)
    running = pool.submit(grade, lone, HANG, seed=502)
    until_running(lone)
    lone.close()
    assert running.result(SOON).verdict is Verdict.BROKEN
    assert not lone.frameworks.answer.alive
    lone.close()


def test_closing_ends_a_worker_that_starts_again(pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(Role("mxnet"))
    worker.start()
    worker.kill()
    monkeypatch.setattr(child_process, "START", "import time; time.sleep(1000)")
    again = pool.submit(worker.start)
    end = time.monotonic() + SOON
    while worker.pid is None:
        assert time.monotonic() < end
        time.sleep(0.001)
    worker.close()
    with pytest.raises(BrokenError):
        again.result(SOON)
    assert not worker.alive


def test_a_closed_grader_reports_that_it_is_closed() -> None:
    with LocalGrader(confined=False) as closed:
        closed.close()
    report = grade(closed, RIGHT)
    assert (report.verdict, report.headline) == (Verdict.BROKEN, "The grader is closed.")
    assert closed.run("mxnet", "1").broken == "The grader is closed."
    closed.prepare(exercise("square"))
    assert not any(worker.alive for worker in closed.frameworks.workers)


def without(module: str) -> str:
    """Return how a worker is started that cannot import a module."""
    head = f"import sys; sys.modules[{module!r}] = None; "
    return head + child_process.START.removeprefix("import sys; ")


@pytest.mark.parametrize(("module", "index"), [("mxnet", 0), ("torch", 1)])
def test_a_missing_framework_is_our_fault_and_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, module: str, index: int
) -> None:
    monkeypatch.setattr(child_process, "START", without(module))
    with LocalGrader(confined=False) as broken:
        with pytest.raises(BrokenError) as caught:
            broken.frameworks.workers[index].start()
        assert f"{module} cannot be used: " in caught.value.message
        assert f"Install {module}==" in caught.value.fix
        assert not broken.frameworks.workers[index].alive


def test_a_check_without_torch_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "START", without("torch"))
    with LocalGrader(confined=False) as broken:
        report = grade(broken, RIGHT)
        assert (report.verdict, report.fix) == (Verdict.BROKEN, "Install torch==2.13.0 or run `mxtutor doctor`.")
        assert "torch cannot be used" in report.headline
        assert broken.run("torch", "1").broken


def test_a_worker_that_ends_at_once_is_in_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_process, "START", "raise SystemExit('no disk left')")
    with LocalGrader(confined=False) as broken:
        broken.start()
        assert broken.state.phase == "broken"
        assert "no disk left" in broken.state.detail


def test_a_python_that_cannot_be_started_is_our_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with LocalGrader(confined=False) as broken:
        report = grade(broken, RIGHT)
        assert report.verdict is Verdict.BROKEN
        assert "worker cannot be started" in report.headline


def but_seconds(report: Report) -> dict[str, object]:
    """Return a report's JSON without the time that it took."""
    return {k: v for k, v in report.to_json().items() if k != "seconds"}


@pytest.mark.parametrize("source", [RIGHT, CUBE, b"def square(x):\n    return x[9]\n"])
def test_the_same_seed_gives_the_same_report(grader: LocalGrader, source: bytes) -> None:
    first = grade(grader, source)
    assert but_seconds(grade(grader, source)) == but_seconds(first)
    assert first.seed == SEED


def test_a_replay_draws_the_references_again(grader: LocalGrader, monkeypatch: pytest.MonkeyPatch) -> None:
    first = grade(grader, CUBE, seed=77)
    monkeypatch.setattr(grader, "references", ReferenceStore(grader.frameworks.reference))
    assert but_seconds(grade(grader, CUBE, seed=77)) == but_seconds(first)


def test_without_a_seed_each_check_draws_anew(grader: LocalGrader) -> None:
    one, other = (grade(grader, CUBE, seed=None) for _ in range(2))
    assert one.seed != other.seed
    assert one.cases[0].inputs != other.cases[0].inputs
    assert but_seconds(grade(grader, CUBE, seed=one.seed)) == but_seconds(one)


def test_a_prepared_check_needs_no_reference(grader: LocalGrader, monkeypatch: pytest.MonkeyPatch) -> None:
    grader.prepare(exercise("square"))
    ahead = grader.references.compute_ahead(exercise("square"), lambda: 0)
    assert ahead is not None
    with monkeypatch.context() as patch:
        patch.setattr(grader.frameworks.reference, "submit", lambda *_, **__: pytest.fail("torch is asked"))
        report = grade(grader, CUBE, seed=None)
    assert (report.seed, report.verdict) == (ahead.seed, Verdict.WRONG)
    assert [d.code for d in report.diagnosis] == ["cube"]
    assert grade(grader, CUBE, seed=None).seed != ahead.seed


def test_checks_in_many_threads_keep_apart(grader: LocalGrader, pool: ThreadPoolExecutor) -> None:
    sources = [RIGHT, CUBE, b"def square(x):\n    return x\n", b"print('mine')\n" + RIGHT] * 3
    reports = list(pool.map(lambda source: grade(grader, source), sources))
    verdicts = [Verdict.RIGHT, Verdict.WRONG, Verdict.WRONG, Verdict.RIGHT] * 3
    assert [r.verdict for r in reports] == verdicts
    assert [r.output for r in reports] == ["", "", "", "mine\n"] * 3


@pytest.mark.parametrize(
    ("framework", "source", "value"),
    [
        ("mxnet", "x = nd.ones((2,))\nx + 1", "\n[2. 2.]\n<NDArray 2 @cpu(0)>"),
        ("torch", "torch.ones(2) + 1", "tensor([2., 2.])"),
        ("mxnet", "x = 1", ""),
        ("torch", "", ""),
    ],
)
def test_a_snippet_shows_its_last_value(grader: LocalGrader, framework: str, source: str, value: str) -> None:
    run = grader.run("torch" if framework == "torch" else "mxnet", source)
    assert (run.value, run.error, run.broken) == (value, None, "")


@pytest.mark.parametrize("framework", ["mxnet", "torch"])
def test_a_snippet_shows_prints_and_errors(grader: LocalGrader, framework: str) -> None:
    run = grader.run("torch" if framework == "torch" else "mxnet", "print('before')\n1 / 0\n")
    assert run.output == "before\n"
    assert run.error is not None
    assert (run.error.type, run.error.line) == ("ZeroDivisionError", 2)


def test_a_snippet_that_ends_its_process_is_reported(grader: LocalGrader) -> None:
    assert grader.run("mxnet", "import os\nos._exit(4)").broken.startswith("The answer ended its own process")


SESSIONS = """
import os
from mxtutor.grading.workers.worker import Role, Worker
worker = Worker(Role("mxnet"))
worker.start()
print("joined" if os.getsid(worker.pid) == os.getsid(0) else "apart", flush=True)
worker.close()
"""


@pytest.mark.parametrize(("terminal", "session"), [(True, "apart"), (False, "joined")])
def test_workers_join_a_session_without_a_terminal_only(terminal: bool, session: str) -> None:
    if not terminal:
        command = [sys.executable, "-c", SESSIONS]
        output = subprocess.run(command, start_new_session=True, capture_output=True, text=True, check=True).stdout
    else:
        pid, screen = pty.fork()  # the child leads a session with a terminal
        if pid == 0:
            os.execv(sys.executable, [sys.executable, "-c", SESSIONS])
        output = ""
        with contextlib.suppress(OSError):  # the terminal closes with the last process on it
            while said := os.read(screen, 1 << 10):
                output += said.decode()
        os.waitpid(pid, 0)
        os.close(screen)
    assert session in output

"""Whatever dies or runs out on our side: one report each, no verdict falsified, and the next check works."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from tests.grading.rig import CHECKOUT, below, exercise, leftovers

pytestmark = [pytest.mark.grading, pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")]
SLOW = b"import time\nfrom mxnet import nd\n\n\ndef arccos(x):\n    time.sleep(0.15)\n    return nd.arccos(x)\n"


@pytest.fixture(scope="module")
def victim() -> Iterator[LocalGrader]:
    """A grader whose processes may be killed."""
    with LocalGrader() as one:
        one.start()
        yield one


def _check(grader: LocalGrader, source: bytes | None = None, seconds: float = 10.0) -> Report:
    arccos = replace(exercise("tensors/arccos"), seconds=seconds)
    seed = 5000 + int(seconds * 10)
    return grader.grade(Submission(arccos, source or arccos.solution.encode(), seed))


def _supervisors(grader: LocalGrader) -> list[int]:
    pid = grader.frameworks.answer.pid
    return below(pid) if pid else []


def _children(grader: LocalGrader) -> list[int]:
    return [c for k in _supervisors(grader) for c in below(k)]


def _during(grader: LocalGrader, act: Callable[[], None], source: bytes = SLOW) -> Report:
    """Check an answer that takes a while and do something to its processes meanwhile."""
    _check(grader)  # the reference is there, so that what runs is the answer
    time.sleep(0.1)
    timer = threading.Timer(0.25, act)
    timer.start()
    try:
        return _check(grader, source)
    finally:
        timer.join()


def _kill(pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _well(grader: LocalGrader) -> None:
    """Assert that the next check works and nothing but one waiting supervisor with its child is left."""
    assert _check(grader).verdict is Verdict.RIGHT
    pid = grader.frameworks.answer.pid
    assert pid is not None
    assert not leftovers(pid, set())


@pytest.mark.parametrize("which", [0, 1], ids=["answers", "references"])
def test_worker_killed_while_idle(which: int, victim: LocalGrader) -> None:
    _check(victim)
    pid = victim.frameworks.workers[which].pid
    assert pid is not None
    _kill([pid])
    report = victim.grade(Submission(exercise("tensors/arccos"), exercise("tensors/arccos").solution.encode()))
    assert report.verdict is Verdict.RIGHT, report
    _well(victim)


@pytest.mark.parametrize("kind", ["worker", "supervisor", "child"])
def test_process_killed_while_it_grades(kind: str, victim: LocalGrader) -> None:
    def act() -> None:
        worker = victim.frameworks.answer.pid
        assert worker is not None
        _kill({"worker": [worker], "supervisor": _supervisors(victim), "child": _children(victim)}[kind])

    report = _during(victim, act)
    assert report.verdict is Verdict.RIGHT, report
    _well(victim)


def test_child_killed_each_time_is_our_fault(victim: LocalGrader) -> None:
    over = threading.Event()

    def act() -> None:
        while not over.wait(0.2):
            _kill(_children(victim))

    threading.Timer(20, over.set).start()
    try:
        report = _during(victim, lambda: threading.Thread(target=act).start())
    finally:
        over.set()
    if "pid" in victim.frameworks.isolation:
        assert report.verdict is Verdict.BROKEN, report
        assert report.fix
    else:
        assert report.verdict in (Verdict.BROKEN, Verdict.CRASH), report
    time.sleep(0.3)
    _well(victim)


def test_worker_that_does_not_run(victim: LocalGrader) -> None:
    _check(victim, seconds=1.0)
    stuck = victim.frameworks.answer.pid
    assert stuck is not None
    os.kill(stuck, signal.SIGSTOP)
    report = _check(victim, seconds=1.0)
    assert report.verdict is Verdict.RIGHT, report
    assert victim.frameworks.answer.pid != stuck
    _well(victim)


def test_supervisor_that_does_not_run(victim: LocalGrader) -> None:
    _check(victim, seconds=1.0)
    time.sleep(0.2)
    for pid in _supervisors(victim):
        os.kill(pid, signal.SIGSTOP)
    report = _check(victim, b"while True:\n    pass\n", seconds=1.0)
    assert report.verdict in (Verdict.TIMEOUT, Verdict.BROKEN), report
    _well(victim)


def test_wrong_answer_is_never_right_for_a_fault(victim: LocalGrader) -> None:
    wrong = SLOW.replace(b"nd.arccos(x)", b"x")
    report = _during(victim, lambda: _kill(_children(victim)), wrong)
    assert report.verdict is Verdict.WRONG, report


def test_cancelled_check_counts_for_nothing(victim: LocalGrader) -> None:
    report = _during(victim, victim.cancel)
    assert report.verdict is Verdict.BROKEN, report
    assert "cancelled" in report.headline
    _well(victim)


def test_no_descriptor_left_for_the_worker(victim: LocalGrader) -> None:
    _check(victim)
    pid = victim.frameworks.answer.pid
    assert pid is not None
    try:
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (4, 4))
    except PermissionError:
        pytest.skip("the limits of the worker cannot be set from here")
    reports = [_check(victim, seconds=s) for s in (10.0, 2.0, 3.0)]
    assert {r.verdict for r in reports} <= {Verdict.RIGHT, Verdict.BROKEN}, reports
    _well(victim)


@contextlib.contextmanager
def _no_more_processes(pid: int) -> Iterator[None]:
    """Put a process into a control group that is full; skips where that is not possible."""
    for top in (Path("/sys/fs/cgroup/pids"), Path("/sys/fs/cgroup")):
        group = top / f"mxtutor-test-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            (group / "pids.max").write_text("1")
            (group / "cgroup.procs").write_text(str(pid))
            yield
            (group / "pids.max").write_text("max")
            (top / "cgroup.procs").write_text(str(pid))
        except FileNotFoundError:
            continue
        finally:
            with contextlib.suppress(OSError):
                group.rmdir()
        return
    pytest.skip("no control group for processes can be made here")


def test_no_process_left_for_the_worker(victim: LocalGrader) -> None:
    _check(victim)
    pid = victim.frameworks.answer.pid
    assert pid is not None
    with _no_more_processes(pid):
        reports = [_check(victim) for _ in range(3)]
    assert {r.verdict for r in reports} <= {Verdict.RIGHT, Verdict.BROKEN}, reports
    assert reports[-1].verdict is Verdict.BROKEN, reports[-1]
    assert reports[-1].fix
    _well(victim)


def test_disk_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = tmp_path / "full"
    full.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=1", "full", full], capture_output=True)
    if made.returncode:
        pytest.skip("nothing can be mounted here")
    monkeypatch.setenv("TMPDIR", str(full))
    grader = LocalGrader(confined=False)
    try:
        grader.start()
        for _ in range(2):
            report = _check(grader)
            assert report.verdict is Verdict.RIGHT or (report.verdict is Verdict.BROKEN and report.fix), report
    finally:
        grader.close()
        subprocess.run(["umount", full], check=True)


def test_random_faults() -> None:
    command = [sys.executable, "-m", "benchmarks.faults", "--gradings", "40", "--json"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=300)
    outcome = json.loads(done.stdout)
    assert outcome["faults"] == [], done.stderr
    assert outcome["gradings"] == 40
    assert sum(outcome["kills"].values()) > 0
    assert outcome["right"]["right"] > 0

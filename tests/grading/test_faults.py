"""Killed processes and missing resources: one report per check, no false verdict, and the next check works."""

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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.procfs import ending
from mxtutor.grading.protocol import Report, Submission, Verdict
from tests.grading.rig import CHECKOUT, below, exercise, family, is_init, leftovers, supervisors_of

pytestmark = [
    pytest.mark.apart,
    pytest.mark.grading,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]
SOON = 40.0
"""Seconds in which a check with a stopped process must be over: less than its limit, on a busy machine too."""
LONG = 120.0
"""Longest wait for what happens at once on a machine that is not busy."""
SLOW = b"import time\nfrom mxnet import nd\n\n\ndef arccos(x):\n    time.sleep(0.15)\n    return nd.arccos(x)\n"
ENDLESS = b"import time\n\n\ndef arccos(x):\n    time.sleep(1000)\n"


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
    return supervisors_of(pid) if pid else []


def _children(grader: LocalGrader) -> list[int]:
    return [c for k in _supervisors(grader) for c in below(k)]


@contextlib.contextmanager
def _meanwhile(act: Callable[[threading.Event], object]) -> Iterator[None]:
    """Act in a thread beside the block, and raise what it raises; the event it gets is set at the block's end."""
    over = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        acting = pool.submit(act, over)
        try:
            yield
        finally:
            over.set()
        acting.result(LONG)


def _found(find: Callable[[], list[int]]) -> list[int]:
    """Return the processes that are to be found, as soon as there is one."""
    end = time.monotonic() + LONG
    while not (pids := find()):
        assert time.monotonic() < end, "there is no such process"
        time.sleep(0.01)
    return pids


def _during(grader: LocalGrader, act: Callable[[threading.Event], object], source: bytes = SLOW) -> Report:
    """Check an answer that takes a while and do something to its processes meanwhile."""
    _check(grader)  # the reference is there, so that what runs is the answer
    time.sleep(0.1)

    def act_soon(over: threading.Event) -> None:
        while not grader.running.count and not over.is_set():
            time.sleep(0.001)
        time.sleep(0.2)
        act(over)

    with _meanwhile(act_soon):
        return _check(grader, source)


def _kill(pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _well(grader: LocalGrader) -> None:
    """Assert that the next check works and that only one waiting supervisor with its child remains."""
    assert _check(grader).verdict is Verdict.RIGHT
    pid = grader.frameworks.answer.pid
    assert pid is not None
    assert not leftovers(pid)


@pytest.mark.parametrize("which", [0, 1], ids=["answers", "references"])
def test_worker_killed_while_idle(which: int, victim: LocalGrader) -> None:
    _check(victim)
    pid = victim.frameworks.workers[which].pid
    assert pid is not None
    _kill([pid])
    report = victim.grade(Submission(exercise("tensors/arccos"), exercise("tensors/arccos").solution.encode()))
    assert report.verdict is Verdict.RIGHT, report
    _well(victim)


@pytest.mark.parametrize("kind", ["worker", "init", "supervisor", "child"])
def test_process_killed_while_it_grades(kind: str, victim: LocalGrader) -> None:
    def act(_: threading.Event) -> None:
        worker = victim.frameworks.answer.pid
        assert worker is not None
        find: dict[str, Callable[[], list[int]]] = {
            "worker": lambda: [worker],
            "init": lambda: [pid for pid in below(worker) if is_init(pid)],
            "supervisor": lambda: _supervisors(victim),
            "child": lambda: _children(victim),
        }
        needed = kind != "init" or "pid" in victim.frameworks.isolation
        _kill(_found(find[kind]) if needed else find[kind]())

    report = _during(victim, act)
    assert report.verdict is Verdict.RIGHT, report
    _well(victim)


def test_child_killed_each_time_is_our_fault(victim: LocalGrader) -> None:
    def act(over: threading.Event) -> None:
        end = time.monotonic() + LONG
        while not over.wait(0.2) and time.monotonic() < end:
            _kill(_children(victim))

    # Each case takes longer than the pause between two kills, on a busy machine too.
    report = _during(victim, act, SLOW.replace(b"0.15", b"2"))
    if "pid" in victim.frameworks.isolation:
        assert report.verdict is Verdict.BROKEN, report
        assert report.fix
    else:
        assert report.verdict in (Verdict.BROKEN, Verdict.CRASH), report
    time.sleep(0.3)
    _well(victim)


def _stop(pids: list[int]) -> None:
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)


def test_worker_that_is_stopped_while_idle(victim: LocalGrader) -> None:
    _check(victim)
    stuck = victim.frameworks.answer.pid
    assert stuck is not None
    _stop([stuck])
    report = _check(victim, seconds=90.0)
    assert report.verdict is Verdict.RIGHT, report
    assert victim.frameworks.answer.pid != stuck
    assert not Path(f"/proc/{stuck}").exists()
    _well(victim)


def test_worker_that_is_stopped_with_a_job_in_its_socket(victim: LocalGrader, monkeypatch: pytest.MonkeyPatch) -> None:
    _check(victim, seconds=90.0)
    worker = victim.frameworks.answer
    stuck = worker.pid
    assert stuck is not None
    with monkeypatch.context() as patch:
        patch.setattr(type(worker), "replace_stopped", lambda _: False)  # as if it had been stopped a moment later
        _stop([stuck])
        timer = threading.Timer(0.5, patch.undo)
        timer.start()
        report = _check(victim, seconds=90.0)
        timer.join()
    assert report.verdict is Verdict.RIGHT, report
    assert report.seconds < SOON
    assert worker.pid != stuck
    _well(victim)


@pytest.mark.parametrize("kind", ["supervisor", "child"])
def test_process_that_is_stopped_while_it_waits(kind: str, victim: LocalGrader) -> None:
    _check(victim, seconds=90.0)
    time.sleep(0.3)
    _stop(_found(lambda: _supervisors(victim) if kind == "supervisor" else _children(victim)))
    report = _check(victim, seconds=90.0)
    assert report.verdict is Verdict.RIGHT, report
    assert report.seconds < SOON
    _well(victim)


def test_supervisor_that_is_stopped_while_it_supervises(victim: LocalGrader) -> None:
    _check(victim, seconds=4.0)  # the reference is there, so that what runs is the answer
    first = _found(lambda: _supervisors(victim))
    began = time.monotonic()

    def stop_soon(over: threading.Event) -> None:
        while not victim.running.count and not over.is_set():
            time.sleep(0.001)
        time.sleep(0.3)
        _stop(_found(lambda: _supervisors(victim)))

    with _meanwhile(stop_soon):
        report = _check(victim, ENDLESS, seconds=4.0)
    assert report.verdict is Verdict.TIMEOUT, report
    assert not set(first) & set(_supervisors(victim))
    assert time.monotonic() - began > 4.0
    _well(victim)


@pytest.mark.parametrize("stop", [[], ["worker"], ["worker", "supervisor", "child"]], ids=["", "worker", "all"])
def test_owner_that_is_killed_takes_everything_with_it(stop: list[str]) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True, cwd=CHECKOUT)
    assert owner.stdout is not None
    workers = [int(pid) for pid in owner.stdout.readline().split()]
    end = time.monotonic() + LONG
    while not all(below(s) for w in workers for s in supervisors_of(w)) or not all(map(supervisors_of, workers)):
        assert time.monotonic() < end
        time.sleep(0.01)
    every = set(workers) | {pid for w in workers for pid in family(w)}
    chosen = {
        "worker": workers,
        "supervisor": [s for w in workers for s in supervisors_of(w)],
        "child": [c for w in workers for s in supervisors_of(w) for c in below(s)],
    }
    for kind in stop:
        _stop(chosen[kind])
    owner.kill()
    owner.wait()
    end = time.monotonic() + LONG
    while left := {pid for pid in every if not ending(pid)}:
        assert time.monotonic() < end, left
        time.sleep(0.01)


OWNER = """
import time
from mxtutor.grading.grader import LocalGrader
grader = LocalGrader()
grader.start()
print(*(worker.pid for worker in grader.frameworks.workers), flush=True)
time.sleep(1000)
"""


def test_wrong_answer_is_never_right_for_a_fault(victim: LocalGrader) -> None:
    wrong = SLOW.replace(b"nd.arccos(x)", b"x")
    report = _during(victim, lambda _: _kill(_children(victim)), wrong)
    assert report.verdict is Verdict.WRONG, report


def test_cancelled_check_counts_for_nothing(victim: LocalGrader) -> None:
    report = _during(victim, lambda _: victim.cancel(), ENDLESS)
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
    reports = [_check(victim, seconds=s) for s in (10.0, 20.0, 30.0)]
    assert {r.verdict for r in reports} <= {Verdict.RIGHT, Verdict.BROKEN}, reports
    _well(victim)


@contextlib.contextmanager
def _no_more_processes(pid: int) -> Iterator[None]:
    """Put a process and what it forked into a control group that is full; skips where that is not possible."""
    for top in (Path("/sys/fs/cgroup/pids"), Path("/sys/fs/cgroup")):
        group = top / f"mxtutor-test-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            (group / "pids.max").write_text("1")
            for one in (pid, *family(pid)):
                with contextlib.suppress(ProcessLookupError):
                    (group / "cgroup.procs").write_text(str(one))
            yield
            (group / "pids.max").write_text("max")
            for one in (pid, *family(pid)):
                with contextlib.suppress(ProcessLookupError):
                    (top / "cgroup.procs").write_text(str(one))
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
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
    outcome = json.loads(done.stdout)
    assert outcome["faults"] == [], done.stderr
    assert outcome["gradings"] == 40
    assert sum(outcome["kills"].values()) > 0
    assert outcome["right"]["right"] > 0

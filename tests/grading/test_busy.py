"""A busy, stopped or killed machine changes no verdict and no name; it only takes longer."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.content.loader import load_exercise
from mxtutor.grading.diagnosis.known_mistakes import KnownMistakes
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.messages import wall_clock
from mxtutor.grading.procfs import ending, stopped
from mxtutor.grading.protocol import Report, Verdict
from mxtutor.grading.service import control
from mxtutor.grading.workers import child_process
from mxtutor.grading.workers.job import RunningJobs
from tests.grading import tiny
from tests.grading.residents import caller, own_graders, until
from tests.grading.rig import below, supervisors_of
from tests.grading.tiny import grade
from tests.sampling import some

pytestmark = [
    pytest.mark.apart,
    pytest.mark.grading,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]

LONG = 150.0
"""Longest wait for what takes some seconds on a machine that is not busy; less than the 180 s of earlier releases."""
OVERRUN = 71
"""Seed of the answers with another time limit, so that their references are computed once."""
WORK = """
import time

def square(x):
    end = time.process_time() + {seconds}
    while time.process_time() < end:
        pass
    return x * x
"""


@contextlib.contextmanager
def busy(count: int = 8) -> Iterator[None]:
    """Let processes use all processors during the block."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_right_answer_is_right_beside_eight_busy_processes(grader: LocalGrader) -> None:
    grade(grader, tiny.RIGHT, seed=OVERRUN)  # the reference is there
    with busy():
        cases = len(grade(grader, tiny.RIGHT, seed=OVERRUN).cases)
        source = WORK.format(seconds=0.7 / cases)
        report = grade(grader, source, seed=OVERRUN, seconds=2.0)
    assert report.verdict is Verdict.RIGHT, report


ENDLESS = {
    "works": "while True: pass",
    "sleeps": "import time; time.sleep(3600)",
    "polls": "import time\n    while True: time.sleep(0.02)",
    "waits": "import threading; threading.Event().wait()",
    "reads": "import os; os.read(os.pipe()[0], 1)",
}


@pytest.mark.parametrize("how", some(ENDLESS, 2))
@pytest.mark.parametrize("beside", [0, 8], ids=["", "busy"])
def test_an_answer_without_end_is_ended_with_the_same_words(how: str, beside: int, grader: LocalGrader) -> None:
    source = f"def square(x):\n    {ENDLESS[how]}\n    return x * x\n"
    grade(grader, tiny.RIGHT, seed=OVERRUN)
    with busy(beside):
        report = grade(grader, source, seed=OVERRUN, seconds=1.0)
    assert (report.verdict, report.headline) == (Verdict.TIMEOUT, "The answer ran out of time and was stopped.")
    assert report.fix == "Look for a loop or a wait that never ends."
    if not beside:
        assert report.seconds < wall_clock(1.0), "its own time ended it, not the wall clock"


@pytest.mark.parametrize("beside", [0, 8], ids=["", "busy"])
def test_an_answer_that_takes_all_memory_gets_the_same_verdict(beside: int, grader: LocalGrader) -> None:
    source = "def square(x):\n    kept = []\n    while True:\n        kept.append(bytearray(b'x' * 10_000_000))\n"
    with busy(beside):
        report = grade(grader, source)
    assert report.verdict is Verdict.ERROR, report
    assert report.headline.startswith("MemoryError"), report


def _children(grader: LocalGrader) -> list[int]:
    pid = grader.frameworks.answer.pid
    return [c for s in supervisors_of(pid) for c in below(s)] if pid else []


def test_a_right_answer_whose_process_is_stopped_again_and_again_is_right(grader: LocalGrader) -> None:
    over, stops = threading.Event(), list[int]()

    def stop() -> None:
        while not over.wait(0.2):
            for pid in _children(grader):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGSTOP)
                    stops.append(pid)

    grade(grader, tiny.RIGHT, seed=OVERRUN)
    with ThreadPoolExecutor(1) as pool:
        stopping = pool.submit(stop)
        report = grade(grader, WORK.format(seconds=0.3), seed=OVERRUN, seconds=30.0)
        over.set()
        stopping.result()
    assert report.verdict is Verdict.RIGHT, report
    assert stops


def test_a_known_mistake_that_ran_out_of_time_is_run_again(tmp_path: Path, grader: LocalGrader) -> None:
    course = tmp_path / "course"
    shutil.copytree(tiny.COURSE, course)
    folder = course / "exercises" / "tensors" / "square"
    file = folder / "wrong_cube.py"
    file.write_text(file.read_text().replace("def square", "import time\n\ntime.sleep(5)\n\n\ndef square"))
    exercise = load_exercise(folder, "tensors/square")

    prepared = grader.references.get(exercise, 72)
    known = KnownMistakes(grader.frameworks.answer)
    assert set(known.results(replace(prepared, exercise=replace(exercise, seconds=0.2)), RunningJobs())) == {
        "in-place",
        "torch-name",
    }
    assert set(known.results(prepared, RunningJobs())) == {"cube", "in-place", "torch-name"}


def _starting(before: set[int]) -> list[int]:
    """Return the workers that this process has started since, as soon as there is one."""
    found: list[int] = []

    def look() -> bool:
        found[:] = [pid for pid in below(os.getpid()) if pid not in before and _is_worker(pid)]
        return bool(found)

    assert until(look, LONG)
    return found


def _is_worker(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return b"mxtutor.grading.answer.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def test_a_worker_that_is_stopped_while_it_starts_is_replaced() -> None:
    before = set(below(os.getpid()))
    with LocalGrader() as lone, ThreadPoolExecutor(1) as pool:
        began = time.monotonic()
        checking: Future[Report] = pool.submit(grade, lone, tiny.RIGHT)
        stuck = _starting(before)
        for pid in stuck:
            os.kill(pid, signal.SIGSTOP)
        assert checking.result(LONG).verdict is Verdict.RIGHT
        assert time.monotonic() - began < LONG
        assert all(map(ending, stuck)) or not any(map(stopped, stuck))


HANGS_ONCE = """
import os, time
try:
    os.close(os.open({mark!r}, os.O_CREAT | os.O_EXCL))
except FileExistsError:
    pass
else:
    time.sleep(3600)
"""


def test_a_worker_that_hangs_while_it_starts_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hang = HANGS_ONCE.format(mark=str(tmp_path / "hung")).replace("{", "{{").replace("}", "}}")
    monkeypatch.setattr(child_process, "START", f"exec({hang!r}); {child_process.START}")
    with LocalGrader() as lone, ThreadPoolExecutor(1) as pool:
        checking: Future[Report] = pool.submit(grade, lone, tiny.RIGHT)
        assert checking.result(LONG).verdict is Verdict.RIGHT


def test_a_worker_that_starts_slowly_beside_busy_processes_is_no_fault() -> None:
    with busy(), LocalGrader() as lone:
        lone.start()
        assert lone.state.phase == "ready", lone.state.detail
        assert grade(lone, tiny.RIGHT).verdict is Verdict.RIGHT


GRADE = """
import sys
from mxtutor.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_answers_in_flight_are_graded_again_when_the_grader_is_killed(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = tmp_path / "course"
    shutil.copytree(tiny.COURSE, course)
    for number in range(6):
        (tmp_path / "hand-ins" / f"learner{number}").mkdir(parents=True)
        work = "import time\n\n\ndef square(x):\n    time.sleep(0.7)\n    return x * x\n"
        (tmp_path / "hand-ins" / f"learner{number}" / "square.py").write_text(work)
    files = (str(tmp_path / "hand-ins"), "--jobs", "3", "--out", str(tmp_path / "out.csv"))
    arguments = ("--pack", str(course), "grade", *files)
    with own_graders(), caller(GRADE, *arguments, MXTUTOR_GRADER="on") as command:
        assert until(_runs(2), LONG), "answers are being graded"
        (first,) = control.find_all()
        os.kill(first.record.pid, signal.SIGKILL)
        output, _ = command.communicate(timeout=LONG)
    rows = (tmp_path / "out.csv").read_text()
    assert "broken" not in rows, output
    assert rows.count("right") >= 6, rows


def _runs(count: int) -> Callable[[], bool]:
    def look() -> bool:
        return any(one.condition is not None and one.condition.running >= count for one in control.find_all())

    return look

"""The resident grader with its workers: what callers share, what they do not, and what a cancel or a kill ends."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from statistics import median

import pytest

from mxtutor.content.loader import load_exercise
from mxtutor.grading.procfs import ending
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.grading.service import connection, control, resident
from mxtutor.grading.service.address import find_address
from mxtutor.grading.service.calls import Condition
from mxtutor.grading.service.client import RemoteGrader
from mxtutor.grading.service.connection import connect
from tests.grading import tiny, trusting_resident
from tests.grading.residents import caller, own_graders, until
from tests.grading.rig import below

pytestmark = [
    pytest.mark.apart,
    pytest.mark.grading,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]

LONG = 120.0
"""Longest wait for what takes a moment on a machine that is not busy."""
ENDLESS = b"def square(x):\n    print('begun', flush=True)\n    while True:\n        pass\n"
LOUD = b"def square(x):\n    print('from %s', flush=True)\n    return x * x\n"
SLOW_REFERENCE = """
import os, time
import torch

FOLDER = {folder!r}


def square(x):
    os.close(os.open(FOLDER + "/ran " + str(time.monotonic_ns()), os.O_CREAT))
    while os.path.exists(FOLDER + "/hold"):
        time.sleep(0.01)
    return torch.square(x)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the slow reference notes that it runs, and looks whether it shall wait."""
    return tmp_path_factory.mktemp("slow")


@pytest.fixture(scope="module")
def root(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny course with two more exercises.

    The reference of `slow` waits while a file is there; answers to `endless` may run longer than any of these tests.
    """
    top = tmp_path_factory.mktemp("course")
    shutil.copytree(tiny.COURSE, top, dirs_exist_ok=True)
    slow = top / "exercises" / "tensors" / "slow"
    shutil.copytree(top / "exercises" / "tensors" / "square", slow)
    with (slow / "exercise.yaml").open("a") as file:
        file.write("seconds: 120\n")
    (slow / "reference.py").write_text(SLOW_REFERENCE.format(folder=str(folder)))
    endless = top / "exercises" / "tensors" / "endless"
    shutil.copytree(top / "exercises" / "tensors" / "square", endless)
    with (endless / "exercise.yaml").open("a") as file:
        file.write("seconds: 600\n")
    return top


@pytest.fixture(scope="module")
def keeper(root: Path) -> Iterator[RemoteGrader]:
    """The first caller of the one grader that these tests share; a variable of its process holds a secret."""
    with own_graders(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("MXTUTOR_TEST_SECRET", "secret")
        for module in (connection, control, resident):  # references of another course could not write to `folder`
            patch.setattr(module, "MODULE", trusting_resident.__name__)
        with RemoteGrader(root) as first:
            yield first


@pytest.fixture(autouse=True)
def one_grader(monkeypatch: pytest.MonkeyPatch, home: Path, keeper: RemoteGrader) -> None:
    """Use the resident grader, which the fixture of all tests switches off; start it if a test has ended it."""
    monkeypatch.setenv("MXTUTOR_GRADER", "on")
    keeper.start()
    assert keeper.state.phase == "ready", keeper.state.detail


@pytest.fixture
def grader_of(root: Path) -> Iterator[Callable[[str], RemoteGrader]]:
    """What makes the grader of a caller by his name; it is closed after the test."""
    made: list[RemoteGrader] = []

    def make(name: str, *, many: bool = False) -> RemoteGrader:
        made.append(RemoteGrader(root, caller=name, many=many, ahead=False))
        return made[-1]

    yield make
    for one in made:
        one.close()
    assert until(lambda: condition().running == condition().waiting == 0), "no call outlives its caller"


def condition() -> Condition:
    """Return what the grader does; on a busy machine it may not answer each time."""
    end = time.monotonic() + LONG
    while True:
        conditions = [found.condition for found in control.find_all() if found.condition is not None]
        if conditions:
            return conditions[0]
        assert time.monotonic() < end, "it does not answer"


def processes() -> list[int]:
    """Return the ids of all processes of the grader."""
    found = [control.find_all()[0].record.pid]
    for pid in found:
        found += below(pid)
    return found


def submission(root: Path, source: bytes = tiny.RIGHT, name: str = "square", seed: int | None = 7) -> Submission:
    """Return an answer to an exercise of the course."""
    exercise = load_exercise(root / "exercises" / "tensors" / name, f"tensors/{name}")
    return Submission(exercise, source, seed)


class Endless:
    """An answer without an end that runs for a caller."""

    def __init__(self, grader: RemoteGrader, root: Path, name: str = "endless") -> None:
        self._begun = threading.Event()
        self._pool = ThreadPoolExecutor(1)
        self.report: Future[Report] = self._pool.submit(
            grader.grade, submission(root, ENDLESS, name), lambda _: self._begun.set()
        )
        assert self._begun.wait(LONG)
        self._pool.shutdown(wait=False)


def test_a_cancel_ends_the_calls_of_its_caller_alone(root: Path, grader_of: Callable[[str], RemoteGrader]) -> None:
    ana, ben = grader_of("ana"), grader_of("ben")
    hers, his = Endless(ana, root), Endless(ben, root)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ana.grade, submission(root))
        assert until(lambda: condition().waiting == 1)
        ana.cancel()
        assert waiting.result(60).headline == "The check was cancelled."
    assert hers.report.result(60).headline == "The check was cancelled."
    assert not his.report.done()
    assert ana.grade(submission(root)).verdict is Verdict.RIGHT, "a cancel does not reach the next call"
    ben.cancel()
    assert his.report.result(60).headline == "The check was cancelled."


def test_a_cancel_ends_reference_computations_too(
    root: Path, folder: Path, grader_of: Callable[[str], RemoteGrader]
) -> None:
    ana, ben = grader_of("ana"), grader_of("ben")
    slow = submission(root, name="slow")
    (folder / "hold").touch()
    try:
        with ThreadPoolExecutor(3) as pool:
            hers = pool.submit(ana.grade, slow)
            assert until(lambda: condition().running == 1)
            preparing = pool.submit(ben.prepare, slow.exercise)
            assert until(lambda: len(os.listdir(folder)) == 3), "both references run"
            began = time.monotonic()
            ana.cancel()
            assert hers.result(60).verdict is Verdict.BROKEN
            assert not preparing.done()
            ben.cancel()
            preparing.result(60)
            assert time.monotonic() - began < 60, "neither waits for the reference's time limit"
        assert until(lambda: condition().running == 0)
    finally:
        for path in folder.iterdir():
            path.unlink()
    assert ana.grade(slow).verdict is Verdict.RIGHT


def test_callers_share_no_reference_results_and_hear_only_their_own_answers(
    root: Path, folder: Path, grader_of: Callable[[str], RemoteGrader]
) -> None:
    heard: dict[str, list[bytes]] = {"ana": [], "ben": []}
    graders = {name: grader_of(name) for name in heard}

    def check(name: str) -> Verdict:
        answer = submission(root, LOUD % name.encode(), "slow", seed=11)
        return graders[name].grade(answer, heard[name].append).verdict

    before = len(os.listdir(folder))
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(check, heard)) == [Verdict.RIGHT] * 2
    cases = (len(os.listdir(folder)) - before) // 2
    assert cases > 0
    assert check("ana") is Verdict.RIGHT, "with results of her own"
    assert len(os.listdir(folder)) - before == 2 * cases, "each caller's reference ran once"
    for name, pieces in heard.items():
        assert set(b"".join(pieces).split(b"\n")) == {b"from %s" % name.encode(), b""}
    for path in folder.iterdir():
        path.unlink()


def test_answers_see_nothing_of_the_program_that_started_the_grader(grader_of: Callable[[str], RemoteGrader]) -> None:
    for framework in ("mxnet", "torch"):
        seen = grader_of("ana").run(framework, "import os\nprint(os.getcwd())\nsorted(os.environ.items())")
        assert "MXTUTOR" not in seen.value
        assert "secret" not in seen.value
        assert "XDG_RUNTIME_DIR" not in seen.value
        assert str(Path.cwd()) not in seen.output


PROGRAM = """
import sys
from pathlib import Path
from mxtutor.content.loader import load_exercise
from mxtutor.grading.protocol import Submission
from mxtutor.grading.service.client import RemoteGrader
root = Path(sys.argv[1])
exercise = load_exercise(root / "exercises/tensors/endless", "tensors/endless")
with RemoteGrader(root) as grader:
    grader.grade(Submission(exercise, sys.argv[2].encode(), 7), lambda data: print(data, flush=True))
"""


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_the_answer_of_a_caller_that_ends_does_not_run_on(
    name: str, root: Path, grader_of: Callable[[str], RemoteGrader]
) -> None:
    ben = grader_of("ben")
    assert ben.grade(submission(root)).verdict is Verdict.RIGHT
    with caller(PROGRAM, str(root), ENDLESS.decode()) as program:
        assert program.stdout is not None
        assert "begun" in program.stdout.readline()
        answer = _busiest()
        program.send_signal(signal.Signals[name])
        assert until(lambda: condition().running == 0)
        assert until(lambda: ending(answer))
    assert ben.grade(submission(root)).verdict is Verdict.RIGHT


def _busiest() -> int:
    """Return the process of the grader's workers that computes without an end; one that starts does so for a moment."""
    before = {pid: _ticks(pid) for pid in processes()[1:]}
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        time.sleep(0.1)
        took = {pid: _ticks(pid) - before.get(pid, 0) for pid in processes()[1:]}
        second, first = sorted(took, key=took.__getitem__)[-2:]
        if took[first] >= 30 and took[first] > 3 * took[second]:
            return first
    raise AssertionError(f"{took} hundredths of a second: none computes much more than the others")


def _ticks(pid: int) -> int:
    """Return the hundredths of a second that a process has computed."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def test_endless_answers_and_queues_of_others_hardly_delay_a_small_check(
    root: Path, grader_of: Callable[..., RemoteGrader]
) -> None:
    ana = grader_of("ana")

    def checks(count: int) -> list[float]:
        seconds = []
        for _ in range(count):
            began = time.monotonic()
            assert ana.grade(submission(root)).verdict is Verdict.RIGHT
            seconds.append(time.monotonic() - began)
        return seconds

    before = median(checks(6))
    others = [grader_of(f"endless {i}") for i in range(3)]
    endless = [Endless(one, root) for one in others]
    beside_loops = median(checks(8))
    assert not any(one.report.done() for one in endless)
    for one in others:
        one.cancel()
    for loop in endless:
        assert loop.report.result(LONG).headline == "The check was cancelled."
    queue, school = grader_of("queue"), grader_of("school", many=True)
    with ThreadPoolExecutor(24) as pool:
        queued = [pool.submit((queue, school)[i % 2].grade, submission(root, seed=i)) for i in range(200)]
        assert until(lambda: condition().waiting > 10)
        beside_queue = median(checks(8))
        left = sum(not call.done() for call in queued)
        for call in queued:
            call.cancel()
        queue.cancel()
        school.cancel()
    assert left > 50, "the queue was long all the time"
    alone = max(before, median(checks(6)))  # the machine may have become busy meanwhile
    little = max(1.5, 10 * alone)  # on a machine without other work it is 0.5 s
    assert beside_loops - alone < little
    assert beside_queue - alone < little


def test_a_flood_of_messages_takes_no_memory(root: Path, grader_of: Callable[[str], RemoteGrader]) -> None:
    pid = control.find_all()[0].record.pid
    before = _resident_kib(pid)
    connection = connect(find_address(root, confined=True))
    assert connection is not None
    with connection:
        connection.settimeout(1)
        assert _accepted(connection, struct.pack("<I", 15) + b'{"type":"ping"}') < 8 << 20, "then it stops reading"
        assert grader_of("ana").grade(submission(root)).verdict is Verdict.RIGHT
        assert _resident_kib(pid) - before < 40 * 1024


def _accepted(connection: socket.socket, frame: bytes) -> int:
    """Send a frame again and again, at most 64 MiB, and read no reply; return how many bytes were taken."""
    taken = 0
    with contextlib.suppress(OSError):
        while taken < 64 << 20:
            taken += connection.send(frame * 4000)
    return taken


def _resident_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def test_an_idle_grader_takes_no_processor_time(root: Path, grader_of: Callable[[str], RemoteGrader]) -> None:
    assert grader_of("ana").grade(submission(root)).verdict is Verdict.RIGHT

    def idle() -> bool:
        pids = processes()
        before = sum(map(_ticks, pids))
        time.sleep(3.0)
        return sum(map(_ticks, pids)) - before <= 15

    assert until(idle, LONG), "hundredths of a second in 3 s, once what the check left has ended"


def test_both_workers_that_die_at_once_are_replaced(root: Path, grader_of: Callable[[str], RemoteGrader]) -> None:
    ana = grader_of("ana")
    hers = Endless(grader_of("ben"), root, "square")  # it may run again, until its limit
    workers = condition().processes
    assert len(workers) == 2
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    assert until(lambda: all(map(ending, workers)))
    assert ana.grade(submission(root, seed=8)).verdict is Verdict.RIGHT
    assert control.find_all()[0].record.pid == ana.pid
    assert hers.report.result(400).verdict in (Verdict.BROKEN, Verdict.TIMEOUT)


def test_nothing_remains_of_a_killed_grader(root: Path, grader_of: Callable[[str], RemoteGrader]) -> None:
    ana, ben = grader_of("ana"), grader_of("ben")
    calls = [Endless(ana, root), Endless(ben, root)]
    family = processes()
    assert len(family) >= 5
    os.kill(family[0], signal.SIGKILL)
    assert until(lambda: all(map(ending, family))), "workers, supervisors and answers are gone"
    assert until(lambda: control.find_all() and condition().running == 2), "both calls are made again, once"
    os.kill(control.find_all()[0].record.pid, signal.SIGKILL)
    for one in calls:
        report = one.report.result(LONG)
        assert (report.verdict, report.fix) == (Verdict.BROKEN, "Check again.")
    assert ana.grade(submission(root)).verdict is Verdict.RIGHT
    assert ben.grade(submission(root)).verdict is Verdict.RIGHT

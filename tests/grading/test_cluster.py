"""A class on a real Dask cluster: workers and the scheduler are killed midway, and no verdict changes or is lost."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from distributed import Client

from mxtutor.grading.procfs import children
from tests.grading.commands import Command, changed
from tests.grading.tiny import CRASH, CUBE, RIGHT

pytestmark = pytest.mark.grading

ENDLESS = b"def halve(x):\n    while True: pass\n"
KINDS = (RIGHT, CUBE, CRASH, RIGHT, b"def square(x)\n", RIGHT, b"def cube(x):\n    return x\n", CUBE)
DEADLINE = 300.0
"""Seconds after which a test that waits for an event fails."""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The tiny course; an exercise to which only endless loops are handed in ends them after a second.

    The others keep the usual limit, which no answer reaches on a busy machine.
    """
    return changed(tmp_path, "halve/exercise.yaml", "entry: halve", "entry: halve\nseconds: 1")


def hand_in(folder: Path, learners: int, endless: int) -> None:
    """Let learners hand in answers to two exercises; `endless` of them also hand in a loop without end."""
    for number in range(learners):
        own = folder / f"learner-{number:04}" / "tensors"
        own.mkdir(parents=True)
        (own / "square.py").write_bytes(KINDS[number % len(KINDS)])
        if number % (learners // endless) == 3:
            (own / "halve.py").write_bytes(ENDLESS)
        (own / "pick.py").write_bytes(b"b" if number % 3 else b"a")


def told(path: Path) -> tuple[dict[tuple[str, str], str], Counter[tuple[str, str]]]:
    """Return what a file of results says about each answer but its times, and how often it holds each one."""
    found, count = {}, Counter[tuple[str, str]]()
    for text in path.read_bytes().splitlines():
        line = json.loads(text)
        if line["type"] == "result":
            pair = line["learner"], line["exercise"]
            report = {name: value for name, value in line["report"].items() if name != "seconds"}
            found[pair] = json.dumps([report, line["key"], line["code"]])
            count[pair] += 1
    return found, count


class Grading:
    """`mxtutor grade` on a cluster, in a process of its own."""

    def __init__(self, pack: Path, folder: Path, out: Path, *options: object) -> None:
        script = "import sys; from mxtutor.cli import main; raise SystemExit(main())"
        arguments = ["--pack", str(pack), "grade", str(folder), "--out", str(out), *map(str, options)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, *arguments], stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        self.lines: list[str] = []
        self._changed, self._ended = threading.Condition(), False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._changed:
                self.lines.append(line)
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def wait_for(self, what: str, times: int = 1) -> None:
        """Wait until so many of its lines contain a pattern."""

        def said() -> bool:
            return sum(bool(re.search(what, line)) for line in self.lines) >= times

        with self._changed:
            self._changed.wait_for(lambda: said() or self._ended, DEADLINE)
            assert said(), self.lines

    @property
    def workers(self) -> list[int]:
        """Ids of the processes of the workers of a cluster on this machine."""
        return workers_below(self.process.pid)

    def end(self) -> int:
        """Wait for the end and return the exit code."""
        code = self.process.wait(DEADLINE)
        self._reader.join(DEADLINE)
        return code

    def all_processes(self) -> list[int]:
        """Return the ids of the process and of all below it."""
        found = [self.process.pid]
        for one in found:
            found += children(one)
        return found


def workers_below(parent: int) -> list[int]:
    """Return the ids of the processes of Dask workers that a process started."""
    return [one for one in children(parent) if "spawn_main" in Path(f"/proc/{one}/cmdline").read_text()]


class Cluster:
    """A scheduler and workers, each in a process of its own, as an instructor starts them."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self._started: list[subprocess.Popen[bytes]] = []

    def scheduler(self, **settings: object) -> subprocess.Popen[bytes]:
        """Start a scheduler with settings of Dask's configuration, and wait until it listens."""
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", self.file]
        variables = {f"DASK_DISTRIBUTED__SCHEDULER__{name}": value for name, value in settings.items()}
        process = self._start("scheduler", options, variables)
        end = time.monotonic() + DEADLINE
        while not self.file.exists() and time.monotonic() < end:
            time.sleep(0.05)  # processes of others have no event to wait for
        return process

    def worker(self, *options: object, **variables: object) -> subprocess.Popen[bytes]:
        """Start a worker of one thread."""
        usual = ["--scheduler-file", self.file, "--nthreads", 1, "--nworkers", 1, "--memory-limit", 0, "--no-dashboard"]
        return self._start("worker", [*usual, *options], variables)

    def _start(self, kind: str, options: list[object], variables: dict[str, object]) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *map(str, options)]
        given = {name: str(value) for name, value in variables.items()}
        self._started.append(subprocess.Popen(command, env=os.environ | given, stderr=subprocess.DEVNULL))
        return self._started[-1]

    def close(self) -> None:
        """End everything."""
        for one in self._started:
            one.kill()  # the workers below a nanny end with it
        for one in self._started:
            one.wait(DEADLINE)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster without processes."""
    found = Cluster(tmp_path)
    yield found
    found.close()


@pytest.fixture
def grading() -> Iterator[Callable[..., Grading]]:
    """Start gradings, and end them with the test."""
    started: list[Grading] = []

    def start(*arguments: object) -> Grading:
        started.append(Grading(*arguments))  # type: ignore[arg-type]
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.end()


def ended(processes: list[int]) -> bool:
    """Wait until none of these processes runs."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        states = [Path(f"/proc/{one}/stat") for one in processes if Path(f"/proc/{one}").exists()]
        try:
            if all(stat.read_text().rpartition(")")[2].split()[0] == "Z" for stat in states):
                return True
        except (FileNotFoundError, ProcessLookupError):
            continue
        time.sleep(0.05)  # processes of others have no event to wait for
    return False


@pytest.mark.usefixtures("kept")
def test_a_killed_worker_and_a_killed_scheduler_change_no_verdict(
    run: Command, grading: Callable[..., Grading], cluster: Cluster, pack: Path, tmp_path: Path
) -> None:
    folder, out = tmp_path / "class", tmp_path / "cluster.jsonl"
    hand_in(folder, learners=36, endless=3)
    scheduler, first, second = cluster.scheduler(), cluster.worker(), cluster.worker()
    one = grading(pack, folder, out, "--seed", "9", "--scheduler", cluster.file)
    one.wait_for(r"graded [1-9]")
    for nanny in (first, second):  # on a slow machine, one of them may still start and have no answers
        for worker in workers_below(nanny.pid):
            os.kill(worker, signal.SIGKILL)
    one.wait_for("was lost; Dask gives its answers to others")
    scheduler.kill()
    assert one.end() == 3
    assert "The scheduler of the cluster is lost." in one.lines[-1]
    before, _ = told(out)
    assert 0 < len(before) < 75
    again = grading(pack, folder, out, "--local-cluster", 2, "--jobs", 2)
    assert again.end() == 0, again.lines
    assert f"not changed since: {len(before)} of 75 answers" in again.lines[0]
    found, count = told(out)
    assert set(count.values()) == {1}, "every answer is counted once, over both runs"
    assert run("grade", folder, "--out", tmp_path / "local.jsonl", "--seed", 9, pack=pack).code == 0
    local, _ = told(tmp_path / "local.jsonl")
    assert {pair: (found.get(pair), said) for pair, said in local.items() if found.get(pair) != said} == {}
    assert found.keys() == local.keys()


FAULTY = """
import os, signal
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Verdict
def faulty(self, submission, grade=LocalGrader.grade):
    if b"end the worker" in submission.source:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"break the grader" in submission.source:
        return Report(submission.exercise.id, Verdict.BROKEN, "The grader has a fault.")
    return grade(self, submission)
LocalGrader.grade = faulty
"""
"""A worker on which some answers have the effect that they name."""


def test_an_answer_that_ends_its_workers_or_breaks_graders_is_broken_and_no_other_is(
    grading: Callable[..., Grading], cluster: Cluster, pack: Path, tmp_path: Path
) -> None:
    folder, out = tmp_path / "class", tmp_path / "cluster.jsonl"
    hand_in(folder, learners=12, endless=1)
    (folder / "learner-0004/tensors/square.py").write_bytes(b"# end the worker\n")
    (folder / "learner-0007/tensors/square.py").write_bytes(b"# break the grader\n")
    (tmp_path / "faulty.py").write_text(FAULTY)
    cluster.scheduler(ALLOWED_FAILURES=1)
    cluster.worker("--preload", tmp_path / "faulty.py")
    one = grading(pack, folder, out, "--scheduler", cluster.file)
    assert one.end() == 3, one.lines
    assert sum("was lost; " in line for line in one.lines) == 4, "twice beside others, twice alone"
    found, count = told(out)
    assert (len(found), set(count.values())) == (25, {1})
    broken = {pair: json.loads(said)[0]["headline"] for pair, said in found.items() if '"broken"' in said}
    assert broken == {
        ("learner-0004", "tensors/square"): "The workers of the cluster that graded it were lost again and again.",
        ("learner-0007", "tensors/square"): "The graders of the cluster failed: The grader has a fault.",
    }


def test_a_worker_that_differs_is_named_and_grades_nothing(
    grading: Callable[..., Grading], cluster: Cluster, pack: Path, tmp_path: Path
) -> None:
    folder, other = tmp_path / "class", tmp_path / "other"
    hand_in(folder, learners=4, endless=1)
    shutil.copytree(pack, other)
    (other / "exercises/tensors/square/reference.py").write_text("# another one\n")
    cluster.scheduler()
    cluster.worker(MXTUTOR_CLUSTER_PACK=other)
    one = grading(pack, folder, tmp_path / "out.jsonl", "--scheduler", cluster.file)
    assert one.end() == 2, one.lines
    refused, last = (line for line in one.lines if "holds the results so far" not in line)
    assert re.search(rf"worker tcp://\S+ gets no answers: on \S+, other content in {other}: tensors/square$", refused)
    assert "No worker of the cluster passed the check." in last
    cluster.worker()
    with Client(scheduler_file=str(cluster.file), set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(2, timeout=DEADLINE)
    with_both = grading(pack, folder, tmp_path / "out.jsonl", "--scheduler", cluster.file)
    assert with_both.end() == 0, with_both.lines
    assert len(told(tmp_path / "out.jsonl")[0]) == 9


@pytest.mark.long
@pytest.mark.usefixtures("kept")
def test_a_thousand_answers_survive_workers_that_are_killed_again_and_again(
    run: Command, grading: Callable[..., Grading], pack: Path, tmp_path: Path
) -> None:
    folder, out = tmp_path / "class", tmp_path / "cluster.jsonl"
    hand_in(folder, learners=500, endless=10)
    one = grading(pack, folder, out, "--seed", "9", "--local-cluster", 2, "--jobs", "4")
    one.wait_for(r"graded [1-9]")
    for number in range(4):
        if workers := one.workers:
            os.kill(workers[0], signal.SIGKILL)
        with contextlib.suppress(AssertionError):  # all may be graded before both workers are there again
            one.wait_for("was lost", number + 1)
            one.wait_for("2 workers with", sum("2 workers with" in line for line in one.lines) + 1)
    assert sum("was lost" in line for line in one.lines) > 0
    assert one.end() == 0, one.lines
    found, count = told(out)
    assert len(found) == 1010
    assert set(count.values()) == {1}
    assert run("grade", folder, "--out", tmp_path / "local.jsonl", "--seed", 9, pack=pack).code == 0
    local, _ = told(tmp_path / "local.jsonl")
    assert {pair: (found.get(pair), said) for pair, said in local.items() if found.get(pair) != said} == {}
    assert found.keys() == local.keys()


@pytest.mark.long
def test_nothing_is_left_after_an_interruption_or_a_kill(
    grading: Callable[..., Grading], pack: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "class"
    hand_in(folder, learners=40, endless=8)
    for number, end in enumerate((signal.SIGINT, signal.SIGTERM, signal.SIGKILL)):
        one = grading(pack, folder, tmp_path / f"{number}.jsonl", "--local-cluster", 2)
        one.wait_for(r"graded [1-9]")
        everyone = one.all_processes()
        assert len(everyone) > 6
        if end == signal.SIGINT:
            os.killpg(one.process.pid, end)  # as a terminal does
        else:
            one.process.send_signal(end)
        assert one.end() == (-end if end == signal.SIGKILL else 130)
        assert ended(everyone)
        assert not any("Traceback" in line or "distributed" in line for line in one.lines), one.lines
        if end != signal.SIGKILL:
            assert '"partial":true' in (tmp_path / f"{number}.jsonl").read_text().splitlines()[-1]

"""A class on a real Dask cluster: workers and the scheduler are killed midway, and no verdict changes or is lost."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

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
    """`mxtutor grade --local-cluster 2` in a process of its own."""

    def __init__(self, pack: Path, folder: Path, out: Path, *options: str) -> None:
        script = "import sys; from mxtutor.cli import main; raise SystemExit(main())"
        arguments = ["--pack", str(pack), "grade", str(folder), "--out", str(out), "--local-cluster", "2", *options]
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, *arguments], stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        self.lines: list[str] = []
        self._out, self._changed, self._ended = out, threading.Condition(), False
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

    def wait_for(self, what: str) -> None:
        """Wait until it writes a line that contains a pattern."""

        def said() -> bool:
            return any(re.search(what, line) for line in self.lines)

        with self._changed:
            self._changed.wait_for(lambda: said() or self._ended, DEADLINE)
            assert said(), self.lines

    @property
    def scheduler(self) -> int:
        """Id of the process with the scheduler."""
        return self._only(self.process.pid, "local_process")[0]

    @property
    def workers(self) -> list[int]:
        """Ids of the processes of the workers."""
        return self._only(self.scheduler, "spawn_main")

    def first_worker(self) -> int:
        """Wait for the first process of a worker, which still starts, and return its id."""
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            for scheduler in self._only(self.process.pid, "local_process"):
                for worker in self._only(scheduler, "spawn_main"):
                    return worker
            time.sleep(0.01)  # processes of others have no event to wait for
        raise AssertionError(self.lines)

    def _only(self, parent: int, named: str) -> list[int]:
        return [one for one in children(parent) if named in Path(f"/proc/{one}/cmdline").read_text()]

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
    run: Command, grading: Callable[..., Grading], pack: Path, tmp_path: Path
) -> None:
    folder, out = tmp_path / "class", tmp_path / "cluster.jsonl"
    hand_in(folder, learners=36, endless=3)
    first = grading(pack, folder, out, "--seed", "9", "--jobs", "2")
    first.wait_for(r"graded [1-9]")
    for worker in first.workers:  # on a slow machine, one of them may still start and have no answers
        os.kill(worker, signal.SIGKILL)
    first.wait_for(r"(was|is) lost; \d+ answers? (is|are) graded again")
    everyone = first.all_processes()
    os.kill(first.scheduler, signal.SIGKILL)
    assert first.end() == 3
    assert "The scheduler of the cluster is lost." in first.lines[-1]
    lost = {told_of[1] for line in first.lines if (told_of := re.search(r"worker (\S+) .*lost", line))}
    assert len(lost) in (1, 2)
    assert ended(everyone)
    before, _ = told(out)
    assert 0 < len(before) < 75
    second = grading(pack, folder, out)
    assert second.end() == 0, second.lines
    assert f"not changed since: {len(before)} of 75 answers" in second.lines[0]
    found, count = told(out)
    assert set(count.values()) == {1}, "every answer is counted once, over both runs"
    assert run("grade", folder, "--out", tmp_path / "local.jsonl", "--seed", 9, pack=pack).code == 0
    local, _ = told(tmp_path / "local.jsonl")
    assert {pair: (found.get(pair), said) for pair, said in local.items() if found.get(pair) != said} == {}
    assert found.keys() == local.keys()


def test_a_worker_that_is_killed_while_it_starts_is_started_again(
    run: Command, grading: Callable[..., Grading], pack: Path, tmp_path: Path
) -> None:
    folder, out = tmp_path / "class", tmp_path / "cluster.jsonl"
    hand_in(folder, learners=8, endless=1)
    one = grading(pack, folder, out)
    os.kill(one.first_worker(), signal.SIGKILL)
    assert one.end() == 0, one.lines
    assert len(told(out)[0]) == 17


@pytest.mark.long
@pytest.mark.usefixtures("kept")
def test_a_thousand_answers_survive_workers_that_are_killed_again_and_again(
    run: Command, grading: Callable[..., Grading], pack: Path, tmp_path: Path
) -> None:
    folder, out = tmp_path / "class", tmp_path / "cluster.jsonl"
    hand_in(folder, learners=500, endless=10)
    one = grading(pack, folder, out, "--seed", "9", "--jobs", "4")
    one.wait_for(r"graded [1-9]")
    for number in range(4):
        while not (workers := one.workers):
            time.sleep(0.1)
        os.kill(workers[number % len(workers)], signal.SIGKILL)
        lost = number + 1
        end = time.monotonic() + DEADLINE
        while sum("was lost" in line for line in one.lines) < lost and time.monotonic() < end:
            time.sleep(0.1)
        if one.process.poll() is not None:
            break
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
        one = grading(pack, folder, tmp_path / f"{number}.jsonl")
        one.wait_for(r"graded [1-9]")
        everyone = one.all_processes()
        assert len(everyone) > 6
        if end == signal.SIGINT:
            os.killpg(one.process.pid, end)  # as a terminal does
        else:
            one.process.send_signal(end)
        assert one.end() == (-end if end == signal.SIGKILL else 130)
        assert ended(everyone)
        assert not any("Traceback" in line or "distributed" in line for line in one.lines)
        if end != signal.SIGKILL:
            assert '"partial":true' in (tmp_path / f"{number}.jsonl").read_text().splitlines()[-1]

"""Measures what grading on a cluster costs the command alone: a link in memory returns recorded reports."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from mxtutor.classroom.cluster.coordinator import Coordinator
from mxtutor.classroom.cluster.link import Answer, Event, Workers
from mxtutor.classroom.cluster.messages import Batch, Check, Checked, Done, Reply, pack, unpack
from mxtutor.classroom.grading import Graded, grade_one
from mxtutor.classroom.hand_ins import Collected, HandIn
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.classroom.run import ClassRun, Content, load_content
from mxtutor.content.loader import load_course
from mxtutor.grading.grader import LocalGrader
from mxtutor.paths import content_root

EXERCISES = 30
SEED = 1
SIZES = (10_000, 40_000)
"""Answers of a class for which the command alone is measured."""


def code_of(content: Content, identity: str, number: int) -> str:
    exercise = content.exercises[identity]
    wrong = sorted(exercise.folder.glob("wrong_*.py"))
    return wrong[number % len(wrong)].read_text("utf-8") if wrong and number % 2 else exercise.solution


def plain_content() -> Content:
    course = load_course(content_root())
    content = load_content(course, course.exercises)
    plain = [i for i, e in content.exercises.items() if e.kind == "code" and e.compare.statistics is None]
    return load_content(course, plain[:EXERCISES])


def memory(processes: list[int]) -> float:
    """Return the proportional memory of processes in MiB."""
    total = 0
    for pid in processes:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1024


class RecordedLink:
    """A link to one worker that returns recorded reports."""

    patience = 1.0

    def __init__(self, reports: dict[str, Any]) -> None:
        self._reports = reports
        self._events: list[Event] = [Workers({"worker": 16})]

    def send(self, ticket: str, _: str, kind: Literal["check", "grade"], data: bytes) -> None:
        """Answer a message."""
        if kind == "check":
            self._events.append(Answer(ticket, pack(Checked())))
            return
        batch = unpack(data, Batch)
        reply = pack(Reply(tuple(Done(item.number, self._reports[item.exercise]) for item in batch.items), 0.5))
        self._events.append(Answer(ticket, reply))

    def drop(self, _: Iterable[str]) -> None:
        """Do nothing."""

    def event(self, _: float) -> Event | None:
        """Return the next answer."""
        return self._events.pop(0) if self._events else None

    def close(self) -> None:
        """Do nothing."""


def command() -> Iterator[str]:
    """Yield what the command costs for classes of two sizes, in a process of its own for each."""
    yield "| the command alone | " + " | ".join(f"{size:,} answers" for size in SIZES) + " |"
    yield "| --- |" + " ---: |" * len(SIZES)
    rows = []
    for size in SIZES:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.cluster_command", str(size)], check=True, capture_output=True, text=True
        )
        rows.append(done.stdout.split())
    names = (
        "processor time per answer (ms)", "bytes per answer in the .jsonl file",
        "most memory of the coordinator (MiB)", "memory of the process with all hand-ins and results (MiB)",
    )  # fmt: skip
    for name, *figures in zip(names, *rows, strict=True):
        yield f"| {name} | {' | '.join(figures)} |"
    slope = (float(rows[1][3]) - float(rows[0][3])) * 2**20 / (SIZES[1] - SIZES[0])
    yield ""
    yield f"Each answer more takes {slope:.0f} bytes of the process: the list of hand-ins and the index of the results."


def _child(size: int) -> None:
    """Record a class of a size with recorded reports, and print the figures."""
    content = plain_content()
    answers = [
        HandIn(f"learner {number // EXERCISES}", content.ids[number % EXERCISES], (f"{number % EXERCISES}.py",))
        for number in range(size)
    ]
    with tempfile.TemporaryDirectory(prefix="mxtutor-cluster-") as name:
        folder = Path(name)
        reports = {}
        with LocalGrader(untrusted=True) as grader:
            for number, (identity, exercise) in enumerate(content.exercises.items()):
                text = code_of(content, identity, number)
                (folder / f"{number}.py").write_text(text)
                one = HandIn("learner", identity, (f"{number}.py",))
                reports[identity] = grade_one(grader, one, text.encode(), exercise, SEED).to_json()
        learners = tuple(dict.fromkeys(one.learner for one in answers))
        with ResultsFile(folder / "class.jsonl") as file:
            run = ClassRun(file, folder, Collected(learners, answers, []), content, SEED)
            run.begin()
            _figures(run, reports, answers, folder / "class.jsonl")


def _figures(run: ClassRun, reports: dict[str, Any], answers: list[HandIn], path: Path) -> None:
    check = Check("", run.content.hashes, run.used, True)

    def graded() -> Generator[Graded, None, None]:
        return Coordinator(RecordedLink(reports), check, answers, run.read, seed=SEED, tell=print).grade()

    began = time.process_time()
    for _ in run.record(graded()):
        pass
    took = (time.process_time() - began) / len(answers)
    written, held = path.stat().st_size / len(answers), memory([os.getpid()])
    tracemalloc.start()  # without the file's index: what the coordinator itself holds
    for _ in graded():
        pass
    most = tracemalloc.get_traced_memory()[1] / 2**20
    print(f"{1000 * took:.2f} {written:.0f} {most:.1f} {held:.0f}")


if __name__ == "__main__":
    _child(int(sys.argv[1]))

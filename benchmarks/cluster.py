"""Measures what a cluster costs: beside a local grading of the same answers, per batch, per worker, for the command.

One worker with as many threads as there are cores grades on this machine, in turns with a local grader. Batches without
answers show what Dask costs. For the command alone, a link in memory returns recorded reports.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from benchmarks.figures import clocked, interleaved
from mxtutor.classroom.cluster.coordinator import Coordinator
from mxtutor.classroom.cluster.dask_link import DaskLink
from mxtutor.classroom.cluster.link import Answer, Event, Workers
from mxtutor.classroom.cluster.local import LocalCluster
from mxtutor.classroom.cluster.messages import Batch, Check, Checked, Done, Reply, pack, unpack
from mxtutor.classroom.fingerprints import versions
from mxtutor.classroom.grading import grade_one, in_parallel
from mxtutor.classroom.hand_ins import Collected, HandIn
from mxtutor.classroom.results_file import ResultsFile
from mxtutor.classroom.run import ClassRun, Content, load_content
from mxtutor.content.loader import load_course
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.procfs import children, descendants
from mxtutor.paths import content_root

EXERCISES, LEARNERS, ROUNDS = 30, 16, 5
EMPTY = 300
"""Batches without answers."""
SEED = 1
SIZES = (5_000, 50_000)
"""Answers of a class for which the command alone is measured."""


def measure() -> Iterator[str]:
    """Yield the tables."""
    content = _content()
    answers = [HandIn(f"learner {n}", i, ("a.py",)) for i in content.ids for n in range(LEARNERS)]
    jobs = len(os.sched_getaffinity(0))
    began = time.perf_counter()
    with LocalCluster(1, jobs) as cluster, LocalGrader(untrusted=True) as grader:
        link = DaskLink(cluster.address)
        check = Check("", content.hashes, versions(), True)
        yield from _start(link, cluster, check, began)
        grader.require_ready()
        yield from _pair(link, check, grader, content, answers, jobs)
        yield from _batches(link, cluster, check)
        link.close()
    yield from _command()


def _content() -> Content:
    course = load_course(content_root())
    content = load_content(course, course.exercises)
    plain = [i for i, e in content.exercises.items() if e.kind == "code" and e.compare.statistics is None]
    return load_content(course, plain[:EXERCISES])


def _start(link: DaskLink, cluster: LocalCluster, check: Check, began: float) -> Iterator[str]:
    """Yield the time until a worker may get answers, and its memory."""
    address = _until(link, Workers, lambda event: next(iter(event.threads), None))
    joined = time.perf_counter() - began
    link.send("check", address, "check", pack(check))
    _until(link, Answer, lambda event: event)
    ready = time.perf_counter() - began
    (worker,) = [pid for pid in children(cluster.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    own, below = _memory([worker]), _memory(descendants(worker))
    yield "| a worker | |"
    yield "| --- | ---: |"
    yield f"| joined after | {joined:.1f} s |"
    yield f"| may get answers after | {ready:.1f} s |"
    yield f"| memory of Dask and judging | {own:.0f} MiB |"
    yield f"| memory of its grader's processes | {below:.0f} MiB |"
    yield f"| memory of the scheduler | {_memory([cluster.pid]):.0f} MiB |"
    yield ""


def _until(link: DaskLink, kind: type[Any], wanted: Callable[[Any], Any]) -> Any:
    while True:
        event = link.event(1.0)
        if isinstance(event, kind) and (found := wanted(event)):
            return found


def _memory(processes: list[int]) -> float:
    """Return the proportional memory of processes in MiB."""
    total = 0
    for pid in processes:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 1024


def _pair(
    link: DaskLink, check: Check, grader: LocalGrader, content: Content, answers: list[HandIn], jobs: int
) -> Iterator[str]:
    """Yield the time of the same answers on one worker and on a local grader with as many jobs."""
    sources = {i: e.solution.encode() for i, e in content.exercises.items()}

    def on_cluster() -> None:
        run = Coordinator(link, check, answers, lambda one: sources[one.exercise], seed=SEED, tell=print)
        assert {one.report["verdict"] for one in run.grade()} == {"right"}
        link._events.put(Workers({}))  # the next round sees the worker join

    def here() -> None:
        def work(one: HandIn) -> str:
            return grade_one(grader, one, sources[one.exercise], content.exercises[one.exercise], SEED).verdict.value

        assert set(in_parallel(grader, answers, work, jobs)) == {"right"}

    def joined() -> float:
        address = next(iter(link._client.nthreads()))
        link._events.put(Workers({address: jobs}))
        return clocked(on_cluster)()

    joined()
    here()
    samples = interleaved(ROUNDS, {"cluster": joined, "local": clocked(here)})
    ratios = [one / other for one, other in zip(samples["cluster"], samples["local"], strict=True)]
    yield f"| {len(answers)} answers, {jobs} at once | seconds (median of {ROUNDS}) | answers per second |"
    yield "| --- | ---: | ---: |"
    for name, took in samples.items():
        middle = statistics.median(took)
        yield f"| {name} | {middle:.1f} | {len(answers) / middle:.0f} |"
    yield ""
    low, high = min(ratios), max(ratios)
    yield f"The cluster takes {statistics.median(ratios):.2f} times as long ({low:.2f} to {high:.2f} in single rounds)."
    yield ""


def _batches(link: DaskLink, cluster: LocalCluster, check: Check) -> Iterator[str]:
    """Yield what a batch costs without its answers."""
    address = next(iter(link._client.nthreads()))
    data = pack(Batch(check.digest, SEED, 5.0, ()))
    before, mine, began = _cpu(cluster.pid), time.process_time(), time.perf_counter()
    for number in range(EMPTY):
        link.send(f"empty-{number}", address, "grade", data)
    for _ in range(EMPTY):
        _until(link, Answer, lambda event: event)
    took = time.perf_counter() - began
    scheduler, client = _cpu(cluster.pid) - before, time.process_time() - mine
    yield "| a batch without answers | ms |"
    yield "| --- | ---: |"
    yield f"| from end to end, many at once | {1000 * took / EMPTY:.1f} |"
    yield f"| processor time of the scheduler | {1000 * scheduler / EMPTY:.1f} |"
    yield f"| processor time of the command | {1000 * client / EMPTY:.1f} |"
    yield ""


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class RecordedLink:
    """A link to one worker that returns recorded reports, and counts the bytes of messages."""

    patience = 1.0

    def __init__(self, reports: dict[str, Any]) -> None:
        self._reports = reports
        self._events: list[Event] = [Workers({"worker": 64})]
        self.sent = self.returned = self.batches = 0

    def send(self, ticket: str, _: str, kind: Literal["check", "grade"], data: bytes) -> None:
        """Answer a message."""
        if kind == "check":
            self._events.append(Answer(ticket, pack(Checked())))
            return
        batch = unpack(data, Batch)
        reply = pack(Reply(tuple(Done(item.number, self._reports[item.exercise]) for item in batch.items), 0.5))
        self.sent, self.returned, self.batches = self.sent + len(data), self.returned + len(reply), self.batches + 1
        self._events.append(Answer(ticket, reply))

    def drop(self, _: Iterable[str]) -> None:
        """Do nothing."""

    def event(self, _: float) -> Event | None:
        """Return the next answer."""
        return self._events.pop(0) if self._events else None

    def close(self) -> None:
        """Do nothing."""


def _command() -> Iterator[str]:
    """Yield what the command costs for classes of two sizes, in a process of its own for each."""
    yield "| the command alone | " + " | ".join(f"{size:,} answers" for size in SIZES) + " |"
    yield "| --- |" + " ---: |" * len(SIZES)
    rows = []
    for size in SIZES:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.cluster", str(size)], check=True, capture_output=True, text=True
        )
        rows.append(done.stdout.split())
    names = (
        "processor time per answer (ms)", "batches", "bytes to the worker per answer", "bytes back per answer",
        "bytes per answer in the .jsonl file", "most memory of the coordinator (MiB)",
        "memory of the list of answers and of the results (MiB)",
    )  # fmt: skip
    for name, *figures in zip(names, *rows, strict=True):
        yield f"| {name} | {' | '.join(figures)} |"


def _child(size: int) -> None:
    """Record a class of a size with recorded reports, and print the figures."""
    content = _content()
    answers = [
        HandIn(f"learner {number // EXERCISES}", content.ids[number % EXERCISES], (f"{number % EXERCISES}.py",))
        for number in range(size)
    ]
    with tempfile.TemporaryDirectory(prefix="mxtutor-cluster-") as name, LocalGrader(untrusted=True) as grader:
        folder = Path(name)
        reports = {}
        for number, (identity, exercise) in enumerate(content.exercises.items()):
            wrong = sorted(exercise.folder.glob("wrong_*.py"))
            text = wrong[0].read_text("utf-8") if wrong and number % 2 else exercise.solution
            (folder / f"{number}.py").write_text(text)
            one = HandIn("learner", identity, (f"{number}.py",))
            reports[identity] = grade_one(grader, one, text.encode(), exercise, SEED).to_json()
        learners = tuple(dict.fromkeys(one.learner for one in answers))
        with ResultsFile(folder / "class.jsonl") as file:
            run = ClassRun(file, folder, Collected(learners, answers, []), content, SEED)
            run.begin()
            _figures(run, RecordedLink(reports), answers, folder / "class.jsonl")


def _figures(run: ClassRun, link: RecordedLink, answers: list[HandIn], path: Path) -> None:
    check = Check("", run.content.hashes, run.used, True)
    half = len(answers) // 2
    began = time.process_time()
    for _ in run.record(Coordinator(link, check, answers[:half], run.read, seed=SEED, tell=print).grade()):
        pass
    took = (time.process_time() - began) / half
    written = path.stat().st_size / half
    held = _memory([os.getpid()])
    tracemalloc.start()  # the second half: what the coordinator holds, without what the file's index holds
    other = RecordedLink(link._reports)
    for _ in Coordinator(other, check, answers[half:], run.read, seed=SEED, tell=print).grade():
        pass
    most = tracemalloc.get_traced_memory()[1] / 2**20
    sent, returned = link.sent / half, link.returned / half
    print(f"{1000 * took:.2f} {link.batches} {sent:.0f} {returned:.0f} {written:.0f} {most:.1f} {held:.0f}")


if __name__ == "__main__":
    _child(int(sys.argv[1]))

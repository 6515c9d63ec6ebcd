"""Measures what a cluster costs: beside a local grading of the same answers, per batch, per worker, for the command.

One worker with as many threads as there are cores grades on this machine, in turns with a local grader. Batches without
answers show what Dask costs. For the command alone, a link in memory returns recorded reports.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from benchmarks.cluster_command import EXERCISES, SEED, code_of, command, memory, plain_content
from benchmarks.figures import clocked, interleaved
from mxtutor.classroom.cluster.coordinator import Coordinator
from mxtutor.classroom.cluster.dask_link import DaskLink
from mxtutor.classroom.cluster.link import Answer, Event, Workers
from mxtutor.classroom.cluster.local import LocalCluster
from mxtutor.classroom.cluster.messages import Batch, Check, pack
from mxtutor.classroom.fingerprints import versions
from mxtutor.classroom.grading import grade_one, in_parallel
from mxtutor.classroom.hand_ins import HandIn
from mxtutor.classroom.run import Content
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.procfs import children, descendants

LEARNERS, ROUNDS = 8, 3
EMPTY = 300
"""Batches without answers."""


class CountingLink(DaskLink):
    """A link that counts batches and the bytes of their messages."""

    batches = sent = returned = 0

    def send(self, ticket: str, worker: str, kind: Literal["check", "grade"], data: bytes) -> None:
        """Send and count a message."""
        super().send(ticket, worker, kind, data)
        if kind == "grade":
            self.batches, self.sent = self.batches + 1, self.sent + len(data)

    def event(self, seconds: float) -> Event | None:
        """Return and count the next event."""
        found = super().event(seconds)
        if isinstance(found, Answer):
            self.returned += len(found.data)
        return found

    @property
    def worker(self) -> str:
        """Address of the only worker."""
        return str(next(iter(self._client.nthreads())))

    def see(self, threads: dict[str, int]) -> None:
        """Tell the coordinator of these workers."""
        self._events.put(Workers(threads))


def measure() -> Iterator[str]:
    """Yield the tables."""
    content = plain_content()
    answers = [HandIn(f"learner {n}", i, (f"{n}.py",)) for n in range(LEARNERS) for i in content.ids]
    jobs = len(os.sched_getaffinity(0))
    began = time.perf_counter()
    with LocalCluster(1, jobs) as cluster, LocalGrader(untrusted=True) as grader:
        link = CountingLink(cluster.address)
        check = Check("", content.hashes, versions(), True)
        yield from _start(link, cluster, check, began)
        grader.require_ready()
        yield from _pair(link, cluster, grader, Run(check, content, answers, jobs))
        yield from _batches(link, cluster, check)
        link.close()
    yield from command()


@dataclass(frozen=True)
class Run:
    """What both sides grade."""

    check: Check
    content: Content
    answers: list[HandIn]
    jobs: int

    def read(self, answer: HandIn) -> bytes:
        """Return an answer: right or wrong by the learner's number, with a comment of the learner's own."""
        number = int(answer.path[0].removesuffix(".py"))
        return f"{code_of(self.content, answer.exercise, number)}\n# {answer.learner}\n".encode()


def _start(link: CountingLink, cluster: LocalCluster, check: Check, began: float) -> Iterator[str]:
    """Yield the time until a worker may get answers, and its memory."""
    address = _until(link, Workers, lambda event: next(iter(event.threads), None))
    joined = time.perf_counter() - began
    link.send("check", address, "check", pack(check))
    _until(link, Answer, lambda event: event)
    ready = time.perf_counter() - began
    worker = _worker(cluster)
    own, below = memory([worker]), memory(descendants(worker))
    yield "| a worker | |"
    yield "| --- | ---: |"
    yield f"| joined after | {joined:.1f} s |"
    yield f"| may get answers after | {ready:.1f} s |"
    yield f"| processor time until then | {_cpu(worker, *descendants(worker)):.1f} s |"
    yield f"| memory of Dask and judging | {own:.0f} MiB |"
    yield f"| memory of its grader's processes | {below:.0f} MiB |"
    yield f"| memory of the scheduler and of Dask's nanny | {memory([cluster.pid]):.0f} MiB |"
    yield ""


def _worker(cluster: LocalCluster) -> int:
    (found,) = [pid for pid in children(cluster.pid) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    return found


def _until(link: DaskLink, kind: type[Any], wanted: Callable[[Any], Any]) -> Any:
    while True:
        event = link.event(1.0)
        if isinstance(event, kind) and (found := wanted(event)):
            return found


def _cpu(*processes: int) -> float:
    """Return the processor time of processes and of their children that have ended, in seconds."""
    ticks = 0
    for pid in processes:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _pair(link: CountingLink, cluster: LocalCluster, grader: LocalGrader, run: Run) -> Iterator[str]:
    """Yield the time of the same answers on one worker and on a local grader with as many jobs."""
    verdicts: dict[str, dict[tuple[str, str], str]] = {}
    worker = _worker(cluster)
    local = [one.pid for one in grader.frameworks.workers if one.pid is not None]

    def on_cluster() -> None:
        link.see({link.worker: run.jobs})
        graded = Coordinator(link, run.check, run.answers, run.read, seed=SEED, tell=print).grade()
        verdicts["cluster"] = {(g.answer.learner, g.answer.exercise): str(g.report["verdict"]) for g in graded}

    def here() -> None:
        def work(one: HandIn) -> tuple[tuple[str, str], str]:
            report = grade_one(grader, one, run.read(one), run.content.exercises[one.exercise], SEED)
            return (one.learner, one.exercise), report.verdict.value

        verdicts["local"] = dict(in_parallel(grader, run.answers, work, run.jobs))

    def locally() -> float:
        mine, before = time.process_time(), _tree(local)
        here()
        return time.process_time() - mine + _tree(local) - before

    def clustered() -> float:
        mine, before = time.process_time(), _tree([worker]) + _own_cpu(cluster.pid)
        on_cluster()
        return time.process_time() - mine + _tree([worker]) + _own_cpu(cluster.pid) - before

    cold = clustered()
    here()
    link.batches = link.sent = link.returned = 0
    samples = interleaved(ROUNDS, {"cluster": clocked(on_cluster), "local": clocked(here)})
    warm, other = clustered(), locally()
    assert verdicts["cluster"] == verdicts["local"], "a verdict depends on where it was made"
    yield from _compared(samples, len(run.answers))
    answers = (ROUNDS + 1) * len(run.answers)
    yield "| on the cluster, with the scheduler and the command | |"
    yield "| --- | ---: |"
    each, once = 1000 * warm / len(run.answers), 1000 * (cold - warm) / EXERCISES
    yield f"| processor time of an answer | {each:.0f} ms, {warm / other:.2f} times that of a local grading |"
    yield f"| the same for an exercise's reference results and known mistakes | {once:.0f} ms |"
    yield f"| answers of a batch | {answers / link.batches:.0f} |"
    yield f"| bytes to the worker per answer | {link.sent / answers:.0f} |"
    yield f"| bytes back per answer | {link.returned / answers:.0f} |"
    yield ""


def _compared(samples: Mapping[str, Sequence[float]], count: int) -> Iterator[str]:
    """Yield the seconds of `count` answers on the cluster and on this machine."""
    ratios = [one / other for one, other in zip(samples["cluster"], samples["local"], strict=True)]
    yield f"| {count} answers | seconds (median of {ROUNDS}) | answers per second |"
    yield "| --- | ---: | ---: |"
    for name, took in samples.items():
        middle = statistics.median(took)
        yield f"| {name} | {middle:.1f} | {count / middle:.0f} |"
    low, high = min(ratios), max(ratios)
    yield ""
    yield f"The cluster takes {statistics.median(ratios):.2f} times as long ({low:.2f} to {high:.2f} in single rounds)."
    yield ""


def _batches(link: CountingLink, cluster: LocalCluster, check: Check) -> Iterator[str]:
    """Yield what a batch costs without its answers."""
    address = link.worker
    data = pack(Batch(check.digest, SEED, 5.0, ()))
    before, mine, began = _own_cpu(cluster.pid), time.process_time(), time.perf_counter()
    for number in range(EMPTY):
        link.send(f"empty-{number}", address, "grade", data)
    for _ in range(EMPTY):
        _until(link, Answer, lambda event: event)
    took = time.perf_counter() - began
    scheduler, client = _own_cpu(cluster.pid) - before, time.process_time() - mine
    yield "| a batch without answers | ms |"
    yield "| --- | ---: |"
    yield f"| from end to end, many at once | {1000 * took / EMPTY:.1f} |"
    yield f"| processor time of the scheduler | {1000 * scheduler / EMPTY:.1f} |"
    yield f"| processor time of the command | {1000 * client / EMPTY:.1f} |"
    yield ""


def _tree(top: list[int]) -> float:
    """Return the processor time of processes and of all below them, in seconds."""
    return _cpu(*top, *(pid for one in top for pid in descendants(one)))


def _own_cpu(pid: int) -> float:
    """Return the processor time of one process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

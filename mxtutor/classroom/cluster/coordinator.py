"""Grades answers on a Dask cluster: sends batches, takes their reports, and follows the workers.

Dask schedules the batches, repeats those of lost workers, and gives up a batch that was lost with too many workers.
The answers of such a batch are graded at the end, one at a time: an answer that loses its worker again is at fault.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any

from distributed import Future, KilledWorker, Lock

from mxtutor.classroom.cluster.worker import NAME, Batch, Check, ClassGrader, GradingTask, grade_batch
from mxtutor.classroom.hand_ins import HandIn
from mxtutor.classroom.run import Graded, source_of
from mxtutor.counts import count
from mxtutor.errors import ClusterLostError, UsageError
from mxtutor.grading.protocol import Report, Verdict

BATCH_ANSWERS = 16
BATCHES_PER_THREAD = 2
RETRIES = 2
"""How often Dask retries a batch after a failure of the grader."""
FETCH_SECONDS = 30.0
"""Timeout, in seconds, for fetching a result from its worker."""
PATIENCE = 600.0
"""Seconds to wait for workers; those of a batch system such as Slurm start late."""
LOCK_SECONDS = 40.0
"""Timeout for the cluster's lock, in seconds; longer than Dask keeps the lock of a killed command."""


class Coordinator:
    """Grades the answers of one run on a cluster."""

    def __init__(
        self, client: Any, check: Check, answers: Sequence[HandIn], *, seed: int, tell: Callable[[str], object]
    ) -> None:
        """`client` is Dask's; `tell` gets lines about workers, for people."""
        self._client, self._check, self._seed, self._tell = client, check, seed, tell
        self._answers, self._left = answers, len(answers)
        self._unreadable: deque[Graded] = deque()
        self._unsent = self._read()
        self._again: deque[tuple[GradingTask, ...]] = deque()
        self._alone: deque[GradingTask] = deque()
        """Answers that were lost with too many workers, to be graded one at a time."""
        self._sent: dict[object, tuple[Any, tuple[GradingTask, ...]]] = {}
        """Running futures and their answers, by the future's key."""
        self._events: SimpleQueue[Any] = SimpleQueue()
        """Queue of ended futures, and of events about workers from Dask and the plugin."""
        self._threads: dict[str, int] = {}
        """Number of threads of each worker that passed the check."""
        self._refused: set[str] = set()
        self._missing: set[str] = set()
        self._idle_since = time.monotonic()

    @property
    def note(self) -> str:
        """How many workers grade, as a text for people."""
        return f"{count(len(self._threads), 'worker')} with {count(sum(self._threads.values()), 'thread')}"

    def grade(self) -> Generator[Graded, None, None]:
        """Yield each answer with its report, once, in the order of completion.

        Raises:
            UsageError: no worker may get answers, or another command uses the cluster.
            ClusterLostError: the scheduler or all workers are lost.
        """
        make: Any = Lock  # Dask's classes have no types
        lock = make(NAME, scheduler_rpc=self._client.scheduler, loop=self._client.loop)
        if not lock.acquire(timeout=LOCK_SECONDS):
            raise UsageError("Another `mxtutor grade` uses this cluster.", fix="Wait for its end.")
        try:
            for topic in (NAME, "all"):
                self._client.subscribe_topic(topic, lambda event: self._events.put(event[1]))
            with contextlib.suppress(OSError):  # a worker was lost in the meantime
                self._client.register_plugin(ClassGrader(self._check))
            while self._left:
                self._send()
                for graded in self._next_graded():
                    self._left -= 1
                    yield graded
        finally:
            for future, _ in self._sent.values():
                future.release()
            if self._client.status == "running":
                with contextlib.suppress(Exception):  # the connection may be lost at any moment
                    self._client.unregister_worker_plugin(NAME)
                    lock.release()

    def _read(self) -> Iterator[GradingTask]:
        """Read and yield the answers; unreadable ones get a report without a worker."""
        for number, answer in enumerate(self._answers):
            source, report = source_of(answer)
            if report is None:
                yield GradingTask(number, answer.exercise, source)
            else:
                self._unreadable.append(Graded(answer, source, report.to_json()))

    def _send(self) -> None:
        """Send batches, so that each thread has one more than it grades; send single answers when nothing else runs."""
        free = BATCHES_PER_THREAD * sum(self._threads.values()) - len(self._sent)
        batches: list[tuple[GradingTask, ...]] = []
        while len(batches) < free:
            batch = self._again.popleft() if self._again else tuple(islice(self._unsent, BATCH_ANSWERS))
            if not batch:
                break
            batches.append(batch)
        if free and not batches and not self._sent and self._alone:
            batches = [(self._alone.popleft(),)]
        if not batches:
            return
        futures = self._client.map(
            grade_batch, [Batch(self._seed, one) for one in batches], resources={NAME: 1}, retries=RETRIES, pure=False
        )
        for future, batch in zip(futures, batches, strict=True):
            self._sent[future.key] = future, batch
            future.add_done_callback(self._events.put)

    def _next_graded(self) -> Iterator[Graded]:
        """Wait for an event, and yield the answers that it completes."""
        while self._unreadable:
            yield self._unreadable.popleft()
        try:
            event = self._events.get(timeout=1.0)
        except Empty:
            event = None
        if self._client.status != "running":  # Dask would connect again, but has dropped all tasks
            fix = "The results so far are kept, and the same command continues; start a scheduler first."
            raise ClusterLostError("The scheduler of the cluster is lost.", fix=fix)
        if isinstance(event, Future):
            yield from self._take(*self._sent.pop(event.key))
        elif event and event.get("worker"):
            self._hear(event)
        if self._threads:
            self._idle_since = time.monotonic()
        elif time.monotonic() - self._idle_since > PATIENCE:
            raise ClusterLostError(
                f"The cluster has no worker for {PATIENCE:.0f} s.", fix="Start workers with `dask worker ADDRESS`."
            )

    def _take(self, future: Any, batch: tuple[GradingTask, ...]) -> Iterator[Graded]:
        """Yield the graded answers of a batch; queue the others again."""
        try:
            reports = future.result(timeout=FETCH_SECONDS)
        except KilledWorker:
            if len(batch) > 1:
                self._alone.extend(batch)
            else:
                yield self._broken(batch[0], "The workers of the cluster that graded it were lost again and again.")
            return
        except (TimeoutError, OSError):  # the result was lost with its worker
            self._again.append(batch)
            return
        except Exception as error:  # the grader, or Dask on another machine, may raise anything
            if "deserializ" in str(error):
                fix = "Install this version there, with the same Python."
                raise UsageError("The scheduler of the cluster has no mxtutor of this version.", fix=fix) from error
            if len(batch) > 1:
                self._again.extend((task,) for task in batch)
            else:
                yield self._broken(batch[0], f"The graders of the cluster failed: {' '.join(str(error).split())[:200]}")
            return
        finally:
            future.release()
        for task in batch:
            if task.number in reports:
                yield Graded(self._answers[task.number], task.source, reports[task.number])
        if left := tuple(task for task in batch if task.number not in reports):
            self._again.append(left)

    def _broken(self, task: GradingTask, text: str) -> Graded:
        fix = "Look at the logs of the workers; the same command grades it again."
        report = Report(task.exercise, Verdict.BROKEN, text, fix=fix)
        return Graded(self._answers[task.number], task.source, report.to_json())

    def _hear(self, event: dict[str, Any]) -> None:
        """Handle an event about a worker, and tell people.

        Raises:
            UsageError: no worker may get answers.
        """
        address = event["worker"]
        if event.get("action") == "remove-worker":
            known = self._threads.pop(address, None)
            keys = {*event["processing-tasks"], *event["lost-computed-tasks"]}
            again = sum(len(self._sent[key][1]) for key in keys if key in self._sent)
            after = f"; {count(again, 'answer')} {'is' if again == 1 else 'are'} graded again" if again else ""
            if known is not None or address not in self._refused:
                self._tell(f"worker {address} was lost{after}")
        elif "refused" in event:
            self._refused.add(address)
            self._tell(f"worker {address} gets no answers: on {event['host']}, {event['refused']}")
            if not self._threads and self._refused.issuperset(self._client.nthreads()):
                fix = "The lines above say why; `mxtutor doctor` on those machines says more."
                raise UsageError("No worker of the cluster passed the check.", fix=fix)
        elif "threads" in event:
            self._threads[address] = event["threads"]
            if missing := ", ".join(one for one in event["missing"] if one not in self._missing):
                self._missing.update(event["missing"])
                self._tell(f"graded without {missing} on {event['host']}; `mxtutor doctor` there says how to get it")

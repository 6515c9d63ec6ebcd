"""Grades answers on a cluster: checks each worker, sends batches, and repeats what a lost worker had."""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

from mxtutor.classroom.cluster.batches import LEAST, Batches, BatchSize, Task
from mxtutor.classroom.cluster.known_workers import KnownWorker, note_of
from mxtutor.classroom.cluster.ledger import MOST_BROKEN, MOST_LOSSES, Flight, Ledger, least_loaded
from mxtutor.classroom.cluster.link import Answer, ClusterLostError, Failure, Link, Workers
from mxtutor.classroom.cluster.messages import Batch, Check, Checked, Item, Reply, pack, unpack
from mxtutor.classroom.grading import Graded, Unreadable
from mxtutor.classroom.hand_ins import HandIn
from mxtutor.counts import count
from mxtutor.errors import UsageError
from mxtutor.grading.protocol import Report, Verdict

MOST_SECONDS = 5.0
"""After so long a worker begins no further answer of a batch: a row of endless loops is shared by all workers."""
SILENT_SECONDS = 180.0
"""A worker that has batches and says nothing for so long is taken for lost."""
CHECK_SECONDS = 300.0
"""Time that a worker may take to start its grader."""
MOST_CHECKS = 3
"""Checks of a worker without an answer that it grades; then it is refused."""
EVENT_SECONDS = 1.0


class Coordinator:
    """Grades the answers of one run on a cluster."""

    def __init__(
        self,
        link: Link,
        check: Check,
        answers: Sequence[HandIn],
        read: Callable[[HandIn], bytes | Unreadable],
        *,
        seed: int,
        tell: Callable[[str], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`read` returns an answer's bytes; `tell` gets a line for people about a worker."""
        self._link, self._seed, self._tell, self._clock = link, seed, tell, clock
        self._answers, self._read = answers, read
        self._digest, self._check = check.digest, pack(check)
        self._ledger = Ledger(len(answers), clock)
        self._batches = Batches(self._tasks())
        self._size = BatchSize()
        self._taken = 0
        """Answers that were taken from the batches, or need no worker."""
        self._workers: dict[str, KnownWorker] = {}
        self._checks: dict[str, str] = {}
        """Workers by the ticket of their check."""
        self._results: deque[Graded] = deque()
        self._tickets = itertools.count(1)
        self._refusals: list[str] = []
        self._missing: set[str] = set()
        self._idle_since: float | None = clock()
        """Since when no worker is ready or checked; None while one is."""
        self._was_ready = False

    @property
    def note(self) -> str:
        """How many workers grade, for people."""
        return note_of(self._workers.values())

    def _tasks(self) -> Iterator[Task]:
        """Read one answer after the other; what cannot be read needs no worker."""
        for number, answer in enumerate(self._answers):
            source = self._read(answer)
            if isinstance(source, Unreadable):
                self._taken += 1
                self._finish(number, source, Report(answer.exercise, Verdict.ERROR, source.headline))
            else:
                yield Task(number, answer.exercise, source)

    def grade(self) -> Generator[Graded, None, None]:
        """Yield each answer with its report, once, in the order in which they are done.

        Raises:
            UsageError: no worker may get answers.
            ClusterLostError: the scheduler or all workers are lost.
        """
        while self._ledger.finished < len(self._answers) or self._results:
            self._fill()
            while self._results:
                yield self._results.popleft()
            if self._ledger.finished == len(self._answers):
                break
            event = self._link.event(EVENT_SECONDS)
            if isinstance(event, Workers):
                self._see(event.threads)
            elif isinstance(event, Answer):
                self._take(event)
            elif isinstance(event, Failure):
                self._fail(event)
            self._watch()
        while self._results:
            yield self._results.popleft()

    def _finish(self, number: int, source: bytes | Unreadable, report: Report) -> None:
        if self._ledger.finish(number):
            self._results.append(Graded(self._answers[number], source, report.to_json()))

    def _see(self, threads: Mapping[str, int]) -> None:
        """Learn which workers there are now."""
        for address in [one for one in self._workers if one not in threads]:
            worker = self._workers.pop(address)
            self._checks.pop(worker.ticket, None)
            self._link.drop([worker.ticket])
            if worker.phase != "refused":
                self._lose(address, worker.threads, "was lost")
        for address, own in threads.items():
            if address not in self._workers:
                self._workers[address] = KnownWorker(max(own, 1))
                self._send_check(address)

    def _send_check(self, address: str) -> None:
        worker = self._workers[address]
        worker.phase, worker.ticket, worker.since = "checking", f"check-{next(self._tickets)}", self._clock()
        worker.checks += 1
        self._checks[worker.ticket] = address
        self._link.send(worker.ticket, address, "check", self._check)

    def _check_again(self, address: str, why: str) -> None:
        """Check a worker once more; refuse it for the reason `why` if that did not help several times."""
        if self._workers[address].checks < MOST_CHECKS:
            self._send_check(address)
        else:
            self._refuse(address, why)

    def _lose(self, address: str, threads: int, how: str) -> None:
        tickets, again = self._ledger.lose(address, threads)
        self._link.drop(tickets)
        after = f"; {count(again, 'answer')} {'is' if again == 1 else 'are'} graded again" if again else ""
        self._tell(f"worker {address} {how}{after}")
        while self._ledger.given_up:
            task = self._ledger.given_up.popleft()
            text = f"{MOST_LOSSES} workers of the cluster were lost while they graded it."
            fix = "Look at the logs of the workers; the same command grades it again."
            self._finish(task.number, task.source, Report(task.exercise, Verdict.BROKEN, text, fix=fix))

    def _refuse(self, address: str, why: str) -> None:
        self._workers[address].phase = "refused"
        text = f"worker {address} gets no answers: {why}"
        self._refusals.append(text)
        self._tell(text)

    def _take(self, answer: Answer) -> None:
        if answer.ticket in self._checks:
            self._take_check(self._checks.pop(answer.ticket), answer.data)
            return
        flight = self._ledger.land(answer.ticket)
        if flight is None:
            return  # its worker was taken for lost, and others have its answers
        try:
            reply = unpack(answer.data, Reply)
            for done in reply.done:
                Report.from_json(done.report)
        except (ValueError, TypeError):  # TypeError: it is not bytes
            self._damage(flight, "sends damaged messages")
            return
        self._size.add(len(reply.done), reply.seconds)
        tasks = {task.number: task for task in flight.tasks}
        broken = 0
        for done in reply.done:
            task = tasks.pop(done.number, None)
            if task is None:
                continue
            if done.report.get("verdict") == Verdict.BROKEN.value:
                broken += 1
                task.broken.append(flight.worker)
                if len(task.broken) < MOST_BROKEN:
                    self._ledger.repeat([task])
                    continue
            if self._ledger.finish(task.number):
                self._results.append(Graded(self._answers[task.number], task.source, done.report))
        self._ledger.repeat(tasks.values())
        worker = self._workers.get(flight.worker)
        if worker is None:
            return
        if reply.done and not reply.unchecked:
            worker.checks = 0
        if worker.phase == "ready" and (reply.unchecked or (broken and broken == len(reply.done))):
            self._check_again(flight.worker, "its content changes while it grades")

    def _take_check(self, address: str, data: bytes) -> None:
        worker = self._workers[address]
        try:
            checked = unpack(data, Checked)
        except (ValueError, TypeError):
            self._refuse(address, "it sends damaged messages")
            return
        if checked.differs:
            self._refuse(address, f"on {checked.host}, {'; '.join(checked.differs)}")
            return
        worker.phase, self._was_ready = "ready", True
        if missing := ", ".join(one for one in checked.missing if one not in self._missing):
            self._missing.update(checked.missing)
            self._tell(f"graded without {missing} on {checked.host}; `mxtutor doctor` there says how to get it")

    def _damage(self, flight: Flight, how: str) -> None:
        """Take a batch back that a worker could not grade, and check the worker again."""
        for task in flight.tasks:
            task.losses += 1
        self._ledger.repeat(task for task in flight.tasks if task.losses < MOST_LOSSES)
        self._ledger.given_up.extend(task for task in flight.tasks if task.losses >= MOST_LOSSES)
        worker = self._workers.get(flight.worker)
        if worker is not None:
            self._lose(flight.worker, worker.threads, how)
            if worker.phase == "ready":
                self._check_again(flight.worker, how)

    def _fail(self, failure: Failure) -> None:
        address = self._checks.pop(failure.ticket, None)
        if address is None:
            flight = self._ledger.land(failure.ticket)
            if flight is not None:
                self._damage(flight, f"failed: {failure.text}")
        elif failure.lost:
            self._check_again(address, failure.text)
        else:
            self._refuse(address, failure.text)

    def _watch(self) -> None:
        """Find workers that are silent, and end where no worker can be used.

        Raises:
            UsageError, ClusterLostError: as `grade`.
        """
        now = self._clock()
        for address in self._ledger.silent(SILENT_SECONDS):
            self._lose(address, self._workers[address].threads, f"says nothing for {SILENT_SECONDS:.0f} s")
            self._send_check(address)
        for address, worker in self._workers.items():
            if worker.phase == "checking" and now - worker.since > CHECK_SECONDS:
                self._checks.pop(worker.ticket, None)
                self._link.drop([worker.ticket])
                self._refuse(address, f"it does not answer for {CHECK_SECONDS:.0f} s")
        if any(worker.phase != "refused" for worker in self._workers.values()):
            self._idle_since = None
            return
        if self._workers and not self._was_ready:
            fix = "The lines above say why; `mxtutor doctor` on those machines says more."
            raise UsageError("No worker of the cluster passed the check.", fix=fix)
        if self._idle_since is None:
            self._idle_since = now
        if now - self._idle_since > self._link.patience:
            fix = "Start workers with `dask worker ADDRESS --preload mxtutor.classroom.cluster.preload`."
            raise ClusterLostError(f"The cluster has no worker for {self._link.patience:.0f} s.", fix=fix)

    def _fill(self) -> None:
        """Send batches: one for each thread, then one more for each, so that no thread waits for a message."""
        ready = {address: worker.threads for address, worker in self._workers.items() if worker.phase == "ready"}
        threads = sum(ready.values())
        for depth in (1, 2):
            if depth == 2 and self._left <= LEAST * threads:
                return
            free = {address: depth * threads - self._ledger.flights_of(address) for address, threads in ready.items()}
            while chosen := least_loaded(free):
                sent = [self._send_batch(address, threads, ready) for address in chosen]
                for address, was_sent in zip(chosen, sent, strict=True):
                    free[address] -= 1 if was_sent else free[address]
                if not any(sent):
                    return

    @property
    def _left(self) -> int:
        return len(self._answers) - self._taken + self._ledger.again

    def _send_batch(self, address: str, threads: int, ready: dict[str, int]) -> bool:
        worker = self._workers[address]
        size = self._size.next(self._left, threads)
        tasks = self._ledger.take_again(size, address, ready)
        if not tasks:
            tasks = self._batches.take(size, worker.exercises)
            self._taken += len(tasks)
        if not tasks:
            return False
        worker.exercises.update(task.exercise for task in tasks)
        items = tuple(Item(task.number, task.exercise, task.source) for task in tasks)
        ticket = f"batch-{next(self._tickets)}"
        self._ledger.send(ticket, address, tasks)
        self._link.send(ticket, address, "grade", pack(Batch(self._digest, self._seed, MOST_SECONDS, items)))
        return True

"""What became of each answer: which worker has it, which must be graded again, which are done. Each is done once."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from mxtutor.classroom.cluster.batches import Task

MOST_LOSSES = 5
"""Workers that may be lost with an answer before it is given up."""
MOST_BROKEN = 3
"""Workers that may fail on an answer before their failure is its result."""
AFTER_ONE_LOSS = 8
"""Answers in a batch of answers whose worker was lost once; later an answer is sent alone."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A batch that a worker has."""

    worker: str
    tasks: tuple[Task, ...]
    sent: float


class Ledger:
    """Keeps account of the answers that were sent."""

    def __init__(self, answers: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`answers` are numbered from 0."""
        self._done = bytearray(answers)
        self._clock = clock
        self._again: deque[Task] = deque()
        self._flights: dict[str, Flight] = {}
        self._of_worker: dict[str, dict[str, None]] = {}
        """Tickets of a worker, in the order in which they were sent."""
        self._heard: dict[str, float] = {}
        """When a worker last answered, or got a batch after it had none."""
        self.finished = 0
        """Answers that are done."""
        self.given_up: deque[Task] = deque()
        """Answers whose worker was lost too often."""

    @property
    def again(self) -> int:
        """Answers that wait to be sent again."""
        return len(self._again)

    def flights_of(self, worker: str) -> int:
        """Return how many batches a worker has."""
        return len(self._of_worker.get(worker, ()))

    def finish(self, number: int) -> bool:
        """Count an answer as done; return False if it was done before, so that its result is dropped."""
        if self._done[number]:
            return False
        self._done[number] = 1
        self.finished += 1
        return True

    def send(self, ticket: str, worker: str, tasks: Sequence[Task]) -> None:
        """Note that a worker gets a batch; the ticket names it."""
        if not self._of_worker.get(worker):
            self._heard[worker] = self._clock()
        self._flights[ticket] = Flight(worker, tuple(tasks), self._clock())
        self._of_worker.setdefault(worker, {})[ticket] = None

    def land(self, ticket: str) -> Flight | None:
        """Return the batch of a ticket, which is not in flight any more; None if its worker was lost before."""
        flight = self._flights.pop(ticket, None)
        if flight is not None:
            self._of_worker[flight.worker].pop(ticket, None)
            self._heard[flight.worker] = self._clock()
        return flight

    def repeat(self, tasks: Iterable[Task]) -> None:
        """Let answers be graded again that are not done."""
        self._again.extend(task for task in tasks if not self._done[task.number])

    def lose(self, worker: str, threads: int) -> tuple[list[str], int]:
        """Take the batches of a lost worker back; return their tickets, and how many answers are graded again.

        The first `threads` batches were being graded; one of their answers may be the reason of the loss.
        """
        tickets = list(self._of_worker.pop(worker, ()))
        self._heard.pop(worker, None)
        before = len(self._again) + len(self.given_up)
        for place, ticket in enumerate(tickets):
            tasks = [task for task in self._flights.pop(ticket).tasks if not self._done[task.number]]
            for task in tasks:
                task.losses += place < threads
            self._again.extend(task for task in tasks if task.losses < MOST_LOSSES)
            self.given_up.extend(task for task in tasks if task.losses >= MOST_LOSSES)
        return tickets, len(self._again) + len(self.given_up) - before

    def silent(self, seconds: float) -> list[str]:
        """Return the workers that have batches and did not answer for some seconds."""
        now = self._clock()
        return [
            worker for worker, tickets in self._of_worker.items() if tickets and now - self._heard[worker] > seconds
        ]

    def take_again(self, size: int, worker: str, others: Collection[str]) -> list[Task]:
        """Return answers that are to be graded again, for a worker; `others` are all workers that could do it."""
        batch: list[Task] = []
        left: list[Task] = []
        most = size
        while self._again:
            task = self._again.popleft()
            most = min(most, _most_beside(task))
            if len(batch) >= most:
                self._again.appendleft(task)
                break
            if worker in task.broken and any(one not in task.broken for one in others):
                left.append(task)
            else:
                batch.append(task)
        self._again.extendleft(reversed(left))
        return batch


def _most_beside(task: Task) -> int:
    """Return the largest batch that an answer may be in."""
    if task.broken or task.losses > 1:
        return 1
    return AFTER_ONE_LOSS if task.losses else 1 << 30


def least_loaded(free: Mapping[str, int]) -> list[str]:
    """Return the workers with free places, those with most places first."""
    return sorted((worker for worker in free if free[worker] > 0), key=lambda worker: -free[worker])

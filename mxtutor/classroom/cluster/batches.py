"""Makes batches of answers: each of one exercise if possible, so that a worker computes few reference results.

Answers are read in the order that suits their files, learner by learner. A window of bounded size holds those that were
read and are not sent; a batch takes answers to one exercise out of it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

LEAST, MOST = 16, 64
"""Answers in a batch, except for the last batches and those of answers that are graded again."""
BATCH_SECONDS = 1.0
"""Time that a batch is meant to take: long compared with a message, short compared with the loss of a worker."""
BATCH_BYTES = 4 * 1024 * 1024
"""Bytes of answers after which a batch gets no further one."""
WINDOW_ANSWERS = 2048
WINDOW_BYTES = 32 * 1024 * 1024


@dataclass(slots=True)
class Task:
    """One answer that is to be graded."""

    number: int
    exercise: str
    source: bytes
    losses: int = 0
    """How often a worker was lost that may have been grading it."""
    broken: list[str] = field(default_factory=list)
    """Workers that failed on it."""


class BatchSize:
    """How many answers the next batch has: so many that it takes about a second, and fewer towards the end."""

    def __init__(self) -> None:
        self._mean = 0.0

    def add(self, answers: int, seconds: float) -> None:
        """Note that a batch took a time."""
        if answers:
            mean = seconds / answers
            self._mean = mean if not self._mean else 0.9 * self._mean + 0.1 * mean

    def next(self, left: int, threads: int) -> int:
        """Return the size for `left` answers that are not sent and workers that grade `threads` answers at once."""
        suits = BATCH_SECONDS / self._mean if self._mean else LEAST
        fair = left / (2 * max(threads, 1))
        return max(LEAST, min(MOST, int(suits), int(fair)))


class Batches:
    """The answers that were read and wait to be sent."""

    def __init__(self, tasks: Iterator[Task]) -> None:
        """Take answers from `tasks` when they are needed; its items may be expensive to read."""
        self._tasks = tasks
        self._waiting: defaultdict[str, deque[Task]] = defaultdict(deque)
        self._count = self._bytes = self._newest = 0
        self._ended = False

    def take(self, size: int, known: Collection[str] = ()) -> list[Task]:
        """Return up to `size` answers, of an exercise in `known` if there are enough; empty if none are left."""
        largest = 0
        while not self._full:
            found = any(len(self._waiting.get(one, ())) >= size for one in known) if known else largest >= size
            if found or not self._read():
                break
            largest = max(largest, self._newest)
        enough = [one for one in self._waiting if len(self._waiting[one]) >= size]
        liked = [one for one in enough if one in known]
        # not `known`: the exercise that most answers wait for; this also keeps the window from filling with rare ones
        chosen = max(liked or enough or self._waiting, key=lambda one: len(self._waiting[one]), default=None)
        batch: list[Task] = []
        while chosen is not None and len(batch) < size:
            if not self._move(batch, chosen, size):
                break
            chosen = max(self._waiting, key=lambda one: len(self._waiting[one]), default=None)
        return batch

    @property
    def _full(self) -> bool:
        return self._count >= WINDOW_ANSWERS or self._bytes >= WINDOW_BYTES

    def _read(self) -> bool:
        """Read one answer; return whether there was one."""
        if self._ended:
            return False
        task = next(self._tasks, None)
        if task is None:
            self._ended = True
            return False
        self._waiting[task.exercise].append(task)
        self._newest = len(self._waiting[task.exercise])
        self._count += 1
        self._bytes += len(task.source)
        return True

    def _move(self, batch: list[Task], exercise: str, size: int) -> bool:
        """Move answers to an exercise into a batch; return whether it may get more."""
        waiting = self._waiting[exercise]
        held = sum(len(task.source) for task in batch)
        while waiting and len(batch) < size:
            if batch and held + len(waiting[0].source) > BATCH_BYTES:
                return False
            task = waiting.popleft()
            batch.append(task)
            held += len(task.source)
            self._count -= 1
            self._bytes -= len(task.source)
        if not waiting:
            del self._waiting[exercise]
        return True

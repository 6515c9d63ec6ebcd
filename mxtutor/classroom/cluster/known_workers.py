"""What the coordinator knows about each worker."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from mxtutor.counts import count


@dataclass(slots=True)
class KnownWorker:
    """What is known about a worker."""

    threads: int
    phase: Literal["checking", "ready", "refused"] = "checking"
    ticket: str = ""
    """Ticket of its check."""
    since: float = 0.0
    """When its check was sent."""
    checks: int = 0
    """Checks that were sent since it last graded an answer."""
    exercises: set[str] = field(default_factory=set)
    """Exercises whose reference results it has."""


def note_of(workers: Iterable[KnownWorker]) -> str:
    """Return how many workers grade or start, for people."""
    known = list(workers)
    ready = [worker.threads for worker in known if worker.phase == "ready"]
    if ready:
        return f"{count(len(ready), 'worker')} with {count(sum(ready), 'thread')}"
    starting = sum(worker.phase == "checking" for worker in known)
    return f"{count(starting, 'worker')} {'starts' if starting == 1 else 'start'}"

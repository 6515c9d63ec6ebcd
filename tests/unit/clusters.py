"""A cluster in memory: workers that grade at once, and lose, repeat and damage messages when a test says so."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from mxtutor.classroom.cluster.coordinator import Coordinator
from mxtutor.classroom.cluster.link import Answer, Event, Failure, Workers
from mxtutor.classroom.cluster.messages import Batch, Check, Checked, Done, Item, Reply, pack, unpack
from mxtutor.classroom.grading import Graded, Unreadable
from mxtutor.classroom.hand_ins import HandIn
from mxtutor.grading.protocol import Report, Verdict

CHECK = Check("", {"tensors/square": "hash"}, {"mxtutor": "1"}, True)


def verdict_of(item: Item) -> str:
    """Return the verdict that an answer names."""
    return item.source.decode().split()[0]


@dataclass
class FakeWorker:
    """A worker in memory."""

    threads: int = 1
    differs: tuple[str, ...] = ()
    verdict: Callable[[Item], str] = verdict_of
    most: int = 1000
    """Answers after which a batch goes back."""
    graded: list[list[Item]] = field(default_factory=list)


class FakeLink:
    """A link to workers in memory, which answer in turn, or with a seed in a random order.

    Time goes on by a second for each event that does not come.
    """

    patience = 60.0

    def __init__(self, workers: dict[str, FakeWorker], seed: int = 0) -> None:
        self.workers = workers
        self.now = 0.0
        self.sent: list[tuple[str, str, str, bytes]] = []
        """Messages that no worker has answered: ticket, worker, kind, data."""
        self.events: list[Event] = []
        self.messages: list[bytes] = []
        self.before: Callable[[FakeLink], None] = lambda _: None
        """Is called before each event."""
        self._random = random.Random(seed) if seed else None
        self._told: dict[str, int] | None = None

    def send(self, ticket: str, worker: str, kind: Literal["check", "grade"], data: bytes) -> None:
        """Keep a message until its worker answers it."""
        self.messages.append(data)
        self.sent.append((ticket, worker, kind, data))

    def drop(self, tickets: Iterable[str]) -> None:
        """Forget messages."""
        gone = set(tickets)
        self.sent = [one for one in self.sent if one[0] not in gone]

    def event(self, seconds: float) -> Event | None:
        """Return what happens next."""
        self.before(self)
        threads = {name: worker.threads for name, worker in self.workers.items()}
        if threads != self._told:
            self._told = threads
            return Workers(threads)
        if self.events:
            return self.events.pop(0)
        able = [one for one in self.sent if one[1] in self.workers]
        if not able:
            self.now += seconds
            return None
        chosen = self._random.choice(able) if self._random else able[0]
        self.sent.remove(chosen)
        return self.answer(*chosen)

    def answer(self, ticket: str, name: str, kind: str, data: bytes) -> Event:
        """Return a worker's answer to a message."""
        worker = self.workers[name]
        if kind == "check":
            assert unpack(data, Check) == CHECK
            return Answer(ticket, pack(Checked(worker.differs, host=f"host of {name}")))
        batch = unpack(data, Batch)
        assert batch.check == CHECK.digest
        worker.graded.append(list(batch.items))
        done = []
        for item in batch.items[: worker.most]:
            report = Report(item.exercise, Verdict(worker.verdict(item)), name, seed=batch.seed)
            done.append(Done(item.number, report.to_json()))
        return Answer(ticket, pack(Reply(tuple(done), 0.01 * len(done))))

    def lose(self, name: str) -> list[tuple[str, str, str, bytes]]:
        """Lose a worker; return the messages that it had."""
        del self.workers[name]
        return [one for one in self.sent if one[1] == name]

    def close(self) -> None:
        """Do nothing."""


class Clustered:
    """One run over a class on a cluster in memory."""

    def __init__(self, link: FakeLink, sources: list[str | None], exercise: Callable[[int], str] | None = None) -> None:
        """A source that is None cannot be read; the first word of the others is the verdict that they get."""
        self.lines: list[str] = []
        self.link = link
        named = exercise or (lambda number: "tensors/square")
        self.answers = [HandIn(f"learner {n}", named(n), (f"{n}.py",)) for n in range(len(sources))]

        def read(answer: HandIn) -> bytes | Unreadable:
            source = sources[int(answer.path[0].removesuffix(".py"))]
            return Unreadable("Not text.") if source is None else source.encode()

        self.coordinator = Coordinator(
            link, CHECK, self.answers, read, seed=7, tell=self.lines.append, clock=lambda: link.now
        )

    def grade(self) -> list[Graded]:
        """Return all answers that are graded, in the order in which they are done."""
        return list(self.coordinator.grade())

    def verdicts(self) -> list[str]:
        """Grade all, make sure that each answer came once, and return the verdicts in the order of the answers."""
        graded = {}
        for one in self.grade():
            number = int(one.answer.path[0].removesuffix(".py"))
            assert number not in graded, "an answer was counted twice"
            graded[number] = one.report["verdict"]
        assert sorted(graded) == list(range(len(self.answers)))
        return [graded[number] for number in sorted(graded)]


def failure(ticket: str, *, lost: bool = False) -> Failure:
    """Return the event of a message that failed."""
    return Failure(ticket, "KilledWorker", lost=lost)

"""What the events of one learner say: where they stand in each exercise, whether they are stuck, or ask for help."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from mxtutor.live.events import HELPED

STUCK_SECONDS = 600.0
"""Time in one exercise after which a learner without a right answer is stuck."""
STUCK_MISSES = 4
"""Answers in a row that are not right after which a learner is stuck."""
IDLE_SECONDS = 1800.0
"""Time without any event after which a learner is away, and not stuck."""

CellStatus = Literal["new", "opened", "tried", "gave-up", "right"]
Standing = Literal["nothing", "working", "stuck", "away", "done"]


class Fact(NamedTuple):
    """The columns of an event that the class view needs; `store.facts` reads them."""

    number: int
    learner: str
    device: str
    seq: int
    kind: str
    exercise: str
    happened: float
    """Server's clock, seconds since 1970."""
    verdict: str
    headline: str
    mistakes: str
    """JSON: a list of [code, name]."""
    hint: int
    shared: bool
    """Whether the code is stored, too."""

    @property
    def named(self) -> list[tuple[str, str]]:
        """The mistakes as (code, name)."""
        return [] if self.mistakes == "[]" else [(code, name) for code, name in json.loads(self.mistakes)]


def in_order(facts: Iterable[Fact]) -> list[tuple[float, Fact]]:
    """Return the facts of one learner in their order, each with its time.

    The events of a device are in the order of their numbers, whatever its clock showed: a time that goes back counts
    as the time before it. Devices are merged by time.
    """
    by_device: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        by_device[fact.device].append(fact)
    timed: list[tuple[float, str, int, Fact]] = []
    for device, own in by_device.items():
        latest = 0.0
        for place, fact in enumerate(sorted(own, key=lambda one: (one.seq, one.happened))):
            latest = max(latest, fact.happened)
            timed.append((latest, device, place, fact))
    timed.sort(key=lambda one: one[:3])
    return [(time, fact) for time, _, _, fact in timed]


@dataclass(slots=True)
class Cell:
    """One learner in one exercise."""

    status: CellStatus = "new"
    attempts: int = 0
    """Checked answers that mxtutor could grade."""
    missed: int = 0
    """Answers in a row, up to the last one, that are not right."""
    hints: int = 0
    solution: bool = False
    since: float = 0.0
    """When the learner came to it for the present stretch of work, seconds since 1970."""
    last: float = 0.0
    verdict: str = ""
    """Of the last attempt."""
    mistakes: dict[str, str] = field(default_factory=dict)
    """Named mistakes of all attempts: code to name."""
    unnamed: str = ""
    """Headline of the last answer that is not right and has no named mistake; empty if there is none."""


@dataclass(slots=True)
class LearnerView:
    """One learner of a class."""

    learner: str
    """Keyed id."""
    cells: dict[str, Cell] = field(default_factory=dict)
    exercise: str = ""
    """The exercise of the last event."""
    last: float = 0.0
    """Time of the last event; 0 without one."""
    help_in: str = ""
    """The exercise in which help is asked for; empty if it is not."""
    help_since: float = 0.0

    @property
    def right(self) -> int:
        """Exercises with a right answer."""
        return sum(cell.status == "right" for cell in self.cells.values())

    @property
    def tried(self) -> int:
        """Exercises with at least one attempt."""
        return sum(cell.attempts > 0 for cell in self.cells.values())

    def standing(self, now: float, exercises: int = 0) -> Standing:
        """Return how the learner gets on; with `exercises`, the number in the class, `done` is known, too."""
        if not self.last:
            return "nothing"
        if exercises and self.right >= exercises:
            return "done"
        if now - self.last >= IDLE_SECONDS:
            return "away"
        return "stuck" if self.stuck_for(now) else "working"

    def stuck_for(self, now: float) -> float:
        """Return for how many seconds the learner is at the present exercise without success; 0 if not stuck."""
        cell = self.cells.get(self.exercise)
        if cell is None or cell.status == "right" or now - self.last >= IDLE_SECONDS:
            return 0.0
        seconds = max(now - cell.since, 1.0)
        return seconds if seconds >= STUCK_SECONDS or cell.missed >= STUCK_MISSES else 0.0


def view_of(learner: str, facts: Iterable[Fact]) -> LearnerView:
    """Return what the events of one learner say, in whatever order they arrived."""
    view = LearnerView(learner)
    for time, fact in in_order(facts):
        _take(view, time, fact)
    return view


def _take(view: LearnerView, time: float, fact: Fact) -> None:
    if fact.kind == HELPED:
        view.help_in = ""
        return
    cell = view.cells.setdefault(fact.exercise, Cell())
    if view.exercise != fact.exercise or not cell.since or time - view.last >= IDLE_SECONDS:
        cell.since = time
    view.exercise, view.last, cell.last = fact.exercise, time, time
    if fact.kind == "help":
        view.help_in, view.help_since = fact.exercise, time
    elif fact.kind == "help-withdrawn":
        view.help_in = ""
    elif fact.kind == "hint":
        cell.hints = max(cell.hints, fact.hint)
    elif fact.kind == "solution":
        cell.solution = True
    elif fact.kind == "gave-up":
        cell.status = cell.status if cell.status == "right" else "gave-up"
    elif fact.kind == "attempt" and fact.verdict != "broken":
        _attempt(cell, fact)
        if fact.verdict == "right" and view.help_in == fact.exercise:
            view.help_in = ""
    if cell.status == "new":
        cell.status = "opened"


def _attempt(cell: Cell, fact: Fact) -> None:
    cell.attempts += 1
    cell.verdict = fact.verdict
    if fact.verdict == "right":
        cell.status, cell.missed = "right", 0
        return
    cell.missed += 1
    if cell.status in ("new", "opened"):
        cell.status = "tried"
    named = fact.named
    cell.mistakes.update(named)
    if not named:
        cell.unnamed = fact.headline

"""Computes an exercise's standing, review cards, drills and time of work from its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from mxtutor.grading.protocol import Verdict
from mxtutor.progress.counting import TYPOS
from mxtutor.progress.events import (
    Checked,
    Event,
    GaveUp,
    HelpCall,
    Hint,
    Known,
    Live,
    Opened,
    Reviewed,
    Unsent,
    Worked,
    counting,
    in_order,
)
from mxtutor.progress.model import NEW, Standing, Status
from mxtutor.progress.schedule import (
    NOTHING,
    QUICK_SECONDS,
    Card,
    DrillResult,
    Rating,
    day_of,
    memory_of,
    rate,
    reviewed,
)
from mxtutor.progress.times import time_in


@dataclass(slots=True)
class RunningDrill:
    """The state of a drill on one day; on the next day the learner must remember the answer again."""

    day: date | None = None
    misses: int = 0
    made: frozenset[str] = frozenset()
    """Codes of the mistakes made in it."""
    seconds: float = 0.0


@dataclass(slots=True)
class Summary:
    """The state of one exercise, computed from its events."""

    standing: Standing = NEW
    first: bool | None = None
    """Whether the first shown verdict, live or of a check, was right; None without one."""
    known: bool | None = None
    """Whether it counts as known; None if no placement proved it."""
    kept: bool = False
    """Whether there is work on it besides opening it and live verdicts."""
    cards: dict[str, Card] = field(default_factory=dict)
    """Review cards by code of the mistake; the code is empty for the exercise itself."""
    drill: RunningDrill = field(default_factory=RunningDrill)
    drilled: DrillResult = NOTHING
    """The effect of the last check of a drill; the store adds the next day."""
    drills: tuple[int, int] = (0, 0)
    """Number of checked answers of drills, and how many of them were right."""
    drilled_on: date | None = None
    """The last day on which a drill was solved."""
    work: dict[date, float] = field(default_factory=dict)
    """Seconds of work on each day."""
    checks: dict[date, int] = field(default_factory=dict)
    """Number of checked answers on each day, including those of drills."""


def summary(exercise: str, events: Sequence[Event]) -> Summary:
    """Return the state of one exercise from its events."""
    return _Reading(exercise).read(events)


class _Reading:
    """Reads the events of one exercise in order."""

    def __init__(self, exercise: str) -> None:
        self._exercise = exercise
        self._made = Summary()
        self._verdicts: list[tuple[Verdict, str]] = []
        self._hints, self._gave_up = 0, False

    def read(self, events: Sequence[Event]) -> Summary:
        made = self._made
        open_events = {id(event) for event in counting(events)}
        for event in in_order(events):
            made.kept = made.kept or not isinstance(event.what, Opened | Live | Worked | HelpCall | Unsent)
            self._count_work(event)
            if id(event) in open_events:
                self._read(event)
        made.standing = self._standing()
        return made

    def _count_work(self, event: Event) -> None:
        """Count work and checks, which also count if the exercise was started over later."""
        made, what, day = self._made, event.what, day_of(event.at)
        if isinstance(what, Worked) and not what.part:
            made.work[day] = made.work.get(day, 0.0) + what.seconds
        elif isinstance(what, Checked):
            made.work[day] = made.work.get(day, 0.0) + what.worked
            if what.verdict is not Verdict.BROKEN:
                made.checks[day] = made.checks.get(day, 0) + 1
                if what.drill:
                    checks, right = made.drills
                    made.drills = checks + 1, right + (what.verdict is Verdict.RIGHT)

    def _read(self, event: Event) -> None:
        made, what = self._made, event.what
        if isinstance(what, Checked):
            if what.verdict is Verdict.BROKEN:
                made.drilled = NOTHING
            elif what.drill:
                self._drill(what, event.at)
            else:
                self._check(what, event.at)
        elif isinstance(what, Live):
            if made.first is None:
                made.first = what.verdict is Verdict.RIGHT
        elif isinstance(what, Hint):
            self._hints = max(self._hints, what.step)
        elif isinstance(what, GaveUp):
            self._gave_up = True
        elif isinstance(what, Known):
            made.known = what.counts
        elif isinstance(what, Reviewed):
            self._take(what)

    def _standing(self) -> Standing:
        verdicts = [verdict for verdict, _ in self._verdicts]
        solved = tuple(dict.fromkeys(task for verdict, task in self._verdicts if verdict is Verdict.RIGHT and task))
        status: Status = "todo"
        if Verdict.RIGHT in verdicts:
            status = "done"
        elif self._gave_up:
            status = "gave-up"
        elif verdicts:
            status = "tried"
        elif self._made.known:
            status = "known"
        last = verdicts[-1] if verdicts else None
        return Standing(status, len(verdicts), self._hints, self._gave_up, last, solved)

    def _check(self, what: Checked, when: datetime) -> None:
        first = not self._verdicts
        self._verdicts.append((what.verdict, what.task))
        if self._made.first is None:
            self._made.first = what.verdict is Verdict.RIGHT
        if what.verdict is not Verdict.RIGHT:
            for code, name in what.made.items():
                self._mistake(code, name, when, drill=False)
        elif "" not in self._made.cards:  # only the first pass is rated
            quick = not what.guessed and 0 < sum(self._made.work.values()) <= QUICK_SECONDS
            helped, gave_up = bool(self._hints), self._gave_up
            self._rate("", rate(first=first, helped=helped, gave_up=gave_up, quick=quick), when)

    def _drill(self, what: Checked, when: datetime) -> None:
        """Apply a check of a drill: the first wrong answer is rated `again`, a right one ends the drill."""
        made, day = self._made, day_of(when)
        if made.drill.day != day:
            made.drill = RunningDrill(day)
        drill = made.drill
        drill.seconds += what.worked
        made.drilled = NOTHING
        if what.verdict is Verdict.RIGHT:
            quick = not what.guessed and 0 < drill.seconds <= QUICK_SECONDS
            self._pass(rate(first=not drill.misses, quick=quick), when)
            return
        if not drill.misses:
            made.drilled = DrillResult(Rating.AGAIN)
            self._rate("", Rating.AGAIN, when)
        for code, name in what.made.items():
            if code not in drill.made:
                self._mistake(code, name, when, drill=True)
        drill.misses, drill.made = drill.misses + 1, drill.made | set(what.made)

    def _pass(self, rating: Rating, when: datetime) -> None:
        made, resolved = self._made, []
        made.drilled_on = day_of(when)
        self._rate("", rating, when)
        for code, card in list(made.cards.items()):
            if not code or card.resolved or code in made.drill.made:
                continue
            self._rate(code, rating, when)
            passed = replace(made.cards[code], passes=card.passes + 1)
            made.cards[code] = passed
            resolved += [card.name] if passed.resolved else []
        made.drill = RunningDrill()
        made.drilled = DrillResult(rating, passed=True, resolved=tuple(resolved))

    def _mistake(self, code: str, name: str, when: datetime, *, drill: bool) -> None:
        """Count a mistake, except a typo; outside of drills it is rated only once a day."""
        if code in TYPOS:
            return
        card = self._made.cards.get(code)
        if card is None or card.memory.reviewed != day_of(when) or drill:
            self._rate(code, Rating.AGAIN, when)
            card = self._made.cards[code]
        self._made.cards[code] = replace(card, name=name or card.name, times=card.times + 1, made=when, passes=0)

    def _rate(self, code: str, rating: Rating, when: datetime) -> None:
        """Rate a card; create it if it is new."""
        card = self._made.cards.get(code)
        memory = reviewed(card.memory if card is not None else None, rating, day_of(when))
        new = Card(self._exercise, code, "", 0, when, 0, memory)
        self._made.cards[code] = new if card is None else replace(card, memory=memory)

    def _take(self, what: Reviewed) -> None:
        memory = memory_of(what.stability, what.difficulty, what.reviewed, what.due)
        if memory is not None and what.mistake not in TYPOS:
            made = time_in(what.made)
            self._made.cards[what.mistake] = Card(
                self._exercise, what.mistake, what.name, what.times, made, what.passes, memory
            )

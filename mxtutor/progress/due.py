"""What is due for review, and the list of the learner's mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from mxtutor.content.outline import Course
from mxtutor.progress.model import NEW, Standing
from mxtutor.progress.schedule import day_of
from mxtutor.reporting.day_words import day_words, past_day_words

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

_FINISHED = ("done", "gave-up")


@dataclass(frozen=True, slots=True)
class Due:
    """An exercise that is due for review: one drill serves the exercise and all of its mistakes."""

    exercise: str
    since: date
    """The first day on which it was due."""
    mistakes: tuple[str, ...] = ()
    """Names of the mistakes that are due; empty if the exercise alone is due."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A named mistake of the learner in one exercise."""

    exercise: str
    code: str
    name: str
    """One sentence."""
    times: int
    last: datetime | None
    """When it was made last."""
    resolved: bool
    """Whether two drills in a row passed without it."""
    passes: int
    """Drills in a row that passed without it, at most two count."""
    due: date
    drills: bool
    """Whether it can be drilled; if not, the exercise is not solved yet."""

    def text(self, now: datetime) -> str:
        """Return how often it was made, when last, and when it comes back: "3 times, last today, review tomorrow"."""
        today = day_of(now)
        times = "once" if self.times == 1 else f"{self.times} times"
        last = f", last {past_day_words(day_of(self.last), today)}" if self.last is not None else ""
        if self.resolved:
            return f"{times}{last}, resolved"
        return f"{times}{last}, {f'review {day_words(self.due, today)}' if self.drills else 'not solved yet'}"


@dataclass(frozen=True, slots=True)
class Reviews:
    """Counts for home and for `mxtutor progress`."""

    due: tuple[Due, ...]
    mistakes: int
    """Mistakes that are not resolved."""
    following: date | None
    """The next later day on which something is due; None if nothing is."""


def due(progress: ProgressStore, course: Course, now: datetime) -> tuple[Due, ...]:
    """Return what is due now, longest due first, on one day in the order of the course.

    Exercises that the course does not have, and mistakes in exercises that are neither done nor given up, are not due.

    Raises:
        StoreError: the store cannot be read or written.
    """
    return reviews(progress, course, now).due


def reviews(progress: ProgressStore, course: Course, now: datetime) -> Reviews:
    """Return what is due now and what follows.

    Raises:
        StoreError: the store cannot be read or written.
    """
    today, standings = day_of(now), progress.standings()
    places = {exercise: place for place, exercise in enumerate(course.exercises)}
    open_cards = [c for c in progress.cards() if c.exercise in places and not c.resolved]
    cards = [card for card in open_cards if _finished(standings, card.exercise)]
    found: dict[str, Due] = {}
    for card in cards:
        if card.memory.is_due(today):
            since = min(card.memory.due, today)
            known = found.get(card.exercise) or Due(card.exercise, since)
            names = (*known.mistakes, card.name) if card.mistake else known.mistakes
            found[card.exercise] = Due(card.exercise, min(known.since, since), names)
    later = [card.memory.due for card in cards if card.exercise not in found]
    ordered = sorted(found.values(), key=lambda item: (item.since, places[item.exercise]))
    return Reviews(tuple(ordered), sum(bool(c.mistake) for c in open_cards), min(later, default=None))


def mistakes(progress: ProgressStore, course: Course) -> tuple[Mistake, ...]:
    """Return the learner's mistakes: those that are not resolved first, in each group the newest first.

    Raises:
        StoreError: the store cannot be read or written.
    """
    standings, known = progress.standings(), frozenset(course.exercises)
    found = [
        Mistake(
            exercise=card.exercise,
            code=card.mistake,
            name=card.name,
            times=card.times,
            last=card.made,
            resolved=card.resolved,
            passes=card.passes,
            due=card.memory.due,
            drills=_finished(standings, card.exercise),
        )
        for card in progress.cards()
        if card.mistake and card.exercise in known
    ]
    return tuple(sorted(found, key=lambda item: (item.resolved, -_seconds(item.last), item.exercise, item.code)))


def _finished(standings: Mapping[str, Standing], exercise: str) -> bool:
    return standings.get(exercise, NEW).status in _FINISHED


def _seconds(when: datetime | None) -> float:
    return when.timestamp() if when is not None else 0.0

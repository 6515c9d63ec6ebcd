"""The due reviews, and the list of the learner's mistakes.

Reviews repeat facts (short exercises) and mistakes, not whole programs. The exercises of a lesson share one card, that
of the longest exercise within `FACT_MINUTES`. A mistake is repeated in its own exercise, per lesson one exercise a day.
Reviews that exceed the minutes of a day wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from mxtutor.content.minutes import exercise_minutes
from mxtutor.content.outline import Course
from mxtutor.counts import count
from mxtutor.progress.model import NEW, Standing
from mxtutor.progress.schedule import Card, day_of
from mxtutor.progress.times import UNKNOWN_TIME
from mxtutor.reporting.durations import day_words, past_day_words

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore

DAY_MINUTES = 15
"""Maximum minutes of reviews on one day."""
FACT_MINUTES = 3
"""Longest exercise, in minutes, that is reviewed as a fact: a question, or an answer of a line or two."""
_FINISHED = ("done", "gave-up")


@dataclass(frozen=True, slots=True)
class Due:
    """An exercise that is due for review; one drill covers the exercise and all its mistakes."""

    exercise: str
    since: date
    """The first day on which it was due."""
    mistakes: tuple[str, ...] = ()
    """Names of the mistakes that are due; empty if only the exercise itself is due."""


@dataclass(frozen=True, slots=True)
class LearnersMistake:
    """A named mistake of the learner in one exercise."""

    exercise: str
    code: str
    name: str
    """The mistake in one sentence."""
    times: int
    last: datetime | None
    """When it was last made."""
    resolved: bool
    """Whether two consecutive drills passed without it."""
    passes: int
    """Number of last consecutive drills that passed without it, at most 2."""
    due: date
    drills: bool
    """Whether it can be drilled; not before the exercise is solved."""
    comes_back: bool = True
    """Whether reviews repeat it; False if the exercise is too long."""

    def text(self, now: datetime) -> str:
        """Return how often and when it was made, and when it is due: "3 times, last today, review tomorrow"."""
        today = day_of(now)
        times = "once" if self.times == 1 else f"{self.times} times"
        last = f", last {past_day_words(day_of(self.last), today)}" if self.last is not None else ""
        if self.resolved:
            return f"{times}{last}, resolved"
        if not self.drills:
            return f"{times}{last}, not solved yet"
        return f"{times}{last}, " + (f"review {day_words(self.due, today)}" if self.comes_back else "long: no review")


@dataclass(frozen=True, slots=True)
class Reviews:
    """The reviews of a day, for home and for `mxtutor progress`."""

    due: tuple[Due, ...]
    """The due exercises that fit into today's minutes."""
    minutes: int
    """Estimated minutes for `due`."""
    waiting: int
    """Number of due exercises that wait for another day."""
    mistakes: int
    """Number of mistakes that are not resolved."""
    following: date | None
    """The next later day on which an exercise is due; None if there is none."""

    def text(self, today: date) -> str:
        """Return a sentence: how many reviews are due and how long they take, or when the next one is."""
        if self.due:
            more = f"; {self.waiting} more {'waits' if self.waiting == 1 else 'wait'}" if self.waiting else ""
            long = f"about {count(self.minutes, 'minute')}{more and f'{more} for another day'}"
            return f"{count(len(self.due), 'review')} today, {long}."
        if self.following is None:
            return "No review is due. What you solve comes back on later days."
        return f"No review is due today. The next one is {day_words(self.following, today)}."


def reviews(progress: ProgressStore, course: Course, now: datetime) -> Reviews:
    """Return the reviews of today: due exercises, longest due first, then in the order of the course.

    Exercises that the course does not have, and mistakes in exercises that are neither done nor given up, are not due.

    Raises:
        StoreError: the store cannot be read or written.
    """
    today, standings = day_of(now), progress.standings()
    places = {exercise: place for place, exercise in enumerate(course.exercises)}
    lesson_of = {exercise: lesson.id for lesson in course.lessons for exercise in lesson.exercises}
    open_cards = [c for c in progress.cards() if c.exercise in places and not c.resolved]
    finished = [card for card in open_cards if _finished(standings, card.exercise)]
    minutes = {card.exercise: exercise_minutes(course.folder(card.exercise)) for card in finished}
    cards = list(_reviewed(finished, minutes, lesson_of))
    found: dict[str, Due] = {}
    for card in cards:
        if card.memory.is_due(today):
            since = min(card.memory.due, today)
            known = found.get(card.exercise) or Due(card.exercise, since)
            names = (*known.mistakes, card.name) if card.mistake else known.mistakes
            found[card.exercise] = Due(card.exercise, min(known.since, since), names)
    drilled = progress.drilled_on(today)
    left = DAY_MINUTES - sum(exercise_minutes(course.folder(one)) for one in drilled if one in places)
    lessons = {lesson_of[one] for one in drilled if one in places}
    now_due: list[Due] = []
    for item in sorted(found.values(), key=lambda item: (item.since, places[item.exercise])):
        needed, lesson = minutes[item.exercise], lesson_of[item.exercise]
        if needed <= left and lesson not in lessons:
            now_due.append(item)
            lessons.add(lesson)
            left -= needed
    waiting = len(found) - len(now_due)
    later = [card.memory.due for card in cards if card.exercise not in found]
    later += [today + timedelta(days=1)] if waiting else []
    open_mistakes = sum(bool(card.mistake) for card in open_cards)
    spent = sum(minutes[item.exercise] for item in now_due)
    return Reviews(tuple(now_due), spent, waiting, open_mistakes, min(later, default=None))


def _reviewed(finished: Iterable[Card], minutes: Mapping[str, int], lesson_of: Mapping[str, str]) -> Iterator[Card]:
    """Yield the cards that reviews repeat: one fact per lesson, and mistakes whose exercise fits into a day."""
    facts: dict[str, Card] = {}
    for card in finished:
        lesson = lesson_of[card.exercise]
        if card.mistake:
            if minutes[card.exercise] <= DAY_MINUTES:
                yield card
        elif minutes[card.exercise] <= FACT_MINUTES and (
            lesson not in facts or minutes[facts[lesson].exercise] < minutes[card.exercise]
        ):
            facts[lesson] = card
    yield from facts.values()


def mistakes(progress: ProgressStore, course: Course) -> tuple[LearnersMistake, ...]:
    """Return the learner's mistakes: unresolved ones first, in each group the newest first.

    Raises:
        StoreError: the store cannot be read or written.
    """
    standings, known = progress.standings(), frozenset(course.exercises)
    found = [
        LearnersMistake(
            exercise=card.exercise,
            code=card.mistake,
            name=card.name,
            times=card.times,
            last=card.made,
            resolved=card.resolved,
            passes=card.passes,
            due=card.memory.due,
            drills=_finished(standings, card.exercise),
            comes_back=exercise_minutes(course.folder(card.exercise)) <= DAY_MINUTES,
        )
        for card in progress.cards()
        if card.mistake and card.exercise in known
    ]
    found.sort(key=lambda one: (one.resolved, -(one.last or UNKNOWN_TIME).timestamp(), one.exercise, one.code))
    return tuple(found)


def _finished(standings: Mapping[str, Standing], exercise: str) -> bool:
    return standings.get(exercise, NEW).status in _FINISHED

"""Computes due dates of reviews with FSRS, in whole days and without randomness; and the types of cards and drills.

FSRS is "Free Spaced Repetition Scheduler", in the implementation of its authors, the package `fsrs`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import date, datetime, time, timezone
from enum import IntEnum
from functools import lru_cache

import fsrs

from mxtutor.reporting.durations import day_words

MOST_DAYS = 365
"""Longest interval between two reviews, in days."""
QUICK_SECONDS = 60.0
"""Maximum seconds of work on a right first answer for the rating "easy"."""


Rating = IntEnum("Rating", "AGAIN HARD GOOD EASY")
"""How well the learner knew the answer; the numbers are FSRS's."""


@dataclass(frozen=True, slots=True)
class Memory:
    """FSRS's state of a card after a review."""

    stability: float
    """Days after which the learner still knows the answer with a probability of 90 %."""
    difficulty: float
    """Difficulty, from 1 to 10."""
    reviewed: date
    due: date

    def is_due(self, today: date) -> bool:
        """Return whether the card is due. It is if its last review is in the future: the clock was wrong then."""
        return self.due <= today or self.reviewed > today


def rate(*, first: bool, helped: bool = False, gave_up: bool = False, quick: bool = False) -> Rating:
    """Return the rating of a right answer.

    `first`: it is the first answer. `helped`: hints were open. `gave_up`: the solution was opened before.
    """
    if gave_up:
        return Rating.AGAIN
    if helped or not first:
        return Rating.HARD
    return Rating.EASY if quick else Rating.GOOD


def reviewed(memory: Memory | None, rating: Rating, day: date) -> Memory:
    """Return FSRS's state after a review; `memory` is None at the first review.

    A day before the last review counts as the same day.
    """
    when = _moment(day)
    card = fsrs.Card(card_id=1, state=fsrs.State.Learning, due=when)
    if memory is not None:
        card = fsrs.Card(
            card_id=1,
            state=fsrs.State.Review,
            stability=memory.stability,
            difficulty=memory.difficulty,
            due=_moment(memory.due),
            last_review=_moment(memory.reviewed),
        )
    card, _ = _scheduler().review_card(card, fsrs.Rating(int(rating)), when)
    assert card.stability is not None
    assert card.difficulty is not None
    return Memory(card.stability, card.difficulty, day, card.due.date())


def memory_of(stability: object, difficulty: object, last: object, due: object) -> Memory | None:
    """Return the memory from stored values; None if one of them is damaged."""
    if not isinstance(stability, float | int) or not isinstance(difficulty, float | int):
        return None
    sound = math.isfinite(stability) and stability > 0 and 1 <= difficulty <= 10
    days = (day_in(last), day_in(due))
    if not sound or days[0] is None or days[1] is None or not 0 <= (days[1] - days[0]).days <= MOST_DAYS:
        return None
    return Memory(float(stability), float(difficulty), days[0], days[1])


def day_in(text: object) -> date | None:
    """Return the day in a stored text; None if there is none."""
    try:
        return date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


def day_of(moment: datetime) -> date:
    """Return the day of an aware time in the learner's time zone."""
    return moment.astimezone().date()


def _moment(day: date) -> datetime:
    return datetime.combine(day, time(), timezone.utc)


@lru_cache(maxsize=1)
def _scheduler() -> fsrs.Scheduler:
    """Return FSRS with default parameters, but without intervals of minutes: a review is on another day."""
    return fsrs.Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=MOST_DAYS, enable_fuzzing=False)


OPTION = re.compile(r"([a-j]|[1-9]|10)[).]*", re.IGNORECASE)
"""An answer to a question with options, which may be a guess."""
RESOLVED = 2
"""Consecutive drills without a mistake after which it is resolved."""


@dataclass(frozen=True, slots=True)
class Card:
    """The review card of an exercise, or of a mistake in an exercise."""

    exercise: str
    mistake: str
    """Code of the mistake; empty for the exercise itself."""
    name: str
    """The mistake in one sentence; empty for the exercise itself."""
    times: int
    """How often the mistake was made."""
    made: datetime | None
    """When the mistake was last made, or the exercise first passed; None if the stored time is damaged."""
    passes: int
    """Number of last consecutive drills that passed without the mistake."""
    memory: Memory

    @property
    def resolved(self) -> bool:
        """Whether a mistake needs no more reviews; an exercise is never resolved."""
        return bool(self.mistake) and self.passes >= RESOLVED


@dataclass(frozen=True, slots=True)
class Drill:
    """A drill that was begun and is not solved yet."""

    code: str
    cursor: tuple[int, int] = (0, 0)
    """Row and column, from 0."""
    variant: int = 0
    """Number of a prediction's variant, from 0."""
    misses: int = 0
    """Number of checks that were not right."""
    made: frozenset[str] = frozenset()
    """Codes of the mistakes made in it."""
    seconds: float = 0.0
    """Seconds of work on it so far."""


COUNTED = {
    Rating.AGAIN: "Rated again",
    Rating.HARD: "Rated hard, because other answers came first",
    Rating.GOOD: "Rated good",
    Rating.EASY: "Rated easy",
}
"""Words for a rating, for the learner."""


@dataclass(frozen=True, slots=True)
class DrillResult:
    """The effect of a drill's check."""

    rating: Rating | None = None
    """The rating; None if the check changed no card: a second wrong answer, or a failure of mxtutor."""
    passed: bool = False
    due: str = ""
    """Day of the exercise's next review, YYYY-MM-DD."""
    resolved: tuple[str, ...] = ()
    """Names of the mistakes that this drill resolved."""

    def words(self, now: datetime) -> list[str]:
        """Return sentences on the effect; none if it changed nothing."""
        if self.rating is None:
            return []
        back = f"{COUNTED[self.rating]}: it comes back {day_words(self.due, day_of(now))}"
        if not self.passed:
            return [f"{back}, even if you solve it now."]
        return [f"{back}.", *(f"Resolved: {name.rstrip('.')}." for name in self.resolved)]


NOTHING = DrillResult()

"""The records of review cards and drills."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from mxtutor.progress.schedule import Memory, Rating

OPTION = re.compile(r"([a-j]|[1-9]|10)[).]*", re.IGNORECASE)
"""How a learner answers a choice of options; it may be chance."""
RESOLVED = 2
"""Drills in a row without a mistake after which it is resolved."""


@dataclass(frozen=True, slots=True)
class Card:
    """An exercise, or a mistake that was named in one, as reviews repeat it."""

    exercise: str
    mistake: str
    """Code of the mistake; empty for the exercise itself."""
    name: str
    """The mistake in one sentence; empty for the exercise itself."""
    times: int
    """How often the mistake was made."""
    made: datetime | None
    """When the mistake was made last, or the exercise was passed first; None if the stored time is damaged."""
    passes: int
    """Drills in a row that passed without the mistake."""
    memory: Memory

    @property
    def resolved(self) -> bool:
        """Whether a mistake needs no more reviews; an exercise is never resolved."""
        return bool(self.mistake) and self.passes >= RESOLVED


@dataclass(frozen=True, slots=True)
class Drill:
    """A drill that was begun and has not passed."""

    code: str
    cursor: tuple[int, int] = (0, 0)
    """Row and column, from 0."""
    variant: int = 0
    """Number of the variant of a prediction."""
    misses: int = 0
    """Checks that were not right."""
    made: frozenset[str] = frozenset()
    """Codes of the mistakes made in it."""
    seconds: float = 0.0
    """Time of work on it so far."""


@dataclass(frozen=True, slots=True)
class DrillResult:
    """What a check of a drill changed."""

    rating: Rating | None
    """None if the check changed no card: a wrong answer after another one, or a failure of mxtutor."""
    passed: bool
    due: str
    """Day of the next review of the exercise, YYYY-MM-DD."""
    resolved: tuple[str, ...] = ()
    """Names of the mistakes that this drill resolved."""

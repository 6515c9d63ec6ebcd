"""Points of a workshop: what answers are worth, what lateness costs, and totals. No file or clock is read here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from mxtutor.content.workshop import Credit, Late, LateRule, Workshop
from mxtutor.grading.protocol import Verdict

Evidence = Literal["attempt", "file", "none"]
"""How the time of a hand-in is known. `attempt`: an export of the tutor has an attempt with this answer. `file`: the
file's time, which a copy or an unpacking changes. `none`: not at all. Learners can change the first two.
"""

PERIODS = {"hour": timedelta(hours=1), "day": timedelta(days=1)}
"""Length of the periods of a late rule."""
_DIGITS = 6
"""Decimal places of points; it removes errors of binary fractions."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """When an answer was handed in."""

    when: datetime | None = None
    """Aware; None if it is not known, which counts as in time."""
    evidence: Evidence = "none"


@dataclass(frozen=True, slots=True)
class Score:
    """What one answer of one learner is worth."""

    exercise: str
    points: float
    """After what lateness costs."""
    of: float
    """Points of the exercise."""
    lost: float = 0.0
    """What lateness costs: `points + lost` is the worth of the same answer in time."""
    late: timedelta | None = None
    """Time after the due time; None for an answer in time, or of unknown time."""
    evidence: Evidence = "none"
    undecided: bool = False
    """Whether there is no verdict because mxtutor failed, so that the points may still change."""

    def to_json(self) -> dict[str, Any]:
        """Return plain data for JSON; `late_seconds` is null for an answer in time."""
        return {
            "points": self.points,
            "of": self.of,
            "lost": self.lost,
            "late_seconds": None if self.late is None else round(self.late.total_seconds()),
            "evidence": self.evidence,
            "undecided": self.undecided,
        }


@dataclass(frozen=True, slots=True)
class Total:
    """The points of one learner."""

    points: float
    of: float
    """Points of all exercises, tried or not."""
    lost: float = 0.0
    late: int = 0
    """Answers with points that were late."""
    undecided: int = 0
    """Answers without a verdict because mxtutor failed."""

    def to_json(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Scoring:
    """The rules of one workshop."""

    points: Mapping[str, float]
    """Points of each exercise that counts, in the order of the workshop."""
    due: datetime | None = None
    """Aware; None if answers are never late."""
    late: Late = "accepted"
    credit: Credit = "all"
    """What an answer earns that is not right."""

    @classmethod
    def of_workshop(cls, workshop: Workshop) -> Scoring:
        """Return the rules of a workshop."""
        return cls(workshop.points, workshop.due, workshop.late, workshop.credit)

    @property
    def exercises(self) -> tuple[str, ...]:
        """Ids of the exercises that count, in order; all others are ignored."""
        return tuple(self.points)

    def score(
        self, exercise: str, verdict: Verdict | None, handed_in: HandedIn | None = None, *, share: float = 0.0
    ) -> Score:
        """Return what an answer is worth; `verdict` is None if nothing was handed in.

        `share`, from 0 to 1, is how much of an answer is right that is not right as a whole.

        Raises:
            KeyError: the exercise does not count.
        """
        worth, at = self.points[exercise], handed_in or HandedIn()
        late = self._late(at.when)
        cost = 0.0 if late is None else lost_share(self.late, late)
        earned = round(worth * (1.0 if verdict is Verdict.RIGHT else share), _DIGITS)
        lost = round(earned * cost, _DIGITS)
        undecided = verdict is Verdict.BROKEN
        return Score(exercise, round(earned - lost, _DIGITS), worth, lost, late, at.evidence, undecided)

    def total(self, scores: Iterable[Score]) -> Total:
        """Return a learner's total over all exercises that count; those without a score count as nothing.

        Of several scores for one exercise, the best one counts.
        """
        best: dict[str, Score] = {}
        for score in scores:
            known = best.get(score.exercise)
            if score.exercise in self.points and (known is None or score.points > known.points):
                best[score.exercise] = score
        found = best.values()
        return Total(
            points=_sum(score.points for score in found),
            of=_sum(self.points.values()),
            lost=_sum(score.lost for score in found),
            late=sum(score.late is not None and score.points + score.lost > 0 for score in found),
            undecided=sum(score.undecided for score in found),
        )

    def _late(self, when: datetime | None) -> timedelta | None:
        if when is None or self.due is None or when <= self.due:
            return None
        return when - self.due


def lost_share(rule: Late, late: timedelta) -> float:
    """Return the share of the points, from 0 to 1, that an answer loses which is late by this positive time."""
    if not isinstance(rule, LateRule):
        return 1.0 if rule == "refused" else 0.0
    counted = late - timedelta(minutes=rule.grace_minutes)
    if counted <= timedelta(0):
        return 0.0
    periods = math.ceil(counted / PERIODS[rule.per])
    return min(periods * rule.percent, rule.at_most, 100.0) / 100.0


def _sum(values: Iterable[float]) -> float:
    return round(math.fsum(values), _DIGITS)

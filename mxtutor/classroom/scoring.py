"""Points of a workshop: points of answers, deductions for lateness, and totals. Reads no file and no clock."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from mxtutor.content.workshop import Credit, Late, LateRule, Workshop
from mxtutor.grading.protocol import Verdict

Evidence = Literal["attempt", "file", "none"]
"""How the time of a hand-in is known. `attempt`: an export of the tutor has an attempt with this answer. `file`: from
the time of the file, which copying or unpacking changes. `none`: unknown. Learners can falsify the first two.
"""

PERIODS = {"hour": timedelta(hours=1), "day": timedelta(days=1)}
"""Length of the periods of a late rule."""
_DIGITS = 6
"""Decimal places to which points are rounded, which removes errors of binary fractions."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """When an answer was handed in, and how this is known."""

    when: datetime | None = None
    """Time (aware); None if it is unknown, which counts as in time."""
    evidence: Evidence = "none"


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one answer of one learner."""

    points: float
    """Points after the deduction for lateness."""
    of: float
    """Points of a right answer to the exercise in time."""
    lost: float = 0.0
    """Deduction for lateness: `points + lost` are the points of the same answer in time."""
    late: timedelta | None = None
    """Time after the due time; None for an answer in time, or of unknown time."""
    evidence: Evidence = "none"
    undecided: bool = False
    """Whether there is no verdict because mxtutor failed, so that the points may still change."""

    def to_json(self) -> dict[str, Any]:
        """Return plain data for JSON; `late_seconds` is null for an answer in time."""
        data = asdict(self)
        del data["late"]
        return data | {"late_seconds": None if self.late is None else round(self.late.total_seconds())}


@dataclass(frozen=True, slots=True)
class Total:
    """The points of one learner."""

    points: float
    of: float
    """Sum of the points of all exercises, tried or not."""
    lost: float = 0.0
    late: int = 0
    """Number of late answers with points."""
    undecided: int = 0
    """Number of answers without a verdict because mxtutor failed."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Scoring:
    """The rules for points of one workshop."""

    points: Mapping[str, float]
    """Points of each exercise that counts, in the order of the workshop."""
    due: datetime | None = None
    """When answers are due (aware); None if answers are never late."""
    late: Late = "accepted"
    credit: Credit = "all"
    """The rule for partial credit."""

    @classmethod
    def of_workshop(cls, workshop: Workshop) -> Scoring:
        """Return the rules of a workshop."""
        return cls(workshop.points, workshop.due, workshop.late, workshop.credit)

    def score(
        self, exercise: str, verdict: Verdict | None, handed_in: HandedIn | None = None, *, share: float = 0.0
    ) -> Score:
        """Return the points of an answer; `verdict` is None if nothing was handed in.

        `share` is the partial credit of an answer that is not right, from 0 to 1.

        Raises:
            KeyError: the exercise does not count.
        """
        worth, at = self.points[exercise], handed_in or HandedIn()
        late = at.when - self.due if at.when and self.due and at.when > self.due else None
        cost = 0.0 if late is None else lost_share(self.late, late)
        earned = round(worth * (1.0 if verdict is Verdict.RIGHT else share), _DIGITS)
        lost = round(earned * cost, _DIGITS)
        undecided = verdict is Verdict.BROKEN
        return Score(round(earned - lost, _DIGITS), worth, lost, late, at.evidence, undecided)

    def total(self, scores: Iterable[Score]) -> Total:
        """Return a learner's total over all exercises that count; `scores` has one score for each that was tried."""
        found = list(scores)
        return Total(
            points=_sum(score.points for score in found),
            of=_sum(self.points.values()),
            lost=_sum(score.lost for score in found),
            late=sum(score.late is not None and score.points + score.lost > 0 for score in found),
            undecided=sum(score.undecided for score in found),
        )


def lost_share(rule: Late, late: timedelta) -> float:
    """Return the share of its points, from 0 to 1, that an answer loses which is late by `late` (positive)."""
    if not isinstance(rule, LateRule):
        return 1.0 if rule == "refused" else 0.0
    counted = late - timedelta(minutes=rule.grace_minutes)
    if counted <= timedelta(0):
        return 0.0
    periods = math.ceil(counted / PERIODS[rule.per])
    return min(periods * rule.percent, rule.at_most, 100.0) / 100.0


def _sum(values: Iterable[float]) -> float:
    return round(math.fsum(values), _DIGITS)

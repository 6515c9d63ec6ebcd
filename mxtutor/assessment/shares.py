"""What is reported: the share of exercises that the learner can do, with an interval.

The share of a set of exercises is the mean of the chances to do each of them (the true score). It is uncertain for two
reasons: the abilities are uncertain, and so is the difficulty of each exercise. An exercise that was answered says
something about its own difficulty, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from mxtutor.assessment.grid import Curve, above, dot, shortest
from mxtutor.assessment.model import Belief, Chances, Curves, Item
from mxtutor.assessment.records import Interval

LEVEL = 0.9
"""Probability that an interval contains the truth; measured with several kinds of simulated learners."""
HELD = 0.96
"""Probability that an interval must have in the model to reach `LEVEL`, because learners differ from the model."""


@dataclass(frozen=True, slots=True)
class Weighted:
    """An exercise of a set, how much it counts there, and the response to it; None if it was not asked."""

    item: Item
    weight: float = 1.0
    right: bool | None = None

    @property
    def chances(self) -> Chances:
        """The chances to do it, given the response."""
        return Curves.of(self.item).chances(self.right)


@dataclass(frozen=True, slots=True)
class ShareCurve:
    """Mean and variance of a share for each ability in its skill; the variance is that of the difficulties."""

    mean: Curve
    variance: Curve


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of a share: a mixture of normal distributions."""

    weights: Curve
    means: Curve
    sds: Curve

    def interval(self, level: float = HELD) -> Interval:
        """Return the mean and the shortest interval, which may reach 0 or 1."""
        low, high = shortest(self.weights, self.means, self.sds, level)
        return Interval(round(min(max(dot(self.weights, self.means), low), high), 4), low, high)

    def above(self, limit: float) -> float:
        """Return the probability that the share is above a limit."""
        return above(self.weights, self.means, self.sds, limit)


@lru_cache(maxsize=256)
def share_curve(members: tuple[Weighted, ...]) -> ShareCurve:
    """Return the share of exercises of one skill for each ability in it."""
    total = sum(member.weight for member in members)
    parts = [(member.weight / total, member.chances) for member in members]
    means = list(zip(*(chances.mean for _, chances in parts), strict=True))
    squares = list(zip(*(chances.square for _, chances in parts), strict=True))
    weights = [weight for weight, _ in parts]
    doubled = [weight * weight for weight in weights]
    return ShareCurve(
        tuple(dot(weights, row) for row in means),
        tuple(
            max(sum(w * (s - m * m) for w, s, m in zip(doubled, square, mean, strict=True)), 0.0)
            for square, mean in zip(squares, means, strict=True)
        ),
    )


def total_spread(belief: Belief, members: Iterable[Weighted]) -> Spread:
    """Return the distribution of the share of exercises, of one topic or several.

    Given the general ability the skills are independent; their sum is then taken as normal.

    Raises:
        ValueError: there are no members, or their weights are all 0.
    """
    by_skill: dict[str, list[Weighted]] = {}
    for member in members:
        if member.weight > 0:
            by_skill.setdefault(member.item.skill, []).append(member)
    if not by_skill:
        raise ValueError("a share needs an exercise")
    sums = {skill: sum(member.weight for member in found) for skill, found in by_skill.items()}
    total = sum(sums.values())
    curves = {skill: share_curve(tuple(found)) for skill, found in by_skill.items()}
    if len(curves) == 1:
        ((skill, curve),) = curves.items()
        return Spread(belief.topic(skill), curve.mean, tuple(v**0.5 for v in curve.variance))
    weights, means, sds = belief.general, [], []
    for point, weight in enumerate(weights):
        mean = variance = 0.0
        if weight > 1e-9:
            for skill, curve in curves.items():
                given = belief.given_general(skill, point)
                part = sums[skill] / total
                here = dot(given, curve.mean)
                spread = dot(given, curve.variance) + dot(given, [(m - here) ** 2 for m in curve.mean])
                mean += part * here
                variance += part * part * spread
        means.append(mean)
        sds.append(variance**0.5)
    return Spread(weights, tuple(means), tuple(sds))


def chance(belief: Belief, member: Weighted) -> float:
    """Return the probability that the learner can do one exercise."""
    return dot(belief.topic(member.item.skill), member.chances.mean)


def members_of(
    items: Mapping[str, Item], weights: Mapping[str, float], responses: Mapping[str, bool], topic: str = ""
) -> list[Weighted]:
    """Return the exercises that count, with their responses; of one topic if it is given."""
    return [
        Weighted(items[identity], weight, responses.get(identity))
        for identity, weight in weights.items()
        if weight > 0 and identity in items and topic in ("", items[identity].topic)
    ]

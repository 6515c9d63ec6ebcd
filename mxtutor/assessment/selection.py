"""Chooses the next item: the one that is expected to narrow its topic's interval most per minute.

Minimum expected posterior variance (van der Linden 1998) per unit of time (Fan, Wang, Chang and Douglas 2012), with
topics balanced, and one of the best few at random, so that items are not always the same (Kingsbury and Zara 1989).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import mul

from mxtutor.assessment.grid import Curve, dot
from mxtutor.assessment.model import Belief, Chances, Curves, Item
from mxtutor.assessment.shares import ShareCurve, members_of, share_curve

BEST = 3
"""Number of the best items among which the next one is drawn."""
NEAR = 0.8
"""Share of the best item's gain that another one must have to be drawn."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked so far, and what the report is about."""

    items: Mapping[str, Item]
    """All items that may be asked, by id."""
    weights: Mapping[str, float]
    """How much each exercise counts in the report; items without a weight may be asked, and do not count."""
    responses: Mapping[str, bool]
    closed: frozenset[str] = frozenset()
    """Items that must not be asked again, besides those with a response."""

    def counts(self) -> Counter[str]:
        """Return the number of responses by topic."""
        return Counter(self.items[one].topic for one in self.responses if one in self.items)

    def quizzes(self, topic: str) -> int:
        """Return how many responses of a topic are to quiz items, less those to code."""
        asked = [self.items[one] for one in self.responses if one in self.items]
        return sum((1 if item.quiz else -1) for item in asked if item.topic == topic)


def choose(
    belief: Belief,
    asked: Asked,
    *,
    topics: Mapping[str, float],
    least: int,
    fits: Callable[[Item], bool],
    seed: int,
    by_time: bool = True,
) -> Item | None:
    """Return the next item; None if no item is left that fits.

    `topics` maps each topic that still needs items to its weight. Topics with fewer than `least` responses come first,
    those with the fewest before all others. In each topic, quiz items and code take turns while both are left.
    `by_time`: the gain of an item is divided by its minutes.
    """
    counts = asked.counts()
    free = _free(asked, topics, fits)
    if not free:
        return None
    few = min(counts[topic] for topic in free)
    if few < least:
        free = {topic: found for topic, found in free.items() if counts[topic] == few}
    gains = [
        (gain * topics[topic] / (item.minutes if by_time else 1.0), item)
        for topic, found in free.items()
        for item, gain in _gains(belief, asked, topic, found)
    ]
    gains.sort(key=lambda one: (-one[0], one[1].id))
    best = [item for gain, item in gains[:BEST] if gain >= NEAR * gains[0][0]]
    return random.Random(f"{seed}:{len(asked.responses)}:{len(asked.closed)}").choice(best)  # noqa: S311


def _free(asked: Asked, topics: Mapping[str, float], fits: Callable[[Item], bool]) -> dict[str, list[Item]]:
    """Return the items that may come next, by topic; those that the report is not about only where no other is left."""
    free: dict[str, list[Item]] = {}
    for item in asked.items.values():
        if item.topic in topics and item.id not in asked.responses and item.id not in asked.closed and fits(item):
            free.setdefault(item.topic, []).append(item)
    for topic, found in free.items():
        found = [item for item in found if item.id in asked.weights] or found
        more = asked.quizzes(topic)
        wanted = [item for item in found if more == 0 or item.quiz == (more < 0)]
        free[topic] = wanted or found
    return free


def _gains(belief: Belief, asked: Asked, topic: str, free: list[Item]) -> list[tuple[Item, float]]:
    """Return each item with the expected decrease of the variance of its topic's share."""
    members = members_of(asked.items, asked.weights, asked.responses, topic)
    if not members:  # the report is not about this topic
        return [(item, 0.0) for item in free]
    curve = share_curve(tuple(members))
    posterior = belief.topic(topic)
    total = sum(member.weight for member in members)
    before = _variance(posterior, curve.mean, curve.variance)
    known: dict[tuple[Curves, float], float] = {}
    gains = []
    for item in free:
        curves = Curves.of(item)
        weight = asked.weights.get(item.id, 0.0) / total
        key = (curves, weight)
        if key not in known:
            known[key] = before - sum(_expected(posterior, curve, curves, weight, right) for right in (True, False))
        gains.append((item, known[key]))
    return gains


def _expected(posterior: Curve, curve: ShareCurve, curves: Curves, weight: float, right: bool) -> float:
    """Return the probability of a response times the variance of the share after it."""
    weights = tuple(map(mul, posterior, curves.likelihood(right)))
    probability = math.fsum(weights)
    mean, variance = curve.mean, curve.variance
    if weight > 0:
        then, now = curves.chances(right), curves.unasked
        mean = tuple(a + weight * (b - c) for a, b, c in zip(mean, then.mean, now.mean, strict=True))
        variance = tuple(a + weight * weight * (b - c) for a, b, c in zip(variance, _own(then), _own(now), strict=True))
    return probability * _variance(tuple(w / probability for w in weights), mean, variance)


def _own(chances: Chances) -> tuple[float, ...]:
    return tuple(s - m * m for s, m in zip(chances.square, chances.mean, strict=True))


def _variance(weights: Curve, mean: Curve, variance: Curve) -> float:
    centre = dot(weights, mean)
    return dot(weights, variance) + dot(weights, [(m - centre) ** 2 for m in mean])

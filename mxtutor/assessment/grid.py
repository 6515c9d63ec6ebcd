"""Numerical integration in pure Python: the points of the ability scale, normal weights, moments of response curves.

The screen's process imports no NumPy, and the grids are small: an update takes about a millisecond.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import mul

STEP = 0.75
"""Distance of two points of the ability scale, in logits."""
POINTS = tuple(STEP * i - 21.0 for i in range(57))
"""Abilities on which posteriors are computed, in logits."""
ERROR_SD = 3.0
"""Standard deviation of the error of an item's difficulty, in logits: the difficulties are estimates from content, and
people know some exercises of a topic and others not, whatever their difficulty is."""
_ERROR_POINTS = tuple(0.5 * i for i in range(-10, 11))
"""Errors over which curves are integrated, in standard deviations: -5 to 5. A sum over equidistant points is exact to
six digits here, because the normal density nearly vanishes at both ends."""

Curve = tuple[float, ...]
"""One value for each point of `POINTS`."""


def dot(left: Sequence[float], right: Sequence[float]) -> float:
    total: float = sum(map(mul, left, right))
    return total


def normalised(weights: Iterable[float]) -> Curve:
    """Return weights that sum to 1.

    Raises:
        ValueError: their sum is 0 or not finite.
    """
    values = tuple(weights)
    total = math.fsum(values)
    if not 0.0 < total < math.inf:
        raise ValueError("weights must have a positive, finite sum")
    return tuple(value / total for value in values)


def normal_weights(mean: float, sd: float, points: Sequence[float] = POINTS) -> Curve:
    """Return the weights of a normal distribution on `points`; they sum to 1."""
    return normalised(math.exp(-0.5 * ((x - mean) / sd) ** 2) for x in points)


def logistic(x: float) -> float:
    """Return 1 / (1 + exp(-x)) without overflow."""
    return 1.0 / (1.0 + math.exp(-x)) if x >= 0 else math.exp(x) / (1.0 + math.exp(x))


@lru_cache(maxsize=1024)
def moments(difficulty: float, error_sd: float = ERROR_SD) -> tuple[Curve, Curve, Curve]:
    """Return the first three moments of the chance to do an item, for each ability.

    The chance is logistic(ability - difficulty - error); the error is normal with mean 0 and `error_sd`.
    """
    weights = normal_weights(0.0, 1.0, _ERROR_POINTS)
    errors = tuple(error_sd * z for z in _ERROR_POINTS)
    rows = [tuple(logistic(x - difficulty - error) for error in errors) for x in POINTS]
    return (
        tuple(dot(weights, row) for row in rows),
        tuple(dot(weights, [p * p for p in row]) for row in rows),
        tuple(dot(weights, [p**3 for p in row]) for row in rows),
    )


LIMITS = tuple(k / 100 for k in range(101))
"""Possible ends of an interval; reports round to whole percents."""


def shortest(
    weights: Sequence[float], means: Sequence[float], sds: Sequence[float], level: float
) -> tuple[float, float]:
    """Return the shortest interval of shares that holds `level` of a mixture of normal distributions.

    Probability below 0 or above 1 counts as probability of 0 or 1, so an interval may begin or end there.
    """
    held = [0.0, *(1.0 - above(weights, means, sds, limit) for limit in LIMITS[1:-1]), 1.0]
    ends = [next((j for j in range(i, len(held)) if held[j] - held[i] >= level), None) for i in range(len(held))]
    _, _, low, high = min((j - i, held[i] - held[j], i, j) for i, j in enumerate(ends) if j is not None)
    return LIMITS[low], LIMITS[high]


def above(weights: Sequence[float], means: Sequence[float], sds: Sequence[float], limit: float) -> float:
    """Return the probability of a mixture of normal distributions above a limit; the weights sum to 1."""
    root = math.sqrt(2.0)
    return sum(
        w * 0.5 * (1.0 - math.erf((limit - m) / (max(s, 1e-6) * root)))
        for w, m, s in zip(weights, means, sds, strict=True)
        if w > 1e-9
    )

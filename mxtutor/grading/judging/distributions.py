"""The distributions for judging draws: their distribution functions, means and standard deviations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from mxtutor.grading.results.values import Array

Function = Callable[..., Array]
"""Takes draws and parameters, float64, of shapes that broadcast."""


@dataclass(frozen=True, slots=True)
class Law:
    """One family of distributions."""

    upto: Function
    """Probability of a draw of at most x."""
    below: Function | None = None
    """Probability of a draw below x; only for discrete distributions, where it can be smaller than `upto`."""
    moments: Callable[..., tuple[Array, Array]] | None = None
    """Mean and standard deviation; only for discrete distributions."""


_GRID = np.linspace(-9.0, 9.0, 36_001)
_NORMAL = np.array([0.5 * math.erfc(-v / math.sqrt(2)) for v in _GRID])
"""The standard normal distribution function on a grid; interpolation has an error below 2e-8."""


def _trials(x: Array, p: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.where(x >= 1, -np.expm1(x * np.log1p(-p)), 0.0)


def _coin(x: Array, p: Array) -> Array:
    return np.where(x >= 1, 1.0, np.where(x >= 0, 1 - p, 0.0))


LAWS: Mapping[str, Law] = {
    "uniform": Law(lambda x, low, high: np.asarray((x - low) / (high - low))),
    "normal": Law(lambda x, mean, deviation: np.asarray(np.interp((x - mean) / deviation, _GRID, _NORMAL))),
    "exponential": Law(lambda x, rate: np.asarray(-np.expm1(-rate * np.maximum(x, 0)))),
    "cauchy": Law(lambda x, median, scale: np.asarray(0.5 + np.arctan((x - median) / scale) / math.pi)),
    "geometric": Law(_trials, lambda x, p: _trials(x - 1, p), lambda p: (1 / p, np.sqrt(1 - p) / p)),
    "bernoulli": Law(_coin, lambda x, p: _coin(x - 1, p), lambda p: (p, np.sqrt(p * (1 - p)))),
}


def places(law: Law, draws: Array, parameters: tuple[Array, ...], rng: np.random.Generator) -> Array:
    """Return the place of each draw in its distribution, float64 in [0, 1), shape of `draws`.

    Draws that follow the law give independent uniform numbers. A draw of a discrete law covers an interval of
    [0, 1), so `rng` chooses a place in it.
    """
    x = draws.astype(np.float64)
    top = law.upto(x, *parameters)
    if law.below is not None:
        bottom = law.below(x, *parameters)
        top = bottom + rng.random(x.shape) * (top - bottom)
    return np.clip(np.nan_to_num(top, nan=0.0), 0.0, 1 - 2.0**-53)

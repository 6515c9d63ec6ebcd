"""Measures how often correct random draws are refused, at limits that are stricter than the shipped ones.

    python -m benchmarks.chance --draws 2000 [LAW ...]

NumPy draws the numbers, the tests of `mxtutor.grading.judging.chance` judge them. A row shows, for one law and limit,
how many sets of draws were refused, the bound on that number, and the tests that refused most often. If the shares stay
below the bound at limits of 1 in 10, 100 and 1000, the bound holds at the shipped limit, too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable

import numpy as np

from mxtutor.grading.judging import chance
from mxtutor.grading.judging.distributions import LAWS
from mxtutor.grading.judging.statistical import pool
from mxtutor.grading.results.values import Array

Rng = np.random.Generator
LIMITS = (1e-1, 1e-2, 1e-3)
TESTS = 12
"""Number of tests that judge one set of draws."""
LARGE, SMALL = (2, 3, 4000), (200, 24)

PARAMETERS: dict[str, tuple[float, ...]] = {
    "uniform": (2, 5),
    "normal": (1, 3),
    "exponential": (4,),
    "cauchy": (2, 0.5),
    "geometric": (0.3,),
    "bernoulli": (0.8,),
}
DRAW: dict[str, Callable[[Rng, tuple[int, ...]], Array]] = {
    "uniform": lambda r, shape: r.uniform(2, 5, shape),
    "normal": lambda r, shape: r.normal(1, 3, shape),
    "exponential": lambda r, shape: r.exponential(0.25, shape),
    "cauchy": lambda r, shape: np.asarray(2 + 0.5 * r.standard_cauchy(shape)),
    "geometric": lambda r, shape: np.asarray(r.geometric(0.3, shape)),
    "bernoulli": lambda r, shape: np.asarray(r.random(shape) < 0.8),
}


def refusals(name: str, limit: float, draws: int, seed: int) -> tuple[int, Counter[str]]:
    """Return how many sets of right draws are refused at a limit, and counts of the messages of the tests."""
    rng, refused, messages = np.random.default_rng(seed), 0, Counter[str]()
    parameters = tuple(np.asarray(p, np.float64) for p in PARAMETERS[name])
    chance.ALPHA = limit
    for turn in range(draws):
        shape = LARGE if turn % 2 else SMALL
        calls = DRAW[name](rng, shape).astype(np.float32)
        found = list(chance.faults(pool(LAWS[name], parameters, calls, rng.random(shape[1:]))))
        refused += bool(found)
        messages.update(" ".join(word for word in f.split() if word.isalpha())[:40] for f in found)
    return refused, messages


def main(arguments: list[str]) -> int:
    """Print one row per law and limit; return 1 when more draws are refused than the bound allows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("only", nargs="*", metavar="LAW", help="names of laws; all without any")
    options = parser.parse_args(arguments)
    failed = False
    for name in options.only or PARAMETERS:
        for limit in LIMITS:
            refused, messages = refusals(name, limit, options.draws, options.seed)
            bound = min(1.0, TESTS * limit) * options.draws
            failed |= refused > bound + 5 * bound**0.5
            most = ", ".join(f"{count} {what}" for what, count in messages.most_common(3))
            print(
                f"{name:12} limit {limit:g}: {refused} of {options.draws} refused, bound {bound:g}; {most}", flush=True
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

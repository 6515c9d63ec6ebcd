"""Detects ill-conditioned draws: inputs where rounding changes the reference result beyond the tolerance.

On such inputs, two right answers can differ by more than the tolerance, so a grading does not use them. An example is
a rectifier whose input is 0 except for rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import msgspec
import numpy as np

from mxtutor.content.model import Compare, Observation
from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.judging.observations import observations
from mxtutor.grading.results.outcome import Outcome

Judged = TypeVar("Judged", Compare, Observation)

SHARE = 4
"""A perturbation may use 1 / SHARE of the tolerance."""


def perturbed(cases: Sequence[DrawnCase], by: float, seed: int) -> list[DrawnCase]:
    """Return the cases twice: with the fractions in their arrays changed by random amounts, then by the opposite ones.

    `by` is relative to each value. Arrays of whole numbers (labels, counts) and single numbers (a learning rate) stay
    unchanged.
    """
    return [_perturb(case, by * sign, np.random.default_rng(seed)) for sign in (1, -1) for case in cases]


def _perturb(case: DrawnCase, by: float, rng: np.random.Generator) -> DrawnCase:
    return replace(case, inputs=_moved(dict(case.inputs), by, rng), extra=_moved(dict(case.extra), by, rng))


def _moved(tree: Any, by: float, rng: np.random.Generator) -> Any:
    if isinstance(tree, dict):
        return {key: _moved(value, by, rng) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(_moved(value, by, rng) for value in tree)
    if not isinstance(tree, np.ndarray) or tree.dtype.kind != "f" or tree.size < 2 or (tree == np.round(tree)).all():
        return tree
    return (tree * (1 + by * rng.standard_normal(tree.shape))).astype(tree.dtype)


def steady(compare: Compare, expected: Sequence[Outcome], moved: Sequence[Outcome]) -> bool:
    """Return whether the observations stay within a share of the tolerance; `moved` holds every case twice."""
    tight = stricter(compare, SHARE)
    return all(
        aspect.ok
        for want, have in zip([*expected, *expected], moved, strict=True)
        for aspect in observations(tight, want.observed, have.observed)
    )


def stricter(compare: Compare, factor: float) -> Compare:
    """Return a comparison with tolerances divided by `factor`; the rules for random results stay unchanged."""
    observe = {name: _stricter(o, factor) for name, o in compare.observe.items()}
    return _stricter(compare, factor, observe=observe)


def _stricter(judged: Judged, factor: float, **changes: Any) -> Judged:
    if judged.rtol is not None and judged.atol is not None:
        changes["values"] = (judged.rtol / factor, judged.atol / factor)
    return msgspec.structs.replace(judged, **changes)

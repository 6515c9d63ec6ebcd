"""Tells draws on which what is expected hangs by a hair, such as a rectifier whose input is 0 but for a rounding.

There two right answers differ by far more than their roundings, so such draws judge nobody.
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
"""A nudge may use up one part in so many of what is allowed."""


def perturbed(cases: Sequence[DrawnCase], by: float, seed: int) -> list[DrawnCase]:
    """Return the cases with every fraction in their arrays moved a little up, then all of them moved down.

    `by` is relative to each value. Whole numbers (labels, counts) and single ones (a learning rate) stay as they are.
    """
    return [_nudge(case, by * sign, np.random.default_rng(seed)) for sign in (1, -1) for case in cases]


def _nudge(case: DrawnCase, by: float, rng: np.random.Generator) -> DrawnCase:
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
    """Tell whether what observers saw stays within a share of what is allowed; `moved` holds every case twice."""
    tight = stricter(compare, SHARE)
    return all(
        aspect.ok
        for want, have in zip([*expected, *expected], moved, strict=True)
        for aspect in observations(tight, want.observed, have.observed)
    )


def stricter(compare: Compare, factor: float) -> Compare:
    """Return a comparison that allows so many times less; draws are judged as ever."""
    observe = {name: _stricter(o, factor) for name, o in compare.observe.items()}
    return _stricter(compare, factor, observe=observe)


def _stricter(judged: Judged, factor: float, **changes: Any) -> Judged:
    if judged.rtol is not None and judged.atol is not None:
        changes["values"] = (judged.rtol / factor, judged.atol / factor)
    return msgspec.structs.replace(judged, **changes)

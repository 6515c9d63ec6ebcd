"""Judges random draws: support, distribution, new draws at each call, the same draws after the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mxtutor.content.model import Statistics
from mxtutor.grading.inputs import DrawnCase
from mxtutor.grading.numeric import ks_distance
from mxtutor.grading.protocol import Aspect
from mxtutor.grading.seen import Outcome, reference_array
from mxtutor.grading.values import Array, Value, show_array

MANY = 1000
"""Draws from which on two calls must differ and distributions are compared."""

RARE = 1e-3
"""Share of infinite draws that passes: a quotient of normal draws (a right Cauchy) divides by 0 in one of 5 million."""


def statistics(wanted: Statistics, case: DrawnCase, expected: Value, outcome: Outcome) -> list[Aspect]:
    want, got = reference_array(expected), outcome.value.array
    if got is None:
        return []
    aspects = [_support(wanted, case, got)]
    if got.size >= MANY:
        aspects.append(_distribution(wanted, want, got))
    if got.size >= MANY:
        aspects.append(_second(wanted, want, got, outcome.again.array if outcome.again else None))
    if wanted.reseed:
        back = outcome.reseeded is not None and outcome.reseeded.array is not None
        back = back and outcome.reseeded is not None and _same_bytes(outcome.reseeded.array, got)
        told = (
            ""
            if back
            else "After `mx.random.seed(s)` with the same s another draw came: it does not use MXNet's generator."
        )
        aspects.append(Aspect("reproducibility", back, told, "the same draw after the same seed", "another draw"))
    return aspects


def _second(wanted: Statistics, want: Array, got: Array, again: Array | None) -> Aspect:
    """Judge a second call: draws of the same form and distribution, but not the same ones."""
    if again is None or again.shape != got.shape or again.dtype != got.dtype:
        return Aspect("statistics", False, "A second call gives something else.", "new draws", "no such draws")
    if again.tobytes() == got.tobytes():
        told = "Two calls drew the same numbers."
        return Aspect("statistics", False, told, "new draws at each call", "the same draws")
    judged = _distribution(wanted, want, again)
    return judged if judged.ok else replace(judged, message=f"In a second call: {judged.message}")


def _same_bytes(one: Array | None, other: Array) -> bool:
    return one is not None and one.shape == other.shape and one.tobytes() == other.tobytes()


def _support(wanted: Statistics, case: DrawnCase, got: Array) -> Aspect:
    low, high = _limits(wanted, case)
    if np.isnan(got).any() or np.isinf(got).mean() > RARE:
        return Aspect("statistics", False, "Some draws are NaN or infinite.", "finite numbers", show_array(got))
    slack = 1e-6 * max([1.0, *(abs(v) for v in (low, high) if v is not None)])  # limits are float32 on the other side
    smallest, greatest = float(got.min()), float(got.max())
    span = _span(low, high)
    if (low is not None and smallest < low - slack) or (high is not None and greatest > high + slack):
        told = f"Draws from {smallest:.6g} to {greatest:.6g}; {span} expected."
        return Aspect("statistics", False, told, span, f"[{smallest:.6g}, {greatest:.6g}]")
    if wanted.integer and not (got == np.round(got)).all():
        return Aspect("statistics", False, "Some draws are not whole numbers.", "whole numbers", show_array(got))
    return Aspect("statistics", True)


def _span(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"[{low:g}, {high:g}]"
    if low is not None:
        return f"at least {low:g}"
    return "any number" if high is None else f"at most {high:g}"


def _limits(wanted: Statistics, case: DrawnCase) -> tuple[float | None, float | None]:
    if wanted.within is not None:
        low, high = (float(case.inputs[name]["value"]) for name in wanted.within)
        return low, high
    return wanted.support or (None, None)


def _distribution(wanted: Statistics, want: Array, got: Array) -> Aspect:
    """Judge each row's distribution; the false-alarm rate of a row is 2 exp(-2 d^2 n m / (n + m))."""
    rows: Sequence[tuple[Any, Any]] = list(
        zip(want.reshape(-1, want.shape[-1]), got.reshape(-1, got.shape[-1]), strict=True)
    )
    for i, (theirs, ours) in enumerate(rows):
        distance = ks_distance(theirs, ours)
        if distance > wanted.ks:
            told = (
                f"The distribution differs in row {i}: mean {ours.mean():.4g}, median {np.median(ours):.4g}; "
                f"PyTorch's has mean {theirs.mean():.4g}, median {np.median(theirs):.4g} "
                f"(distance {distance:.3f}, allowed {wanted.ks})."
            )
            return Aspect("statistics", False, told, f"median {np.median(theirs):.4g}", f"median {np.median(ours):.4g}")
    return Aspect("statistics", True)

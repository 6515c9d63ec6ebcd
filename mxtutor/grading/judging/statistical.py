"""Judges random draws: limits, distribution, independence, new draws in each call, equal draws after the same seed."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mxtutor.content.model import Statistics
from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.judging.chance import Pool, faults
from mxtutor.grading.judging.distributions import LAWS, Law, places
from mxtutor.grading.judging.numeric import ks_distance
from mxtutor.grading.protocol import Aspect, AspectKind
from mxtutor.grading.recipes import Recipe, array_of, value_of
from mxtutor.grading.results.values import FAMILIES, Array, Family, Outcome, Value, reference_array, show_array

MANY = 1000
"""Smallest number of draws for which two calls must differ and distributions are compared."""

RARE = 1e-3
"""Allowed share of infinite draws: a quotient of normal draws (a right Cauchy) divides by 0 in one of 5 million."""


def statistics(
    wanted: Statistics, case: DrawnCase, expected: Value, outcome: Outcome, family: Family = FAMILIES["mxnet"]
) -> list[Aspect]:
    """Judge the draws of all calls of one case."""
    want, got = reference_array(expected), outcome.value.array
    if got is None:
        return []
    calls = [("", got), *(_later(outcome) if got.size >= MANY else ())]
    aspects: list[Aspect] = []
    for name, array in calls:
        judged = _call(wanted, case, want, got, array)
        aspects.append(judged if judged.ok else replace(judged, message=f"{name}{judged.message}"))
    if all(a.ok for a in aspects):
        aspects += _new(outcome, got, family)
    if all(a.ok for a in aspects) and wanted.law:
        aspects.append(_chance(wanted, case, outcome, got))
    if wanted.reseed:
        aspects.append(_reproducible(outcome, got, family))
    return aspects


def _later(outcome: Outcome) -> list[tuple[str, Array | None]]:
    """Return the draws of later calls, each with the beginning of a message about it."""
    second = outcome.again.array if outcome.again else None
    found = [("In a second call: ", second)]
    if outcome.other is not None:
        found.append(("After another seed: ", outcome.other.array))
    return found


def _call(wanted: Statistics, case: DrawnCase, want: Array, got: Array, array: Array | None) -> Aspect:
    if array is None or array.shape != got.shape or array.dtype != got.dtype:
        return Aspect(AspectKind.STATISTICS, False, "Something else is returned.", "new draws", "no such draws")
    judged = _support(wanted, case, array)
    return _distribution(wanted, want, array) if judged.ok and array.size >= MANY else judged


def _new(outcome: Outcome, got: Array, family: Family) -> list[Aspect]:
    """Judge whether later calls return new draws."""
    if got.size < MANY:
        return []
    again, other = outcome.again, outcome.other
    if again is not None and again.array is not None and again.array.tobytes() == got.tobytes():
        return [_repeating("Two calls drew the same numbers.", "new draws at each call")]
    if other is not None and other.array is not None and other.array.tobytes() == got.tobytes():
        return [_repeating(f"Two seeds of `{family.seed}` give the same numbers.", "other draws after another seed")]
    return [Aspect(AspectKind.STATISTICS, True)]


def _repeating(message: str, wanted: str) -> Aspect:
    return Aspect(AspectKind.STATISTICS, False, message, wanted, "the same draws")


def _reproducible(outcome: Outcome, got: Array, family: Family) -> Aspect:
    """Judge whether the same seed repeats the draws, also with other contents of an array that only gives a shape."""
    kind, wanted = AspectKind.REPRODUCIBILITY, "the same draw after the same seed"
    if outcome.reseeded is None or not _same_bytes(outcome.reseeded.array, got):
        message = (
            f"After `{family.seed}(s)` with the same s the draw is another one: "
            f"it does not use {family.name}'s generator."
        )
        return Aspect(kind, False, message, wanted, "another draw")
    if outcome.refilled is not None and not _same_bytes(outcome.refilled.array, got):
        message = (
            "With other contents of the array, such as NaN, the same seed gives another draw: "
            "only its shape may matter."
        )
        return Aspect(kind, False, message, wanted, "another draw")
    return Aspect(kind, True, "", wanted, "another draw")


def _chance(wanted: Statistics, case: DrawnCase, outcome: Outcome, got: Array) -> Aspect:
    """Judge the draws of all calls together: their distribution, and whether they are independent."""
    drawn = [got] + [v.array for v in (outcome.again, outcome.other) if v is not None and v.array is not None]
    calls = np.stack(drawn) if got.size >= MANY else _pooled(outcome, got)
    if calls is None:
        return Aspect(AspectKind.STATISTICS, False, "A later call gives something else.", "new draws", "no such draws")
    if got.size < MANY:
        judged = _support(wanted, case, calls)
        if not judged.ok:
            return judged
    name, parameters = law_of(wanted.law, case)
    contents = next(
        (r["array"] for r in case.inputs.values() if r["is"] == "array" and r["array"].size == got.size), None
    )
    message = next(faults(pool(LAWS[name], parameters, calls, contents)), "")
    return Aspect(AspectKind.STATISTICS, not message, message, "independent draws", show_array(got) if message else "")


def _pooled(outcome: Outcome, got: Array) -> Array | None:
    """Return the small arrays of many calls, shape (calls, *shape); None if they have another shape or type."""
    many = outcome.many.array if outcome.many is not None else None
    if many is None or many.ndim == 0 or many.shape[1:] != got.shape or many.dtype != got.dtype or not len(many):
        return None
    return many


def law_of(law: Sequence[Any], case: DrawnCase) -> tuple[str, tuple[Array, ...]]:
    """Return a law's name and its parameters: numbers, or the contents of the case's arguments with these names."""
    name, *rest = law
    inputs = {**case.extra, **case.inputs}
    held = [_content(inputs[p]) if isinstance(p, str) else p for p in rest]
    return str(name), tuple(np.asarray(value, dtype=np.float64) for value in held)


def _content(recipe: Recipe) -> Any:
    array = array_of(recipe)
    return value_of(recipe) if array is None else array


def pool(law: Law, parameters: tuple[Array, ...], calls: Array, contents: Array | None = None) -> Pool:
    """Return draws of shape (calls, *shape) as places in their distribution; small arrays form one row per call."""
    rows = (len(calls), -1, calls.shape[-1]) if calls[0].size >= MANY else (len(calls), 1, -1)
    rng = np.random.default_rng(zlib.crc32(calls.tobytes()))
    u = places(law, calls, parameters, rng).reshape(rows)
    if law.moments is None:
        return Pool(u, calls, _grain(law, parameters, calls), contents=contents)
    mean, deviation = (np.broadcast_to(m, calls.shape).reshape(rows) for m in law.moments(*parameters))
    spread = np.sqrt((deviation**2).sum(axis=-1))
    off = np.abs((calls.reshape(rows) - mean).sum(axis=-1)) + 0.5
    return Pool(u, sums=off[spread > 0] / spread[spread > 0], contents=contents)


def _grain(law: Law, parameters: tuple[Array, ...], calls: Array) -> float:
    """Return the mean probability of the interval between a draw and the next number of its dtype."""
    next_ones = np.nextafter(calls, calls.dtype.type(np.inf))
    width = law.upto(next_ones.astype(np.float64), *parameters) - law.upto(calls.astype(np.float64), *parameters)
    return float(np.nan_to_num(width).mean())


def _same_bytes(one: Array | None, other: Array) -> bool:
    return one is not None and one.shape == other.shape and one.tobytes() == other.tobytes()


def _support(wanted: Statistics, case: DrawnCase, got: Array) -> Aspect:
    low, high = _limits(wanted, case)
    if np.isnan(got).any() or np.isinf(got).mean() > RARE:
        return Aspect(
            AspectKind.STATISTICS, False, "Some draws are NaN or infinite.", "finite numbers", show_array(got)
        )
    slack = 1e-6 * max([1.0, *(abs(v) for v in (low, high) if v is not None)])  # the answer's bounds are float32
    smallest, greatest = float(got.min()), float(got.max())
    span = _span(low, high)
    if (low is not None and smallest < low - slack) or (high is not None and greatest > high + slack):
        message = f"Draws from {smallest:.6g} to {greatest:.6g}; {span} expected."
        return Aspect(AspectKind.STATISTICS, False, message, span, f"[{smallest:.6g}, {greatest:.6g}]")
    if wanted.integer and not (got == np.round(got)).all():
        return Aspect(
            AspectKind.STATISTICS, False, "Some draws are not whole numbers.", "whole numbers", show_array(got)
        )
    return Aspect(AspectKind.STATISTICS, True)


def _span(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"[{low:g}, {high:g}]"
    if low is not None:
        return f"at least {low:g}"
    return "any number" if high is None else f"at most {high:g}"


def _limits(wanted: Statistics, case: DrawnCase) -> tuple[float | None, float | None]:
    if wanted.within is not None:
        low, high = (float(value_of(case.inputs[name])) for name in wanted.within)
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
            message = (
                f"The distribution differs in row {i}: mean {ours.mean():.4g}, median {np.median(ours):.4g}; "
                f"the reference's has mean {theirs.mean():.4g}, median {np.median(theirs):.4g} "
                f"(distance {distance:.3f}, allowed {wanted.ks})."
            )
            return Aspect(
                AspectKind.STATISTICS,
                False,
                message,
                f"median {np.median(theirs):.4g}",
                f"median {np.median(ours):.4g}",
            )
    return Aspect(AspectKind.STATISTICS, True)

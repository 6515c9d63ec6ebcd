"""Mistakes that relate the wrong result to the right one: transposed, negated, twice as large, not reduced ..."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mxtutor.grading.diagnosis.evidence import Finding, Refused
from mxtutor.grading.diagnosis.factors import Listed, by_factor, same
from mxtutor.grading.diagnosis.results import Pair, arrays_of
from mxtutor.grading.judging.statistical import MANY
from mxtutor.grading.protocol import AspectKind
from mxtutor.grading.recipes import array_of, value_of
from mxtutor.grading.results.values import Array

Change = Callable[[Array], Array]


@dataclass(frozen=True, slots=True)
class Transform:
    """A mistake whose result is `change` of the right result."""

    code: str
    name: str
    message: str
    change: Change


def _softmax(a: Array) -> Array:
    e = np.exp(a - a.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True))


def _sigmoid(a: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-a)))


DONE: tuple[Transform, ...] = (
    Transform("absolute", "The sign of the result is lost.", "The values are right except for their sign: an absolute value, a square or a norm loses it.", np.abs),
    Transform("negated", "The result has the opposite sign.", "Every value has the opposite sign: look at a minus sign and at the order of a difference.", lambda a: -a),
    Transform("transposed", "The result is transposed.", "Rows and columns of the result are exchanged: look at a transpose, and at the order of sizes and axes.", lambda a: a.T),
    Transform("axes-exchanged", "The last two axes of the result are exchanged.", "Each matrix or image of the result lies on its side: a transpose without axes reverses all of them; name the order of the axes.", lambda a: a.swapaxes(-1, -2)),
    Transform("first-axes-exchanged", "The first two axes of the result are exchanged.", "The values are right, and the first two axes have changed places: look at the axis of a stack, and at (time, batch) or (batch, time).", lambda a: a.swapaxes(0, 1)),
    Transform("reversed", "The result is in reverse order.", "The values are right and in reverse order: look at the direction of a loop or a sort.", lambda a: a[::-1]),
    Transform("reversed", "The last axis of the result is in reverse order.", "The values of each row are right and in reverse order.", lambda a: a[..., ::-1]),
    Transform("sorted", "The result is sorted.", "The values are right and sorted: their order must be kept.", lambda a: np.sort(a, axis=-1)),
    Transform("column-order", "The elements are read column by column.", "The elements are right and are read column by column: MXNet and PyTorch read row by row.", lambda a: a.ravel(order="F").reshape(a.shape)),
    Transform("reciprocal", "The result is the reciprocal of the right one.", "Numerator and denominator are exchanged, or there is a division in place of a product.", lambda a: 1 / a),
    Transform("squared", "The result is the square of the right one.", "The result is squared, or a root is missing at the end.", np.square),
    Transform("root", "The result is the square root of the right one.", "A root is taken that is not asked for, or a square is missing.", np.sqrt),
    Transform("off-by-one", "The result is one too large.", "Every value is one too large: look at the start of a count.", lambda a: a + 1),
    Transform("off-by-one", "The result is one too small.", "Every value is one too small: look at the start of a count.", lambda a: a - 1),
    Transform("cut", "The fractions of the result are cut off.", "The result is cut to whole numbers: an integer dtype, `int(...)` or `//` on the way loses the fraction.", np.trunc),
    Transform("cut", "The result is rounded down.", "The result is rounded down to whole numbers.", np.floor),
    Transform("cut", "The result is rounded.", "The result is rounded to whole numbers.", np.round),
    Transform("relu-extra", "A relu is applied to the result.", "Negative values become 0: the last step must not have an activation.", lambda a: np.maximum(a, 0)),
    Transform("softmax-extra", "A softmax is applied to the result.", "The result is the softmax of the right one: leave the last step out.", _softmax),
    Transform("sigmoid-extra", "A sigmoid is applied to the result.", "The result is the sigmoid of the right one: leave the last step out.", _sigmoid),
    Transform("log-extra", "A logarithm is taken of the result.", "The result is the logarithm of the right one: leave the last step out.", np.log),
    Transform("exp-extra", "The result is the exponential of the right one.", "A logarithm is missing, or `exp` is applied once too often.", np.exp),
    Transform("tanh-extra", "A tanh is applied to the result.", "The result is the tanh of the right one: leave the last step out.", np.tanh),
    Transform("complement", "The result is one minus the right one.", "The result is the complement, 1 - p in place of p: look at the meaning of a probability or a mask.", lambda a: 1 - a),
    Transform("running-sum", "The result is a running sum.", "Each value includes those before it: a sum is not reset to 0.", lambda a: np.cumsum(a, axis=0)),
)  # fmt: skip
"""got == change(expected)."""

UNDONE: tuple[Transform, ...] = (
    Transform("relu-missing", "A relu is missing at the end.", "Negative values are left: the last activation is missing.", lambda a: np.maximum(a, 0)),
    Transform("softmax-missing", "A softmax is missing at the end.", "The result consists of scores, not probabilities: the last step is missing.", _softmax),
    Transform("sigmoid-missing", "A sigmoid is missing at the end.", "The result is the input of the missing activation.", _sigmoid),
    Transform("tanh-missing", "A tanh is missing at the end.", "The result is the input of the missing activation.", np.tanh),
    Transform("absolute-missing", "An absolute value is missing at the end.", "The values are right except for their sign.", np.abs),
    Transform("cut-missing", "The result is not rounded.", "The result has fractions, and whole numbers are asked for.", np.floor),
    Transform("cut-missing", "The result is not cut to whole numbers.", "The result has fractions, and whole numbers are asked for.", np.trunc),
    Transform("argmax-missing", "The result holds scores, not classes.", "The position of the largest value of each row is asked for, not the values.", lambda a: a.argmax(axis=-1) if a.ndim > 1 else a),
)  # fmt: skip
"""expected == change(got)."""


LARGEST = 100_000
"""Largest number of elements for all comparisons."""
NOT_VALUES = (AspectKind.TYPE, AspectKind.DTYPE, AspectKind.LENGTH, AspectKind.INPUTS, AspectKind.ALIAS)
"""Aspects of a result that do not depend on its values."""


def by_value(refused: Refused, pairs: Sequence[Pair]) -> Finding | None:
    """Return a transform of the right values or shape that gives the wrong ones; None if no rule fits all cases."""
    if refused.exercise.compare.statistics is not None:
        return _draws(pairs)
    if not pairs or any(p.kind in NOT_VALUES for p in pairs):
        return None
    arrays = [(p, want.astype(np.float64), got.astype(np.float64)) for p in pairs for want, got in arrays_of(p)
        if want.size <= LARGEST and got.size <= LARGEST and want.dtype.kind in "fiub" and got.dtype.kind in "fiub"]  # fmt: skip
    arrays = [(p, want, got) for p, want, got in arrays if not same(want, got)]
    if not arrays or len({id(p) for p, _, _ in arrays}) < len(pairs):
        return None
    with np.errstate(all="ignore"):
        return (
            _input(refused, arrays)
            or _constant(arrays)
            or _transformed(arrays)
            or _reduced(arrays)
            or by_factor(refused, arrays)
        )


def _draws(pairs: Sequence[Pair]) -> Finding | None:
    """Find draws that are not random: one repeated number, sorted numbers, the same numbers in each call."""
    seen = [p.got.value.array for p in pairs if p.got.value.array is not None and p.got.value.array.size >= MANY]
    if not seen or any(a.dtype.kind not in "fiu" for a in seen):
        return None
    rows = [row for a in seen for row in a.reshape(-1, a.shape[-1] if a.ndim else 1) if row.size > 2]
    wanted = [p.expected.value.array for p in pairs if p.expected.value.array is not None]
    if (
        rows
        and all((row == row[0]).all() for row in rows)
        and not all((w == w.flat[0]).all() for w in wanted if w.size)
    ):
        return Finding(
            "one-draw",
            "One number is drawn and repeated.",
            "All numbers of a row are the same: each element needs a draw of its own, so the call must know the shape.",
        )
    if all(
        p.got.again is not None
        and p.got.again.array is not None
        and p.got.value.array is not None
        and p.got.again.array.tobytes() == p.got.value.array.tobytes()
        for p in pairs
    ):
        return Finding(
            "same-draws",
            "Every call returns the same numbers.",
            "A second call must draw new numbers: a fixed seed, or an array that is made once, gives the same numbers again.",
        )
    if rows and all((np.diff(row) >= 0).all() for row in rows) and any((np.diff(w) < 0).any() for w in wanted):
        return Finding(
            "sorted",
            "The draws are in ascending order.",
            "Draws come in random order: they must not be sorted or taken from a grid.",
        )
    return None


def _conclusive(arrays: Listed) -> bool:
    """Return whether there are enough different numbers to exclude agreement by chance."""
    return sum(len(np.unique(want)) for _, want, _ in arrays) >= 4


def _input(refused: Refused, arrays: Listed) -> Finding | None:
    """Find an argument that is returned unchanged."""
    if arrays[0][0].kind not in (AspectKind.VALUES, AspectKind.SHAPE):
        return None
    for name in refused.exercise.params:
        given = [array_of(p.case.inputs.get(name)) for p, _, _ in arrays]
        if all(
            g is not None and same(g.astype(np.float64), got) for g, (_, _, got) in zip(given, arrays, strict=True)
        ) and _conclusive(arrays):
            return Finding(
                "unchanged",
                f"The argument `{name}` is returned unchanged.",
                f"The result holds the values of `{name}` unchanged: what is computed from it is lost, or nothing is.",
            )
    return None


def _constant(arrays: Listed) -> Finding | None:
    """Find a result of zeros, or of one number for every input."""
    if not _conclusive(arrays) or any(got.size < 2 for _, _, got in arrays):
        return None
    for name in arrays[0][0].case.inputs:
        numbers = [value_of(p.case.inputs.get(name)) for p, _, _ in arrays]
        if all(
            isinstance(n, (int, float)) and bool(((got == n) | np.isnan(got)).all())
            for n, (_, _, got) in zip(numbers, arrays, strict=True)
        ):
            return Finding(
                "all-equal-parameter",
                f"Every value of the result is `{name}`.",
                f"Every value is `{name}` for all values of the other arguments: look at how they are compared or combined.",
            )
    if all(not got.any() for _, _, got in arrays):
        return Finding(
            "zeros",
            "The result is all zeros.",
            "The result is all zeros: nothing is written into it, an integer dtype cuts it, or a gradient was never computed.",
        )
    if all(np.isnan(got).all() for _, _, got in arrays):
        return Finding(
            "all-nan",
            "The result is all NaN.",
            "Every value is NaN: look for a logarithm or a root of a negative number, and for 0 / 0.",
        )
    return None


def _transformed(arrays: Listed) -> Finding | None:
    if not _conclusive(arrays):
        return None
    for rules, forwards in ((DONE, True), (UNDONE, False)):
        for rule in rules:
            if all(_fits(rule.change, *((want, got) if forwards else (got, want))) for _, want, got in arrays):
                return Finding(rule.code, rule.name, rule.message)
    return None


def _fits(change: Change, before: Array, after: Array) -> bool:
    try:
        made = np.asarray(change(before))
    except (ValueError, IndexError, np.AxisError):
        return False
    return same(made, after) and bool((np.isfinite(made) & (made != 0)).any())  # zeros prove no rule


def _reduced(arrays: Listed) -> Finding | None:
    """Find a missing or superfluous reduction, a wrong axis, a dimension that is kept or lost."""
    if all(
        want.shape != got.shape and want.size == got.size and same(want.ravel(), got.ravel()) for _, want, got in arrays
    ):
        return _layout(arrays)
    if not _conclusive(arrays):
        return None
    for word, function in (("sum", np.sum), ("mean", np.mean), ("maximum", np.max), ("minimum", np.min)):
        if all(
            want.size < got.size and any(same(want.ravel(), function(got, axis=axis).ravel()) for axis in _axes(got))
            for _, want, got in arrays
        ):
            return Finding(
                "not-reduced",
                f"The result is not reduced: a {word} is missing.",
                f"The right result is the {word} of what is returned, over some or all of its axes.",
            )
        if all(
            got.size < want.size and any(same(got.ravel(), function(want, axis=axis).ravel()) for axis in _axes(want))
            for _, want, got in arrays
        ):
            return Finding(
                "over-reduced",
                f"The result is reduced once too often: it is the {word} of the right one.",
                f"The result is the {word} of the right one, over some or all of its axes: one reduction is too many.",
            )
    return None


def _axes(array: Array) -> Iterator[int | None]:
    yield None
    yield from range(array.ndim)


def _layout(arrays: Listed) -> Finding:
    """Return the difference in shape of a result with the right elements in the right order."""
    _, want, got = arrays[0]
    message = f"The values are right; shape {want.shape} is asked for, and the result has {got.shape}."
    if all(got.ndim == 1 and sum(n > 1 for n in want.shape) > 1 for _, want, got in arrays):
        return Finding("flattened", "The result is flattened.", message)
    if any([n for n in want.shape if n != 1] != [n for n in got.shape if n != 1] for _, want, got in arrays):
        return Finding("other-shape", "The values are right and have another shape.", message)
    if all(got.ndim > want.ndim for _, want, got in arrays):
        return Finding(
            "extra-dimension",
            "The result has a dimension of length 1 too many.",
            f"{message} A reduction, a slice or a stack keeps a dimension that must go.",
        )
    if all(got.ndim < want.ndim for _, want, got in arrays):
        return Finding(
            "lost-dimension",
            "The result lacks a dimension of length 1.",
            f"{message} A reduction or an index removes a dimension that must stay.",
        )
    return Finding("other-shape", "The values are right and have another shape.", message)

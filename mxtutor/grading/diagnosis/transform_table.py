"""Transforms that lead from the right result to a wrong one, or back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

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

"""Compares arrays element by element, and the values of lessons' pairs."""

from __future__ import annotations

from typing import Any

import numpy as np

from mxtutor.grading.differences import Difference, Mismatch
from mxtutor.grading.results.values import SEQUENCES, Array, Value, ValueKind

STRETCHES = 64
"""Maximum number of parts of a flattened array in an error profile."""
WORST = 5


def largest(array: Array) -> float:
    """Return the largest finite magnitude of an array; 0 if there is none."""
    magnitude = np.abs(array.astype(np.float64))
    finite = magnitude[np.isfinite(magnitude)]
    return float(finite.max()) if finite.size else 0.0


def allowed_error(expected: Array, rtol: float, atol: float, scale: float = 0.0) -> Array:
    """Return the tolerance at each element, shape of `expected`, float64.

    `rtol` is relative to each expected value. `atol` is relative to the greater one of `scale` and the largest finite
    magnitude of the array, so that zeros never pass for small numbers; the scale is 1 if both are 0.
    """
    magnitude = np.abs(expected.astype(np.float64))
    scale = max(scale, largest(expected))
    return np.asarray(rtol * np.where(np.isfinite(magnitude), magnitude, 0.0) + atol * (scale or 1.0))


def _whole(*arrays: Array) -> bool:
    return all(array.dtype.kind in "iub" for array in arrays)


def errors(expected: Array, got: Array) -> Array:
    """Return absolute errors as float64: 0 where both are NaN or the same infinity, infinite where only one is."""
    if _whole(expected, got):  # exact for int64, which float64 is not
        same = expected == got
        distance = np.abs(expected.astype(np.float64) - got.astype(np.float64))
        return np.asarray(np.where(same, 0.0, np.maximum(distance, 1.0)))
    wide, other = expected.astype(np.float64), got.astype(np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(wide - other)
    same = (wide == other) | (np.isnan(wide) & np.isnan(other))
    return np.asarray(np.where(same, 0.0, np.where(np.isfinite(error), error, np.inf)))


def difference(expected: Array, got: Array, rtol: float, atol: float, scale: float = 0.0) -> Difference | None:
    """Return how two arrays of one shape differ by more than `allowed_error`, or None if they do not.

    Two arrays of integers or booleans must be equal.
    """
    if expected.dtype == got.dtype and expected.tobytes() == got.tobytes():
        return None
    allowed = np.zeros(expected.shape) if _whole(expected, got) else allowed_error(expected, rtol, atol, scale)
    error = errors(expected, got)
    bad = error > allowed
    if not bad.any():
        return None
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        relative = np.nan_to_num(np.where(error == 0, 0.0, error / np.abs(expected.astype(np.float64))), nan=np.inf)
        excess = np.where(bad, np.where(allowed > 0, error / allowed, np.inf), 0.0)
    return Difference(
        shape=tuple(expected.shape),
        differing=int(bad.sum()),
        total=int(bad.size),
        max_abs=float(error.max()),
        max_rel=float(relative.max()),
        worst=_worst(expected, got, allowed, error, excess),
        strip=_strip(error, allowed),
    )


def _worst(expected: Array, got: Array, allowed: Array, error: Array, excess: Array) -> tuple[Mismatch, ...]:
    order: Any = np.lexsort((-error.reshape(-1), -excess.reshape(-1)))[:WORST]
    found = []
    for flat in order:
        if excess.reshape(-1)[flat] <= 0:
            break
        index = tuple(int(i) for i in np.unravel_index(flat, expected.shape))
        found.append(Mismatch(index, float(expected[index]), float(got[index]), float(allowed[index])))
    return tuple(found)


def _strip(error: Array, allowed: Array) -> tuple[float, ...]:
    """Return the greatest error of each part as a share of the allowed error, at most 1e6."""
    flat = error.reshape(-1)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        share = np.where(flat == 0, 0.0, flat / allowed.reshape(-1))
    share = np.nan_to_num(np.minimum(share, 1e6), nan=1e6, posinf=1e6)
    return tuple(float(part.max()) for part in np.array_split(share, min(STRETCHES, share.size)))


def ks_distance(first: Array, second: Array) -> float:
    """Return the two-sample Kolmogorov-Smirnov distance of two vectors of draws, in their own dtypes.

    The distribution function of `first` is farthest above the other one at one of its draws, and farthest below it
    right before one.
    """
    one, other = np.sort(first), np.sort(second)
    share = np.arange(one.size + 1) / one.size
    above = share[1:] - np.searchsorted(other, one, side="right") / other.size
    below = np.searchsorted(other, one, side="left") / other.size - share[:-1]
    return float(max(above.max(), below.max()))


ATOL = 1e-6
"""Absolute tolerance in addition to the relative one of a pair: about ten roundings of a float32 near 1."""


def agrees(one: Value, other: Value, rtol: float) -> bool:
    """Return whether two results agree: equal shapes (() and (1,) count as equal) and values within the tolerance."""
    if one.kind in SEQUENCES and other.kind in SEQUENCES:
        pairs = zip(one.items, other.items, strict=False)
        return len(one.items) == len(other.items) and all(agrees(a, b, rtol) for a, b in pairs)
    if one.array is None and other.array is None and one.number is None:
        return one.kind is other.kind and one.kind is not ValueKind.OTHER and bool(one.plain == other.plain)
    left, right = _array(one), _array(other)
    if left is None or right is None:
        return False
    if left.shape != right.shape and not (left.size == right.size == 1 and max(left.ndim, right.ndim) <= 1):
        return False
    return bool(np.allclose(left.reshape(-1), right.reshape(-1), rtol=rtol, atol=ATOL, equal_nan=True))


def _array(value: Value) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]] | None:
    if value.array is not None:
        return value.array.astype(np.float64)
    return None if value.number is None else np.array(value.number)

"""Compares the two results of a lesson's pair."""

from __future__ import annotations

import numpy as np

from mxtutor.grading.results.values import SEQUENCES, Value, ValueKind

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

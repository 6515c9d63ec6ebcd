"""Mistakes by a factor between the right and the wrong result."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

import numpy as np

from mxtutor.grading.diagnosis.evidence import Finding, Refused
from mxtutor.grading.diagnosis.results import Pair
from mxtutor.grading.recipes import array_of
from mxtutor.grading.results.values import Array

RTOL, ATOL = 2e-4, 1e-5
Listed = Sequence[tuple[Pair, Array, Array]]


def same(a: Array, b: Array) -> bool:
    """Return whether two arrays have the same shape and, up to rounding, the same values."""
    if a.shape != b.shape:
        return False
    scale = float(np.max(np.abs(a), initial=0, where=np.isfinite(a)))
    return bool(np.allclose(b, a, rtol=RTOL, atol=ATOL * max(scale, 1e-30), equal_nan=True))


def by_factor(refused: Refused, arrays: Listed) -> Finding | None:
    """Find a factor between the right and the wrong result, such as the number of samples or elements."""
    if any(want.shape != got.shape for _, want, got in arrays):
        return None
    factors = [_factor(want, got) for _, want, got in arrays]
    if any(f is None for f in factors) or sum(int(np.count_nonzero(want)) for _, want, _ in arrays) < 2:
        return None
    numbers = [f for f in factors if f is not None]
    for size, words in _sizes(arrays):
        halves = len(set(size)) > 1 and all(abs(2 * f / n - 1) < 1e-3 for f, n in zip(numbers, size, strict=True))
        if halves and "L2Loss" in refused.code:
            return Finding(
                "half-sum",
                f"The result is too large by half of {words}.",
                "Gluon's `L2Loss` halves each square and gives one loss per sample, and `backward` adds them: take the mean, times 2.",
            )
        if len(set(size)) > 1 or len(arrays) == 1:
            if all(abs(f / n - 1) < 1e-3 for f, n in zip(numbers, size, strict=True)) and min(size) > 1:
                return Finding(
                    "times-size",
                    f"The result is too large by {words}.",
                    f"The result is the right one times {words}: there is a sum in place of a mean, or a division is missing.",
                )
            if all(abs(f * n - 1) < 1e-3 for f, n in zip(numbers, size, strict=True)) and min(size) > 1:
                return _divided(refused, words)
    first = numbers[0]
    if all(abs(f / first - 1) < 1e-3 for f in numbers) and len(numbers) + arrays[0][1].size > 3:
        nice = f"{first:.3g}"
        if abs(first - 2) < 2e-3:
            return Finding(
                "doubled",
                "The result is twice the right one.",
                "Every value is twice too large: something is added twice, or a factor of 1/2 is missing.",
            )
        if abs(first - 0.5) < 5e-4:
            return Finding(
                "halved",
                "The result is half the right one.",
                "Every value is half of the right one: a factor of 1/2 must be removed, such as that of Gluon's L2Loss.",
            )
        return Finding(
            "factor",
            f"The result is {nice} times the right one.",
            f"Every value is {nice} times the right one: look for a factor, a sum in place of a mean, or a division.",
        )
    return None


def _divided(refused: Refused, words: str) -> Finding:
    """Return the mistake of a result that is too small by a size."""
    if refused.tree is not None and _by_elements(refused.tree) and not any(map(_by_elements, refused.rights)):
        return Finding(
            "size-not-length",
            "The result is divided by the number of all elements.",
            "`x.size` counts all elements: divide by the number of samples, `x.shape[0]`.",
        )
    return Finding(
        "divided-by-size",
        f"The result is too small by {words}.",
        f"The result is the right one divided by {words}: there is a mean in place of a sum, it is divided twice, or the divisor is too large.",
    )


def _by_elements(tree: ast.AST) -> bool:
    """Return whether a source divides by the number of elements of an array."""
    divided = (n.right for n in ast.walk(tree) if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div))
    return any(isinstance(divisor, ast.Attribute) and divisor.attr == "size" for divisor in divided)


def _factor(want: Array, got: Array) -> float | None:
    """Return the factor between the right array and the wrong one; None if there is none."""
    places = np.isfinite(want) & (np.abs(want) > 1e-12)
    if not places.any():
        return None
    factor = float(np.median(got[places] / want[places]))
    if not np.isfinite(factor) or abs(factor) < 1e-9 or abs(factor - 1) < 1e-3:
        return None
    return factor if same(want * factor, got) else None


def _sizes(arrays: Listed) -> Iterator[tuple[list[float], str]]:
    """Yield numbers of each case: lengths of its arguments' axes, and numbers of elements."""
    names = [n for n, r in arrays[0][0].case.inputs.items() if r["is"] == "array"]
    for name in names:
        given = [a for p, _, _ in arrays if (a := array_of(p.case.inputs.get(name))) is not None]
        if len(given) != len(arrays):
            continue
        if all(a.ndim for a in given):
            yield [float(a.shape[0]) for a in given], f"the length of `{name}`"
            yield [float(a.shape[-1]) for a in given], f"the length of the last axis of `{name}`"
        yield [float(a.size) for a in given], f"the number of elements of `{name}`"

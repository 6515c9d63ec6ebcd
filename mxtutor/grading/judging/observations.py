"""Judges the observations of an exercise's observers: parameters, gradients, contexts, files, orders, counts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from mxtutor.content.model import Compare, Observation
from mxtutor.grading.differences import LOSSES, Curves, Difference
from mxtutor.grading.judging.numeric import difference, largest
from mxtutor.grading.judging.randomness import fault_of
from mxtutor.grading.protocol import Aspect, AspectKind
from mxtutor.grading.results.values import CONTAINERS, SEQUENCES, Value, ValueKind, show, type_name

Observed = Mapping[str, Value]
JOINT = ("distinct", "normal")
"""The tests that also hold for the draws of several cases together."""
CANCELLED = 3e-3
"""Magnitude of a net's input gradient, relative to its other gradients, whose rounding errors count where terms cancel.

A saturated tanh has a slope of 1 - y * y: its error is 6e-8, however small the slope is.
"""
_LOWER = re.compile(r"(the|an?|shape|dtype|integers|floating|booleans)\b")
"""The beginning of a sentence that may also stand after a colon."""
SHORT = 8
"""Longest list of integers that is shown completely in a message."""


def observations(compare: Compare, expected: Observed, got: Observed) -> list[Aspect]:
    """Return one aspect per observation, up to the first one that differs; a missing observation differs."""
    aspects: list[Aspect] = []
    for name, wanted in compare.observe.items():
        want, have = expected.get(name), got.get(name)
        if want is None and wanted.if_seen:
            continue
        if want is None or have is None:
            return [*aspects, _aspect(name, False, f"{wanted.says} (not seen)")]
        least = (
            CANCELLED * _scale(expected["gradients"]) if name == "input_gradient" and "gradients" in expected else 0.0
        )
        fault = fault_of_observation(compare, wanted, want, have, least)
        curves = _curves(name, want, have)
        if fault is not None:
            detail, found = fault
            if wanted.says.endswith(".") and _LOWER.match(detail):
                detail = detail[0].upper() + detail[1:]
            return [
                *aspects,
                _aspect(name, False, f"{wanted.says} {detail}".strip(), show(want), show(have), found, curves),
            ]
        aspects.append(_aspect(name, True, curves=curves))
    return aspects


def joint(compare: Compare, expected: Sequence[Observed], got: Sequence[Observed]) -> list[Aspect]:
    """Return the aspect of draws that are random in each case, but repeat or depend on those of another case."""
    for name, wanted in compare.observe.items():
        if wanted.test not in JOINT:
            continue
        want, have = (_stacked([observed.get(name) for observed in side]) for side in (expected, got))
        if want is not None and have is not None and (fault := fault_of(wanted.test, want, have)) is not None:
            return [_aspect(name, False, f"{wanted.says} over all cases: {fault.message}")]
    return []


def _stacked(values: Sequence[Value | None]) -> Value | None:
    """Return the arrays of several cases as one; None if they do not fit together."""
    arrays = [value.array for value in values if value is not None and value.array is not None]
    if len(arrays) < max(2, len(values)) or len({array.shape[1:] for array in arrays}) > 1:
        return None
    return replace(next(v for v in values if v is not None), array=np.concatenate(arrays))


def _aspect(
    name: str,
    ok: bool,
    message: str = "",
    expected: str = "",
    got: str = "",
    found: Difference | None = None,
    curves: Curves | None = None,
) -> Aspect:
    """Return an aspect with the observation's name, which may equal the value of another `AspectKind`."""
    return Aspect(name, ok, message, expected, got, found, AspectKind.OBSERVATION, curves)


def fault_of_observation(
    compare: Compare, wanted: Observation, want: Value, have: Value, scale: float = 0.0
) -> tuple[str, Difference | None] | None:
    """Return how an observation differs from the expected one, as a sentence; None if it does not.

    The tolerance is relative to the largest expected magnitude, but at least to `scale`.
    """
    if wanted.test:
        random_fault = fault_of(wanted.test, want, have)
        return None if random_fault is None else (random_fault.message, None)
    return (
        _beyond(wanted, want, have)
        if wanted.least or wanted.most
        else differs(limits_of(compare, wanted, want, scale=scale), want, have, "")
    )


@dataclass(frozen=True, slots=True)
class Limits:
    """Tolerances of an observation and of all arrays in it."""

    rtol: float
    atol: float
    scale: float = 0.0
    """Largest magnitude in all its arrays: a gradient that cancels to nearly 0 has rounding errors of the others."""
    share: float = 1.0
    dtype: Literal["exact", "kind", "any"] = "any"
    partial: bool = False


def limits_of(compare: Compare, wanted: Observation, want: Value, finest: float = 0.0, scale: float = 0.0) -> Limits:
    """Return the tolerances of an observation whose expected value is `want`; none is below `finest`."""
    rtol = compare.rtol if wanted.rtol is None else wanted.rtol
    atol = compare.atol if wanted.atol is None else wanted.atol
    return Limits(
        max(rtol, finest), max(atol, finest), max(_scale(want), scale), wanted.share, wanted.dtype, wanted.partial
    )


def _scale(value: Value) -> float:
    if value.array is not None:
        return largest(value.array) if value.array.dtype.kind == "f" else 0.0
    return max(map(_scale, value.items), default=0.0)


def _curves(name: str, want: Value, have: Value) -> Curves | None:
    """Return the losses of both sides, even for a right answer; None if this is not an observation of losses."""
    reference, answer = _numbers(want), _numbers(have)
    return Curves(reference, answer) if name == LOSSES and reference and answer else None


def _numbers(value: Value) -> tuple[float, ...]:
    """Return the numbers of a list of plain numbers; empty for any other value."""
    plain = value.kind in SEQUENCES and all(
        item.kind in (ValueKind.FLOAT, ValueKind.NUMPY_SCALAR) for item in value.items
    )
    return tuple(float(item.plain) for item in value.items) if plain else ()


def _beyond(wanted: Observation, want: Value, have: Value) -> tuple[str, Difference | None] | None:
    if want.items and len(want.items) == len(have.items):
        pairs = zip(want.items, have.items, strict=True)
        return next((f for f in (_beyond(wanted, *pair) for pair in pairs) if f is not None), None)
    if want.number is not None and have.number is not None:
        inside = have.number >= want.number if wanted.least else have.number <= want.number
        if inside:
            return None
    return f"At {'least' if wanted.least else 'most'} {show(want)} expected, got {show(have)}.", None


def differs(limits: Limits, want: Value, have: Value, where: str) -> tuple[str, Difference | None] | None:
    """Return how a value differs from the expected one, or None; array types of different frameworks count as equal."""
    if want.array is not None or (want.number is not None and have.array is not None and have.array.size == 1):
        return _arrays(limits, want, have, where)
    if want.kind in CONTAINERS:
        return _items(limits, want, have, where)
    if want.number is not None and have.number is not None and want.kind is not ValueKind.BOOL:
        if limits.dtype == "kind" and want.kind is ValueKind.INT and not _is_integer(have):
            return f"an integer expected{where}, got {type_name(have)}.", None
        same = difference(np.array(want.number), np.array(have.number), limits.rtol, limits.atol) is None
    else:
        same = type(want.plain) is type(have.plain) and bool(want.plain == have.plain)
        same = same and have.array is None and have.kind not in (ValueKind.OTHER, *CONTAINERS)
    if same:
        return None
    return ("" if want.kind is ValueKind.BOOL else f"{show(want)} expected{where}, got {show(have)}."), None


def _arrays(limits: Limits, want: Value, have: Value, where: str) -> tuple[str, Difference | None] | None:
    target = want.array if want.array is not None else np.array(want.number, dtype=np.float32)
    if have.array is None:
        if have.number is None or target.size != 1:
            text = show(have, 240) if have.kind is ValueKind.STR else type_name(have)
            return f"an array expected{where}, got {text}.", None
        array = np.array(have.number, dtype=target.dtype)
    else:
        array = have.array
    if array.shape != target.shape and not (array.size == target.size == 1 and max(array.ndim, target.ndim) <= 1):
        return f"shape {target.shape} expected{where}, got {array.shape}.", None
    if limits.dtype == "kind" and not _same_kind(target.dtype.kind, array.dtype.kind):
        return f"{_KINDS[target.dtype.kind]} expected{where}, got {array.dtype}.", None
    if limits.dtype == "exact" and array.dtype != target.dtype:
        return f"dtype {target.dtype} expected{where}, got {array.dtype}.", None
    found = difference(target, array.reshape(target.shape), limits.rtol, limits.atol, limits.scale)
    if found is None or found.differing <= (1 - limits.share) * found.total:
        return None
    worst = found.worst[0]
    return f"{found.counted}{where}: {worst.expected:.6g} expected, got {worst.got:.6g}.", found


_KINDS = {"i": "integers", "u": "integers", "f": "floating point", "b": "booleans"}


def _same_kind(want: str, have: str) -> bool:
    return _KINDS.get(want) == _KINDS.get(have)


def _is_integer(value: Value) -> bool:
    if value.array is not None:
        return value.array.dtype.kind in "iu"
    return value.kind is ValueKind.INT or (value.kind is ValueKind.NUMPY_SCALAR and "int" in value.type)


def _items(limits: Limits, want: Value, have: Value, where: str) -> tuple[str, Difference | None] | None:
    if limits.partial and want.kind is have.kind is ValueKind.DICT:
        common = [(key, item) for key, item in zip(want.keys, want.items, strict=True) if key in have.keys]
        want = Value(want.kind, items=tuple(item for _, item in common), keys=tuple(key for key, _ in common))
    alike = want.kind is have.kind or (want.kind in SEQUENCES and have.kind in SEQUENCES)
    if not alike or len(want.items) != len(have.items) or set(want.keys) != set(have.keys):
        return f"{show(want, 120)} expected{where}, got {show(have, 120)}.", None
    mine = {str(k): v for k, v in zip(_keys(have), have.items, strict=True)}
    for key, item in zip(_keys(want), want.items, strict=True):
        place = f" in {key!r}" if want.kind is ValueKind.DICT else f" in item {key}"
        fault = differs(limits, item, mine[key], f"{where}{place}")
        if fault is not None and _short_integers(want) and _short_integers(have):  # a shape is shown completely
            return f"{show(want)} expected{where}, got {show(have)}.", None
        if fault is not None:
            return fault
    return None


def _short_integers(value: Value) -> bool:
    return (
        value.kind is not ValueKind.DICT
        and len(value.items) <= SHORT
        and all(i.kind is ValueKind.INT for i in value.items)
    )


def _keys(value: Value) -> list[str]:
    return list(value.keys) if value.kind is ValueKind.DICT else [str(i) for i in range(len(value.items))]

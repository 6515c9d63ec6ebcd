"""Makes tables from the results of both frameworks: cells of text, with the differing cells marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np

from mxtutor.content.comparison import Compare
from mxtutor.grading.differences import Table, label_of
from mxtutor.grading.judging.numeric import allowed_error, errors
from mxtutor.grading.results.values import CONTAINERS, Array, Outcome, Value, ValueKind, show

ROWS, COLUMNS = 12, 8
"""Maximum number of rows and columns of one side; of larger arrays, the window with the first difference is shown."""
TABLES = 12
"""Maximum number of tables of one result."""
TEXT = 60
"""Longest text of a cell, in characters."""
RTOL, ATOL = 1e-4, 1e-6
"""Default tolerances, which are those of a lesson's pair."""
DRAWS = "The function draws random numbers, so the values need not be equal."

_Close = Callable[[Array, Array], Array]


def outcome_tables(torch: Outcome, mxnet: Outcome, compare: Compare) -> tuple[Table, ...]:
    """Return the tables of two outcomes: of the results, and of each observation that both sides have."""

    def close(expected: Array, got: Array) -> Array:
        return np.asarray(errors(expected, got) <= allowed_error(expected, compare.rtol, compare.atol))

    without = torch.observed and torch.value.kind in (ValueKind.NONE, ValueKind.OTHER)
    pairs: list[tuple[str, Value, Value]] = [] if without else [("", torch.value, mxnet.value)]
    pairs += [(name, value, mxnet.observed[name]) for name, value in torch.observed.items() if name in mxnet.observed]
    drawn = compare.statistics is not None
    return tuple(_limited(table for pair in pairs for table in _tables(*pair, None if drawn else close)))


def value_tables(torch: Value, mxnet: Value, rtol: float = RTOL) -> tuple[Table, ...]:
    def close(expected: Array, got: Array) -> Array:
        return np.asarray(np.isclose(expected, got, rtol=rtol, atol=ATOL, equal_nan=True))

    return tuple(_limited(_tables("", torch, mxnet, close)))


def _limited(tables: Iterator[Table]) -> list[Table]:
    return [replace(table, name=label_of(table.name)) for _, table in zip(range(TABLES), tables, strict=False)]


def _tables(name: str, torch: Value, mxnet: Value, close: _Close | None) -> Iterator[Table]:
    """Yield one table, or those of the items of two sequences of equal length or two dicts with equal keys."""
    left, right = _array(torch), _array(mxnet)
    if left is not None and right is not None:
        yield _table(name, (torch, mxnet), left, right, close)
    elif torch.kind in CONTAINERS and mxnet.kind in CONTAINERS and _matching(torch, mxnet):
        theirs = dict(zip(mxnet.keys, mxnet.items, strict=True)) if torch.keys else {}
        for index, item in enumerate(torch.items):
            key = torch.keys[index] if torch.keys else ""
            inner = f"{name}[{key!r}]" if key else f"{name}[{index}]"
            yield from _tables(inner, item, theirs[key] if key else mxnet.items[index], close)
        if not torch.items:
            yield Table(name, _title(torch), _title(mxnet), ("",), (("[]",),), (("[]",),))
    else:
        ours, theirs_text = (" ".join(show(value, TEXT).split()) for value in (torch, mxnet))
        same = torch.kind is mxnet.kind and ours == theirs_text
        note = "" if same else "They are of different types." if torch.kind is not mxnet.kind else "The values differ."
        wrong = () if same else ((0, 0),)
        yield Table(name, _title(torch), _title(mxnet), ("",), ((ours,),), ((theirs_text,),), wrong, note)


def _matching(torch: Value, mxnet: Value) -> bool:
    if (torch.kind is ValueKind.DICT) is not (mxnet.kind is ValueKind.DICT):
        return False
    return len(torch.items) == len(mxnet.items) and sorted(torch.keys) == sorted(mxnet.keys)


def _array(value: Value) -> Array | None:
    """Return an array or a number as an array, else None."""
    if value.array is not None:
        return value.array
    whole = value.kind is ValueKind.INT and abs(value.plain) >= 2**63
    return np.asarray(value.plain) if value.number is not None and not whole else None


_NAMES: Mapping[ValueKind, str] = {
    ValueKind.ND: "NDArray", ValueKind.NP: "mx.np.ndarray", ValueKind.NUMPY: "numpy.ndarray",
    ValueKind.TORCH: "Tensor", ValueKind.NONE: "None",
}  # fmt: skip


def _title(value: Value) -> str:
    """Return type, dtype and shape of an array; for other values only the type."""
    if value.array is None:
        return _NAMES.get(value.kind, value.type or value.kind.value)
    place = "" if value.context in ("", "cpu", "cpu(0)") else f" on {value.context}"
    return f"{_NAMES.get(value.kind, value.kind.value)} {value.array.dtype.name} {value.array.shape}{place}"


def _table(name: str, values: tuple[Value, Value], left: Array, right: Array, close: _Close | None) -> Table:
    titles = _title(values[0]), _title(values[1])
    notes, same_shape = [], left.shape == right.shape
    if not same_shape:
        notes.append(f"The shapes differ: {left.shape} and {right.shape}.")
    if values[0].array is not None and values[1].array is not None and left.dtype != right.dtype:
        notes.append(f"The dtypes differ: {left.dtype.name} and {right.dtype.name}.")
    differs = np.zeros(left.shape, bool)
    if same_shape and close is not None:
        differs = ~close(left, right)
        if differs.any():
            notes.append(_count(differs, left, right))
    elif same_shape and not np.array_equal(left, right):
        notes.append(DRAWS)
    flat, flat_right, flat_wrong = _rows(left), _rows(right), _rows(differs)
    rows, columns = max(flat.shape[0], flat_right.shape[0]), max(flat.shape[1], flat_right.shape[1])
    top, start = _corner(flat_wrong, rows, columns)
    window = [(r, c) for r in range(top, min(rows, top + ROWS)) for c in range(start, min(columns, start + COLUMNS))]
    wrong = tuple((r - top, c - start) for r, c in window if _wrong(flat_wrong, flat_right.shape, r, c, same_shape))
    exact = {(r + top, c + start) for r, c in wrong} if same_shape else set()
    labels = _labels(left if flat.shape[0] >= flat_right.shape[0] else right, top, min(rows, top + ROWS))
    return Table(
        name, *titles, labels,
        _texts(flat, window, exact), _texts(flat_right, window, exact),
        wrong, " ".join(notes), max(left.size, right.size) - len(window),
    )  # fmt: skip


def _wrong(differs: Array, other: tuple[int, ...], row: int, column: int, same_shape: bool) -> bool:
    """Return whether a cell differs: by its value, or because only one side has it."""
    inside = row < differs.shape[0] and column < differs.shape[1]
    if same_shape:
        return bool(differs[row, column])
    return inside != (row < other[0] and column < other[1])


def _rows(array: Array) -> Array:
    """Return an array as two-dimensional: rows along the last axis."""
    return array.reshape(1, -1) if array.ndim < 2 else array.reshape(-1, array.shape[-1])


def _corner(differs: Array, rows: int, columns: int) -> tuple[int, int]:
    """Return the first row and column of the window, which contains the first difference."""
    found = np.argwhere(differs)
    row, column = (int(n) for n in found[0]) if len(found) else (0, 0)
    top = 0 if row < ROWS else min(row - 1, max(rows - ROWS, 0))
    start = 0 if column < COLUMNS else min(column - 1, max(columns - COLUMNS, 0))
    return top, start


def _labels(array: Array, first: int, last: int) -> tuple[str, ...]:
    """Return the labels of rows: their indices; empty if there is only one row."""
    if array.ndim < 2:
        return ("",) * max(last - first, 0)
    lead = array.shape[:-1]
    return tuple(
        "[" + ", ".join(str(n) for n in np.unravel_index(row, lead)) + "]"
        for row in range(first, min(last, int(np.prod(lead))))
    )


def _texts(array: Array, window: list[tuple[int, int]], exact: set[tuple[int, int]]) -> tuple[tuple[str, ...], ...]:
    rows: dict[int, list[str]] = {}
    for row, column in window:
        inside = row < array.shape[0] and column < array.shape[1]
        text = _number(array[row, column], exact=(row, column) in exact) if inside else ""
        rows.setdefault(row, []).append(text)
    return tuple(map(tuple, rows.values()))


def _number(number: object, *, exact: bool) -> str:
    """Return a number with four significant digits, or seven if `exact`."""
    if isinstance(number, (np.bool_, np.integer, bool, int)):
        return str(number)
    if isinstance(number, (np.floating, float)):
        text = f"{float(number):.{7 if exact else 4}g}"
        return f"{text}." if text.lstrip("-").isdigit() else text
    return str(number)[:TEXT]


def _count(differs: Array, left: Array, right: Array) -> str:
    count = int(differs.sum())
    where = tuple(int(n) for n in np.argwhere(differs)[0])
    place = f" at {list(where)}" if left.size > 1 else ""
    values = "value differs" if left.size == 1 else "values differ"
    total = "The" if left.size == 1 else f"{count} of {left.size}"
    error = float(errors(left, right).max())
    return f"{total} {values}, first{place}; the greatest difference is {error:.4g}." if place else f"The {values}."

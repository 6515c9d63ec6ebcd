"""Varies the inputs of the learner's code (sizes, options, limits), and finds the parts that no case runs."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, product
from typing import Any

from mxtutor.own_code.hints import Hint
from mxtutor.own_code.sources import Original
from mxtutor.own_code.specs import Spec, arrays_of, is_array, show_spec, with_arrays

Case = Mapping[str, Mapping[str, Spec]]
"""Specs of a case by parameter: `init` of the constructor, `call` of the call."""
MOST, STUDIED = 16, 150
"""Maximum number of cases in a check, and of the candidates that are run once to choose them."""
MOST_PAIRS = 80
"""Maximum number of cases in which two options are changed together."""
ANY = 1 << 20
"""Placeholder for a column that Python does not report."""
_LARGE, _SMALL = 6.0, 0.05
"""Factors of the inputs of the cases with large and with small values."""


def variations(
    base: Case, hints: Mapping[str, Hint], defaults: Mapping[str, Mapping[str, Spec]], source: str = ""
) -> list[tuple[str, Case]]:
    """Return other cases with their names, which may not run.

    Args:
        base: a case that runs.
        hints: what is known about the parameters.
        defaults: the plain defaults of `init` and `call`.
        source: the learner's code; sizes that it compares with each other are made equal, smaller and larger.
    """

    def every() -> Iterator[tuple[str, Case]]:
        yield "defaults left out", {part: _without(base[part], defaults[part]) for part in base}
        first = next((shape[0] for shape in _shapes(base["call"]) if shape), None)
        if first is not None and first > 1:
            yield "a batch of one", _resized(base, first, 1, leading=True)
        for label, factor in (("large values", _LARGE), ("small values", _SMALL)):
            yield label, {**base, "call": {n: _scaled(s, factor) for n, s in base["call"].items()}}
        options, numbers = [*_options(base, hints)], [*_numbers(base, hints, source)]
        for name, part, value in (*options, *numbers):
            yield f"{name} = {show_spec(value)}", _set(base, part, name, value)
            if is_array(value):
                yield f"small {name} = {show_spec(value)}", _set(base, part, name, _scaled(value, _SMALL))
        both = chain(combinations(options, 2), product(options, numbers))
        pairs = ((one, other) for one, other in both if one[0] != other[0])
        for (name, part, value), (second, place, other) in islice(pairs, MOST_PAIRS):
            label = f"{name} = {show_spec(value)} and {second} = {show_spec(other)}"
            yield label, _set(_set(base, part, name, value), place, second, other)
        for size in _sizes(base["call"]):
            for other in (size * 2, size + 1):
                yield f"{other} in place of {size}", _resized(base, size, other, leading=False)
                yield f"{other} also made for {size}", _resized(base, size, other, leading=False, made=True)

    found: list[tuple[str, Case]] = []
    for label, case in every():
        if case != base and case not in [c for _, c in found]:
            found.append((label, case))
    return found[:STUDIED]


def _options(base: Case, hints: Mapping[str, Hint]) -> Iterator[tuple[str, str, Spec]]:
    """Yield name, part and value of other options; an array that may be left out has a shape that fits the others."""
    for name, hint in hints.items():
        part = "call" if name in base["call"] else "init" if name in base["init"] else ""
        arrays = [value for value in hint.choices if is_array(value)]
        fitted = [{**arrays[0], "shape": shape} for shape in _fitting(base["call"])] if arrays else []
        if arrays and hint.shaped:
            fitted = [one for one in fitted if len(one["shape"]) == len(arrays[0]["shape"])]
        for value in [*(v for v in hint.choices[:4] if v not in fitted), *fitted] if part else []:
            yield name, part, value
    for part in ("init", "call"):
        for name, value in base[part].items():
            if type(value) is float and not value:
                yield name, part, 0.5
            elif isinstance(value, Mapping) and value.get("tuple") and all(type(n) is int for n in value["tuple"]):
                yield name, part, {"tuple": [*value["tuple"], value["tuple"][-1] + 1]}
                yield name, part, {"tuple": [number + 1 for number in value["tuple"]]}


def _numbers(base: Case, hints: Mapping[str, Hint], source: str) -> Iterator[tuple[str, str, Spec]]:
    """Yield name, part and value of other numbers: on both sides of what the code compares them with, and near."""
    held = {name: (part, value) for part in ("init", "call") for name, value in base[part].items()}
    chosen = {name for name, hint in hints.items() if hint.choices}
    plain = {name: one for name, one in held.items() if type(one[1]) in (int, float) and name not in chosen}
    for name, limit in re.findall(r"\b([a-z_]\w*)\s*(?:[<>]=?|[!=]=)\s*(?:self\.)?([a-z_]\w*|\d+(?:\.\d+)?)\b", source):
        other = plain[limit][1] if limit in plain else float(limit) if limit[0].isdigit() else None
        if name in plain and other is not None:
            part, value = plain[name]
            step = 1 if type(value) is int else 0.3
            yield from ((name, part, type(value)(other + by)) for by in (step, -step, 0))
    for name, (part, value) in plain.items():
        if type(value) is int:
            axis = re.search("(^|_)(dim|axis)$", name) and -3 <= value <= 3
            near = (0, -1, 2) if axis else (value * 2, value + 1, value + 2, value * 3 - 1) if value else (1, 2)
            yield from ((name, part, other) for other in near)
        else:
            yield from ((name, part, other) for other in (value * 0.5 or 0.25, value * 2 or 0.75))


def _fitting(specs: Mapping[str, Spec]) -> list[list[int]]:
    """Return shapes that may fit another argument: those of the arrays, their first axes, single axes, squares."""
    shapes = [*map(tuple, _shapes(specs))]
    found = [shape[:end] for shape in shapes for end in range(len(shape), 0, -1)]
    found += [(size,) for shape in shapes for size in shape] + [shape[-2:-1] * 2 for shape in shapes if len(shape) > 1]
    return [list(shape) for shape in dict.fromkeys(found)]


def _without(specs: Mapping[str, Spec], defaults: Mapping[str, Spec]) -> dict[str, Spec]:
    return {name: spec for name, spec in specs.items() if name not in defaults or spec != defaults[name]}


def _set(base: Case, part: str, name: str, value: Spec) -> Case:
    return {**base, part: {**base[part], name: value}}


def _shapes(specs: Mapping[str, Spec]) -> Iterator[list[int]]:
    return (array["shape"] for spec in specs.values() for array in arrays_of(spec))


def _sizes(specs: Mapping[str, Spec]) -> list[int]:
    return list(dict.fromkeys(size for shape in _shapes(specs) for size in shape if 1 < size < 512))


def _resized(base: Case, old: int, new: int, *, leading: bool, made: bool = False) -> Case:
    def resized(array: Spec) -> Spec:
        shape = [new if n == old and (i == 0 or not leading) else n for i, n in enumerate(array["shape"])]
        return {**array, "shape": shape}

    init = {name: new if made and type(spec) is int and spec == old else spec for name, spec in base["init"].items()}
    return {"init": init, "call": {name: with_arrays(spec, resized) for name, spec in base["call"].items()}}


def _scaled(spec: Spec, factor: float) -> Spec:
    def scaled(array: Spec) -> Spec:
        low, high = array.get("low", -1), array.get("high", 1)
        bounded = factor > 1 and low != -high  # larger ones may not be probabilities any more
        floats = array.get("dtype", "float32").startswith("float")
        return {**array, "low": low * factor, "high": high * factor} if floats and not bounded else array

    return with_arrays(spec, scaled)


def numbers_in(spec: Spec) -> int:
    """Return how many numbers a spec draws.

    The sandbox reports the arguments of examples, where a large tensor may be a view of one number.
    """
    if isinstance(spec, (list, tuple)):
        return sum(map(numbers_in, spec)) + 1
    if not isinstance(spec, Mapping):
        return 1
    if "shape" in spec:
        return math.prod(spec["shape"])
    values = [spec["values"]] if "values" in spec else []  # a list, or one number of a tensor without axes
    inner = (*spec.get("items", ()), *values, *dict(spec.get("entries", {})).values())
    return sum(map(numbers_in, inner)) + 1


def unreached(original: Original, ran: set[tuple[int, int]]) -> list[str]:
    """Return the places of the learner's code that ran in no case, such as "12", "15-19" and "20 (`x.mean()`)".

    Methods that were not called, and blocks that end with `raise`, do not count. Without a trace, there are none.

    Args:
        original: the learner's code.
        ran: line and column of what ran; lines count from 0 at the first line of its definition.
    """
    node = original.node
    if node is None or not ran:
        return []
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    places = {(line + first, column) for line, column in ran}
    found: list[list[int | str]] = []
    for function in node.body if isinstance(node, ast.ClassDef) else [node]:
        if not isinstance(function, ast.FunctionDef):
            continue
        parts = sorted(_statements(function.body), key=lambda part: part.lineno)
        missed = [not _ran(part, places) for part in parts]
        for place, part in enumerate(parts if not all(missed) else []):
            if missed[place] and place and missed[place - 1]:
                found[-1][1] = part.end_lineno or part.lineno
            elif missed[place]:
                found.append([part.lineno, part.end_lineno or part.lineno, ""])
            else:
                arms = [arm for one in ast.walk(part) if isinstance(one, ast.IfExp) for arm in (one.body, one.orelse)]
                texts = [
                    (arm.lineno, ast.get_source_segment(original.text, arm)) for arm in arms if not _ran(arm, places)
                ]
                found += [[line, line, f" (`{' '.join(str(text).split())[:40]}`)"] for line, text in texts]
    return [f"{start}-{end}" if end != start else f"{start}{text}" for start, end, text in found]


def _ran(node: ast.stmt | ast.expr, places: set[tuple[int, int]]) -> bool:
    start, end = (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)
    return any(start <= place < end or (place[1] == ANY and start[0] <= place[0] <= end[0]) for place in places)


def _statements(body: Sequence[Any]) -> Iterator[ast.stmt]:
    """Yield the simple statements in a block and its inner blocks, without `pass`, docstrings and the like."""
    if isinstance(body[-1], ast.Raise):
        return
    for one in body:
        inner = [getattr(one, name) for name in ("body", "orelse", "finalbody") if getattr(one, name, None)]
        inner += [part.body for name in ("cases", "handlers") for part in getattr(one, name, ())]
        for block in inner:
            yield from _statements(block)
        constant = isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        if not inner and not constant and not isinstance(one, (ast.Pass, ast.Global, ast.Nonlocal, ast.Assert)):
            yield one

"""Varies the inputs of own code: other sizes, a batch of one, other options and limits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from mxtutor.own_code.specs import Spec

Case = Mapping[str, Mapping[str, Spec]]
"""Specs of a case by parameter: `init` of the constructor, `call` of the call."""
MOST = 10
MOST_AXES, ENDLESS = 16, 1 << 62
_LARGE = 6.0
"""Factor of the inputs of the case with large values."""


def variations(
    base: Case, choices: Mapping[str, list[Spec]], defaults: Mapping[str, Mapping[str, Spec]]
) -> list[tuple[str, Case]]:
    """Return other cases with their names, which may not run.

    Args:
        base: a case that runs.
        choices: other values of parameters.
        defaults: the plain defaults of `init` and `call`.
    """
    found: list[tuple[str, Case]] = []
    for label, case in _all(base, choices, defaults):
        if case != base and case not in [c for _, c in found]:
            found.append((label, case))
    return found[: 3 * MOST]


def _all(
    base: Case, choices: Mapping[str, list[Spec]], defaults: Mapping[str, Mapping[str, Spec]]
) -> Iterator[tuple[str, Case]]:
    yield "defaults left out", {part: _without(base[part], defaults[part]) for part in base}
    sizes = _sizes(base["call"])
    first = next((shape[0] for shape in _shapes(base["call"]) if shape), None)
    if first is not None and first > 1:
        yield "a batch of one", _resized(base, first, 1, leading=True)
    for name, values in choices.items():
        part = "call" if name in base["call"] else "init" if name in base["init"] else ""
        for value in values[:4] if part else []:
            yield (
                f"{name} = {value}" if not isinstance(value, Mapping) else f"with {name}",
                _set(base, part, name, value),
            )
    for size in sizes:
        for other in (size * 2, size + 1):
            yield f"{other} in place of {size}", _resized(base, size, other, leading=False)
    for part in ("init", "call"):
        for name, value in base[part].items():
            if type(value) is int and name not in choices:
                for other in (value * 2, value + 1) if value else (1,):
                    yield f"{name} = {other}", _set(base, part, name, other)
            elif type(value) is float and name not in choices:
                half = value * 0.5 or 0.5
                yield f"{name} = {half:.3g}", _set(base, part, name, half)
    yield "large values", {**base, "call": {n: _enlarged(s) for n, s in base["call"].items()}}


def _without(specs: Mapping[str, Spec], defaults: Mapping[str, Spec]) -> dict[str, Spec]:
    return {name: spec for name, spec in specs.items() if name not in defaults or spec != defaults[name]}


def _set(base: Case, part: str, name: str, value: Spec) -> Case:
    return {**base, part: {**base[part], name: value}}


def _shapes(specs: Mapping[str, Spec]) -> Iterator[list[int]]:
    for spec in specs.values():
        if not isinstance(spec, Mapping):
            continue
        if "shape" in spec:
            yield spec["shape"]
        yield from _shapes({str(i): item for i, item in enumerate(spec.get("items", []))})
        yield from _shapes(spec.get("entries", {}))


def _sizes(specs: Mapping[str, Spec]) -> list[int]:
    return list(dict.fromkeys(size for shape in _shapes(specs) for size in shape if 1 < size < 512))


def _resized(base: Case, old: int, new: int, *, leading: bool) -> Case:
    return {**base, "call": {name: _with_size(spec, old, new, leading=leading) for name, spec in base["call"].items()}}


def _with_size(spec: Spec, old: int, new: int, *, leading: bool) -> Spec:
    if not isinstance(spec, Mapping):
        return spec
    if "shape" in spec:
        shape = [new if n == old and (i == 0 or not leading) else n for i, n in enumerate(spec["shape"])]
        return {**spec, "shape": shape}
    if "items" in spec:
        return {**spec, "items": [_with_size(item, old, new, leading=leading) for item in spec["items"]]}
    if "entries" in spec:
        inner = {key: _with_size(item, old, new, leading=leading) for key, item in spec["entries"].items()}
        return {**spec, "entries": inner}
    return spec


def _enlarged(spec: Spec) -> Spec:
    if isinstance(spec, Mapping) and "shape" in spec and spec.get("dtype", "float32").startswith("float"):
        low, high = spec.get("low", -1), spec.get("high", 1)
        return {**spec, "low": low * _LARGE, "high": high * _LARGE} if low == -high else spec
    if isinstance(spec, Mapping) and "items" in spec:
        return {**spec, "items": [_enlarged(item) for item in spec["items"]]}
    return spec


def numbers_in(spec: Spec) -> int:
    """Return how many numbers a spec draws; more than anybody can draw for a size that is no whole number.

    The sandbox reports what examples pass, and a tensor there may be a view of one number.
    """
    if isinstance(spec, (list, tuple)):
        return sum(map(numbers_in, spec)) + 1
    if not isinstance(spec, Mapping):
        return 1
    if "shape" in spec:
        sizes = spec["shape"]
        fits = isinstance(sizes, list) and len(sizes) <= MOST_AXES and all(type(n) is int and n >= 0 for n in sizes)
        return math.prod(sizes) if fits else ENDLESS
    values = [spec["values"]] if "values" in spec else []  # a list, or one number of a tensor without axes
    inner = (*spec.get("items", ()), *values, *dict(spec.get("entries", {})).values())
    return sum(map(numbers_in, inner)) + 1

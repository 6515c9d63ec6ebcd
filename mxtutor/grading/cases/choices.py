"""Makes the choices of a case before its arguments are drawn: devices, and one of several values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

DEVICES = 7
"""CPU contexts that devices are drawn from; cpu(0), the default and the host, is not among them."""
_DEVICE = re.compile(r"device\((\d)\)")
_NAME = re.compile(r"\$(\w+)")


def is_open(spec: Any) -> bool:
    """Return whether a spec holds a choice: `{pick: [..]}`, "device(1)" or "$name"."""
    if isinstance(spec, Mapping):
        return "pick" in spec or any(is_open(value) for value in spec.values())
    if isinstance(spec, list):
        return any(is_open(value) for value in spec)
    return isinstance(spec, str) and bool(_DEVICE.fullmatch(spec) or _NAME.fullmatch(spec))


def settle(specs: Mapping[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Return the specs of a case with every choice made.

    `{pick: [..]}` becomes one of the values, "device(i)" a context ("cpu(3)"; different for each i), "$name" the value
    of the spec with that name.

    Raises:
        ValueError: there are not enough devices, or `pick` is not a list.
        LookupError: "$name" names no spec of the case.
    """
    places = [f"cpu({i + 1})" for i in rng.permutation(DEVICES)]
    picked = {name: _pick(spec, rng) for name, spec in specs.items()}
    return {name: _filled(spec, picked, places) for name, spec in picked.items()}


def _pick(spec: Any, rng: np.random.Generator) -> Any:
    if not isinstance(spec, Mapping) or "pick" not in spec:
        return spec
    values = spec["pick"]
    if not isinstance(values, list) or not values or set(spec) != {"pick"}:
        raise ValueError("pick must be the only key and a list of values")
    return values[int(rng.integers(len(values)))]


def _filled(spec: Any, picked: Mapping[str, Any], places: list[str]) -> Any:
    if isinstance(spec, Mapping):
        return {key: _filled(value, picked, places) for key, value in spec.items()}
    if isinstance(spec, list):
        return [_filled(value, picked, places) for value in spec]
    if not isinstance(spec, str):
        return spec
    if found := _DEVICE.fullmatch(spec):
        if int(found[1]) >= DEVICES:
            raise ValueError(f"device({found[1]}) is one too many, there are {DEVICES}")
        return places[int(found[1])]
    if found := _NAME.fullmatch(spec):
        return _filled(picked[found[1]], {}, places)
    return spec

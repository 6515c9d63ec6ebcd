"""Puts the parameters of a torch Module into the Block that is its port.

The rules, in this order: the function `carry_over(net, state)` of the port decides; parameters with the same name
(`fc.weight`, also for `gamma` and `l0_i2h_weight`) and shape; the others in their order, if their shapes agree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_WORDS = {"gamma": "weight", "beta": "bias"}
_RECURRENT = re.compile(r"(?:(?P<way>[lr])(?P<layer>\d+)_)?(?P<gate>i2h|h2h)_(?P<what>weight|bias)")
MOST = 6
"""Parameters that a message names."""


def carried(
    net: Any, state: Mapping[str, Any], wanted: Sequence[str], carry_over: Any
) -> tuple[list[str], dict[str, Any]]:
    """Load arrays into a Block; return what could not be carried over, and the Parameter of each of torch's names.

    Args:
        net: the Block, whose parameters have shapes.
        state: torch's names to MXNet arrays.
        wanted: the names that must be carried over; others are for `carry_over` only.
        carry_over: the port's own function, or None.
    """
    found = _named(net)
    places = _by_name(found, state, wanted)
    left = [name for name in wanted if name not in places]
    free = [name for name, parameter in found.items() if parameter not in list(places.values())]
    if left and [_size(state[name]) for name in left] == [_size(found[name]) for name in free]:
        places |= {name: found[other] for name, other in zip(left, free, strict=True)}
        left, free = [], []
    if callable(carry_over):
        carry_over(net, dict(state))
        return [], places if not left else _by_contents(found, state, wanted)
    for name, parameter in places.items():
        parameter.set_data(state[name].astype(parameter.dtype).reshape(parameter.shape))
    faults = [f"{name} {_size(state[name])} has no counterpart" for name in left]
    faults += [f"the port's {name} {_size(found[name])} gets no value" for name in free]
    more = [f"and {len(faults) - MOST} more"] if len(faults) > MOST else []
    return [*faults[:MOST], *more], places


def _size(value: Any) -> tuple[int, ...]:
    return tuple(value.shape or ())


def _named(net: Any) -> dict[str, Any]:
    """Return each Parameter of a Block once, by its place in the Block, in the order in which they were made."""
    places: dict[int, str] = {}
    for name, parameter in net._collect_params_with_prefix().items():
        places.setdefault(id(parameter), name)
    return {places.get(id(p), name): p for name, p in net.collect_params().items()}


def torch_name(name: str) -> str:
    """Return the name that torch gives to the Parameter at a place: `bn.weight` for `bn.gamma`."""
    path, _, last = name.rpartition(".")
    lead = f"{path}." if path else ""
    if match := _RECURRENT.fullmatch(last):
        which = "ih" if match["gate"] == "i2h" else "hh"
        layer = f"_l{match['layer']}{'_reverse' if match['way'] == 'r' else ''}" if match["layer"] else ""
        return f"{lead}{match['what']}_{which}{layer}"
    return lead + _WORDS.get(last, last)


def _by_name(found: Mapping[str, Any], state: Mapping[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    own = {torch_name(name): parameter for name, parameter in found.items()}
    return {n: own[n] for n in wanted if n in own and _size(own[n]) == _size(state[n])}


def _by_contents(found: Mapping[str, Any], state: Mapping[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """Return the Parameters that hold an array as it was given; `carry_over` may have transposed others."""
    places: dict[str, Any] = {}
    for name in wanted:
        array = state[name].asnumpy()
        for parameter in found.values():
            if _size(parameter) == array.shape and (parameter.list_data()[0].asnumpy() == array).all():
                places[name] = parameter
                break
    return places

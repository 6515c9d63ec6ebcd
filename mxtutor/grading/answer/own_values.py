"""Values of the learner's code, without a framework: calls of a plan, the structure and the leaves of results."""

from __future__ import annotations

import dataclasses
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as onp

Plan = Mapping[str, Any]
"""How the learner's code is called: `kind` (function, object, module), `init` and `call` (each a list of
parameters with `name`, `kind` and the case's `key`), `method`, `dtypes`, `whole`, `looks` (names of what is
compared), `draws` (how often a random function is called).
Each case's own `how` says what is compared: `random` results, `gradients`, a pass in `training` mode, or draws of
`random training`."""
IsArray = Callable[[Any], bool]

MAX_DEPTH = 8
MOST_JOINT = 48
"""Number of elements of a random result whose pairs are compared."""


@dataclasses.dataclass(frozen=True)
class PlainObject:
    """An object with plain attributes, such as a configuration."""

    source: str
    """The expression that makes it in the reference's module."""
    fields: Mapping[str, Any]

    def made(self, namespace: Mapping[str, Any]) -> Any:
        """Return the object that the expression gives in a module; a namespace where the class is not defined."""
        name = self.source.partition("(")[0].strip()
        if name.partition(".")[0] in namespace:
            return eval(self.source, dict(namespace))
        return types.SimpleNamespace(**self.fields)


def namespace_of(entry: Any) -> Mapping[str, Any]:
    """Return the names of the module that defines a function or a class."""
    module = sys.modules.get(getattr(entry, "__module__", "") or "")
    found: Mapping[str, Any] = getattr(entry, "__globals__", None) or (vars(module) if module else {})
    return found


def arguments(
    case: Any, call: Sequence[Mapping[str, str]], change: Callable[[Any], Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Return positional and named arguments of a call, with `change` applied to each value in lists and dicts.

    `call` lists name, kind and the case's key of each parameter; what the case does not have has its default.
    """
    drawn = vars(case)
    positional: list[Any] = []
    named: dict[str, Any] = {}
    gap = False
    for one in call:
        if one["key"] not in drawn:
            gap = gap or one["kind"] == "positional_or_keyword"
            continue
        value = rebuilt(drawn[one["key"]], change)
        if one["kind"] == "var_positional":
            positional += value
        elif one["kind"] == "keyword_only" or gap:
            named[one["name"]] = value
        else:
            positional.append(value)
    return positional, named


def state_of(case: Any) -> dict[str, Any]:
    """Return the drawn arrays for a Module by torch's names: parameters, and buffers that its constructor draws."""
    drawn = vars(case)
    return {name: drawn[f"state_{number}"] for number, name in enumerate(drawn["state_names"])}


def must_carry(case: Any) -> list[str]:
    """Return the names that a port must have: parameters and running statistics."""
    free = {n for n in vars(case)["state_buffers"] if not n.endswith(("running_mean", "running_var"))}
    return [name for name in vars(case)["state_names"] if name not in free]


def rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a copy of nested lists, tuples and dicts, with each other value replaced by `change(value)`."""
    if type(value) in (list, tuple):
        return type(value)(rebuilt(item, change) for item in value)
    if type(value) is dict:
        return {key: rebuilt(item, change) for key, item in value.items()}
    return change(value)


def structure(value: Any, is_array: IsArray, depth: int = 0) -> str:
    """Return how a result is built: "array", "(array, {mask: array})", "int"; a list and a tuple are alike."""
    if is_array(value):
        return "array"
    if (parts := _parts(value, depth)) is not None:
        words = [f"{name}: " * bool(name) + structure(part, is_array, depth + 1) for name, part in parts]
        return f"({', '.join(words)})" if isinstance(value, (list, tuple)) else "{" + ", ".join(words) + "}"
    return type(value.item() if isinstance(value, onp.generic) else value).__name__


def leaves(value: Any, is_array: IsArray, depth: int = 0) -> list[Any]:
    """Return arrays and plain values of a result in order; None for an object that is neither."""
    if is_array(value):
        return [value]
    if (parts := _parts(value, depth)) is not None:
        return [leaf for _, part in parts for leaf in leaves(part, is_array, depth + 1)]
    if isinstance(value, onp.generic):
        value = value.item()
    return [value if type(value) in (int, float, bool, str) else None]


def _parts(value: Any, depth: int) -> list[tuple[str, Any]] | None:
    """Return the parts of a dataclass, a mapping, a list or a tuple, those with names sorted; else None."""
    if depth >= MAX_DEPTH:
        return None
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [(name, getattr(value, name)) for name in sorted(field.name for field in dataclasses.fields(value))]
    if isinstance(value, Mapping) or type(value) is types.SimpleNamespace:
        items = value.items() if isinstance(value, Mapping) else vars(value).items()
        return sorted(((str(key), item) for key, item in items), key=lambda one: one[0])
    return [("", item) for item in value] if isinstance(value, (list, tuple)) else None


def dtype_of(dtype: onp.dtype[Any], rule: str) -> str:
    """Return the name of a dtype; with the rule `kind`, integers of any width have one name."""
    return "integer" if rule == "kind" and dtype.kind in "iu" else str(dtype.name)


def head(shape: tuple[int, ...], index: int) -> onp.ndarray[Any, Any]:
    """Return the gradient that the backward pass starts with at output `index`: fixed numbers in [-1, 1]."""
    values: onp.ndarray[Any, Any] = onp.random.RandomState(index + 1).uniform(-1, 1, shape)
    return values


def looked_at(seen: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """Return what is compared; None for what a case does not have."""
    return {name: seen.get(name) for name in ("result", *plan["looks"])}


def moments(draws: list[onp.ndarray[Any, Any]]) -> dict[str, Any]:
    """Return statistics of many draws of equal arrays, float64.

    `draws` has the mean of each element, and whether the draws differ. `spread` has mean, standard deviation and root
    mean square over everything. `joint` has the correlation of each pair of the first `MOST_JOINT` elements.
    """
    stack = onp.stack(draws).astype("float64")
    whole = onp.array([stack.mean(), stack.std(), (stack**2).mean() ** 0.5])
    mean = onp.stack([stack.mean(0), onp.full(stack.shape[1:], whole[2])])  # the size of the draws gives the scale
    rest = (stack - stack.mean(0)).reshape(len(stack), -1)[:, :MOST_JOINT]
    size = onp.sqrt((rest**2).sum(0))
    size[size < 1e-6 * whole[2] * len(stack) ** 0.5] = onp.inf  # an element that is always the same
    joint = onp.concatenate([(rest / size).T @ (rest / size), onp.ones((1, rest.shape[1]))])
    return {
        "shape": list(stack.shape[1:]),
        "draws": {"mean": mean, "varies": bool((stack != stack[:1]).any())},
        "spread": whole,
        "joint": joint,
    }

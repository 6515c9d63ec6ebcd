"""The form of what the confined process says about own code, and the check of it: that process is not trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from mxtutor.conversion import convert

Facts = Mapping[str, Any]
_DEPTH = 20
"""Deepest nesting of a spec."""

_Text = Annotated[str, Meta(max_length=100_000)]
_Name = Annotated[str, Meta(min_length=1, max_length=1000)]
_Size = Annotated[int, Meta(ge=0)]
_Specs = dict[str, Any]
"""Specs by parameter; `_is_spec` checks each."""


class _Parameter(msgspec.Struct, frozen=True):
    name: _Name
    kind: Literal["positional_only", "positional_or_keyword", "var_positional", "keyword_only", "var_keyword"]
    annotation: _Text = ""
    optional: bool = False
    default: Any = None


class _Refused(msgspec.Struct, frozen=True):
    refused: _Text
    names: tuple[_Name, ...] = ()


class _Description(msgspec.Struct, frozen=True):
    kind: Literal["function", "static", "object", "module"]
    method: _Text
    init: tuple[_Parameter, ...]
    call: tuple[_Parameter, ...]
    doc: _Text = ""


class _Call(msgspec.Struct, frozen=True):
    call: _Specs
    init: _Specs = {}


class _Examples(msgspec.Struct, frozen=True):
    calls: tuple[_Call, ...]


class _NothingRuns(msgspec.Struct, frozen=True):
    errors: tuple[_Text, ...]


class _Failed(msgspec.Struct, frozen=True):
    error: _Text


class _Study(msgspec.Struct, frozen=True):
    structure: _Text
    odd: tuple[_Text, ...]
    shapes: tuple[tuple[_Size, ...], ...]
    dtypes: tuple[_Text, ...]
    seconds: Annotated[float, Meta(ge=0, le=1e4)]
    random: bool
    steady: bool
    """Whether the draws of a random result have a steady spread."""
    changed: bool
    finite: bool
    constant: _Text
    """A mark of a result that does not depend on the numbers in the arguments; equal ones have equal marks."""
    gradients: bool
    usual: bool
    """Whether ports can be compared on it: no slice is empty, and rounding changes little."""
    lines: tuple[tuple[_Size, _Size], ...]
    """Places of own code that ran: the line, from 0 at its first one, and the column."""


class _ModuleStudy(_Study, frozen=True):
    state: _Specs
    buffers: tuple[_Name, ...]
    training: Literal["slopes", "random", ""]
    mode: bool


def question(task: str, facts: Facts) -> dict[str, Any]:
    """Return a question of `grading/answer/own_probe.py` without its details: how own code is called."""
    return {"task": task, **{key: facts[key] for key in ("kind", "method", "init", "call")}}


def defaults_of(facts: Facts) -> dict[str, dict[str, Any]]:
    """Return the plain defaults of the parameters of `init` and `call`, by name."""
    return {part: {p["name"]: p["default"] for p in facts[part] if "default" in p} for part in ("init", "call")}


def fits(plan: Mapping[str, Any], facts: object) -> bool:
    """Return whether facts are an answer to the question `plan` of `grading/answer/own_probe.py`."""
    if not isinstance(facts, dict):
        return False
    try:
        return _CHECKS[plan["task"]](plan, facts)
    except (msgspec.ValidationError, RecursionError):
        return False


def _describes(_: Mapping[str, Any], facts: Facts) -> bool:
    if facts.get("refused"):
        convert(facts, _Refused)
        return True
    found: _Description = convert(facts, _Description)
    return all(_is_spec(one.default) for one in (*found.init, *found.call))


def _has_examples(_: Mapping[str, Any], facts: Facts) -> bool:
    found: _Examples = convert(facts, _Examples)
    return all(_are_specs(one.call) and _are_specs(one.init) for one in found.calls)


def _has_inputs(_: Mapping[str, Any], facts: Facts) -> bool:
    if "call" not in facts:
        convert(facts, _NothingRuns)
        return True
    found: _Call = convert(facts, _Call)
    return "init" in facts and _are_specs(found.call) and _are_specs(found.init)


def _has_studies(plan: Mapping[str, Any], facts: Facts) -> bool:
    cases = facts.get("cases")
    if not isinstance(cases, list) or len(cases) != len(plan["cases"]) or not all(isinstance(c, dict) for c in cases):
        return False
    return all(_is_study(one, module=plan["kind"] == "module") for one in cases)


def _is_study(study: Facts, *, module: bool) -> bool:
    if type(study.get("ok")) is not bool:
        return False
    if not study["ok"]:
        convert(study, _Failed)
        return True
    if not module:
        convert(study, _Study)
        return True
    found: _ModuleStudy = convert(study, _ModuleStudy)
    return _are_specs(found.state)


_CHECKS = {"describe": _describes, "examples": _has_examples, "search": _has_inputs, "study": _has_studies}


def _are_specs(specs: Mapping[str, Any]) -> bool:
    return all(map(_is_spec, specs.values()))


def _is_spec(spec: Any, depth: int = 0) -> bool:
    """Return whether plain data has the form of a spec (docs/authoring.md); the loader checks its values."""
    if depth > _DEPTH:
        return False
    if isinstance(spec, list):
        return all(_is_spec(one, depth + 1) for one in spec)
    if not isinstance(spec, dict):
        return True
    if "shape" in spec:
        return _is_array(spec)
    if "values" in spec:
        return isinstance(spec.get("dtype", ""), str) and _is_plain(spec["values"], depth)
    for name, kind in (("items", list), ("entries", dict), ("tuple", list)):
        if name in spec:
            inside = spec[name].values() if isinstance(spec[name], dict) else spec[name]
            return isinstance(spec[name], kind) and all(_is_spec(one, depth + 1) for one in inside)
    return isinstance(spec.get("record"), str) and isinstance(spec.get("fields", {}), dict)


def _is_array(spec: Mapping[str, Any]) -> bool:
    sizes, limits = spec["shape"], [spec.get("low", 0), spec.get("high", 0)]
    fits_shape = isinstance(sizes, list) and all(type(n) is int and n >= 0 for n in sizes)
    both = ("low" in spec) == ("high" in spec)
    return (
        fits_shape and both and isinstance(spec.get("dtype", ""), str) and all(type(n) in (int, float) for n in limits)
    )


def _is_plain(value: Any, depth: int) -> bool:
    if isinstance(value, list):
        return depth < _DEPTH and all(_is_plain(one, depth + 1) for one in value)
    return type(value) in (bool, int, float)

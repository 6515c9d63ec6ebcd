"""Draws the arguments of each case from a seed, as recipes from which either framework builds its objects.

A recipe is a tree of plain values and arrays; `answer.adapter_mxnet` and `answer.adapter_torch` build the objects.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mxtutor.content.model import Case, Exercise
from mxtutor.errors import ContentError
from mxtutor.grading.cases import draw_nets
from mxtutor.grading.cases.choices import is_open, settle
from mxtutor.grading.recipes import (
    ArrayRecipe,
    FunctionRecipe,
    GroupRecipe,
    Recipe,
    RecordRecipe,
    TupleRecipe,
    ViewRecipe,
)
from mxtutor.grading.results.values import Array, show_array

Maker = Callable[[np.random.Generator, Mapping[str, Any], Mapping[str, Recipe]], Recipe]


@dataclass(frozen=True, slots=True)
class DrawnCase:
    """A case with its arguments drawn."""

    name: str
    hidden: bool
    inputs: Mapping[str, Recipe]
    extra: Mapping[str, Recipe]
    """Data of the case that is not an argument: observers use it."""
    index: int
    """Position of the case in `exercise.yaml`."""


def draw(exercise: Exercise, seed: int, again: int = 0) -> list[DrawnCase]:
    """Return the exercise's cases, each random one drawn `exercise.draws` times; equal seeds give equal arrays.

    `again` is the number of draws of this seed that were rejected.

    Raises:
        ContentError: the grammar of a case is wrong.
    """
    drawn = []
    for index, case in enumerate(exercise.cases):
        try:
            times = exercise.draws if _is_random(case) else 1
        except KeyError as error:
            raise ContentError(f"{exercise.folder}: case {index + 1}: {error.args[0]}.") from error
        for turn in range(times):
            rng = np.random.default_rng(
                [seed, zlib.crc32(exercise.id.encode()), index, turn, *([again] if again else ())]
            )
            drawn.append(_draw_case(exercise, case, rng, index))
    return drawn


_FIXED = {"values", "rows", "tuple", "fn", "context", "contexts", "view_of", "sgd", "loss", "op", "path", "record"}


def _is_random(case: Case) -> bool:
    return is_open(case.inputs) or any(map(_varies, case.inputs.values()))


def _varies(spec: Any) -> bool:
    if not isinstance(spec, Mapping):
        return False
    kind = _kind(spec)
    if kind in ("items", "entries"):
        return any(map(_varies, spec["items"] if kind == "items" else spec["entries"].values()))
    return kind not in _FIXED


def _kind(spec: Mapping[str, Any]) -> str:
    """Return the key that names the kind of a spec."""
    for key in MAKERS:
        if key in spec:
            return key
    raise KeyError(f"no known key among {sorted(spec)}")


def _draw_case(exercise: Exercise, case: Case, rng: np.random.Generator, index: int) -> DrawnCase:
    made: dict[str, Recipe] = {}
    specs = case.inputs
    if is_open(specs):
        try:
            specs = settle(specs, rng)
        except (LookupError, ValueError) as error:
            raise ContentError(f"{exercise.folder}: case {index + 1}: {error!r}.") from error
    params = [p for p in exercise.params if p in case.inputs]
    missing = [p for p in exercise.params if p not in case.inputs]
    if missing and not exercise.observer("mxnet"):  # an observer may add arguments
        raise ContentError(f"{exercise.folder}: case {index + 1} lacks {missing[0]!r}.")
    order = [*params, *(k for k in case.inputs if k not in exercise.params)]
    for name in order:
        try:
            made[name] = make(rng, specs[name], made)
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
            raise ContentError(f"{exercise.folder}: case {index + 1}, {name}: {error!r}.") from error
    inputs = {p: made[p] for p in params}
    extra = {k: v for k, v in made.items() if k not in inputs}
    return DrawnCase(case.name or _name(inputs), case.hidden, inputs, extra, index)


def make(rng: np.random.Generator, spec: Any, made: Mapping[str, Recipe]) -> Recipe:
    """Return the recipe of one argument.

    Raises:
        LookupError, TypeError, ValueError, ArithmeticError, AttributeError: the spec is not in the grammar.
    """
    if not isinstance(spec, Mapping):
        return {"is": "plain", "value": spec}
    return MAKERS[_kind(spec)](rng, spec, made)


def _array_recipe(array: Array, spec: Mapping[str, Any]) -> ArrayRecipe:
    return {"is": "array", "array": np.ascontiguousarray(array), "ctx": spec.get("ctx", "cpu(0)")}


def _shape(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> ArrayRecipe:
    shape, dtype = tuple(spec["shape"]), np.dtype(spec.get("dtype", "float32"))
    low, high = spec.get("low", -1), spec.get("high", 1)
    if dtype.kind == "b":
        array = rng.integers(0, 1, size=shape, endpoint=True).astype(dtype)
    elif dtype.kind in "iu":
        array = rng.integers(low, high, size=shape, endpoint=True).astype(dtype)
    else:
        drawn, grid = rng.uniform(low, high, size=shape), spec.get("grid")
        array = (np.round(drawn / grid) * grid if grid else drawn).astype(dtype)
        array = np.clip(array, dtype.type(low), dtype.type(high))
    if spec.get("nan"):
        array.reshape(-1)[0] = np.nan
    return _array_recipe(array, spec)


def _values(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> ArrayRecipe:
    return _array_recipe(np.array(spec["values"], dtype=spec.get("dtype", "float32")), spec)


def _rows(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> ArrayRecipe:
    column = np.array(spec["rows"], dtype=spec.get("dtype", "float32"))[:, None]
    return _array_recipe(np.repeat(column, int(spec["n"]), axis=1), spec)


def _spectrum(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> ArrayRecipe:
    eigenvalues = np.array(spec["spectrum"], dtype="float64")
    vectors, _ = np.linalg.qr(rng.normal(size=(len(eigenvalues),) * 2))
    matrix = (vectors * eigenvalues) @ vectors.T
    return _array_recipe(((matrix + matrix.T) / 2).astype("float32"), spec)


def _view(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> ViewRecipe:
    if spec["view_of"] not in made or spec["how"] not in ("same", "reshape", "head", "copy"):
        raise ValueError("view_of names an earlier parameter, how is same, reshape, head or copy")
    return {"is": "view", "of": spec["view_of"], "how": spec["how"]}


def _tuple(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> TupleRecipe:
    return {"is": "tuple", "value": list(spec["tuple"])}


def _function(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> FunctionRecipe:
    return {"is": "function", "source": str(spec["fn"])}


def _items(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> GroupRecipe:
    kind = spec.get("as", "list")
    if kind not in ("list", "tuple"):
        raise ValueError("as is list or tuple")
    return {"is": "group", "kind": kind, "keys": [], "items": [make(rng, one, made) for one in spec["items"]]}


def _entries(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> GroupRecipe:
    entries = {str(key): make(rng, one, made) for key, one in spec["entries"].items()}
    return {"is": "group", "kind": "dict", "keys": list(entries), "items": list(entries.values())}


def _record(rng: np.random.Generator, spec: Mapping[str, Any], made: Mapping[str, Recipe]) -> RecordRecipe:
    return {"is": "record", "source": str(spec["record"]), "fields": dict(spec.get("fields", {}))}


MAKERS: dict[str, Maker] = {
    "items": _items,
    "entries": _entries,
    "record": _record,
    "shape": _shape,
    "values": _values,
    "rows": _rows,
    "spectrum": _spectrum,
    "view_of": _view,
    "tuple": _tuple,
    "fn": _function,
    **draw_nets.MAKERS,
}
"""The function that makes the recipe, by the key that names the kind of a spec."""


def _name(inputs: Mapping[str, Recipe]) -> str:
    words = []
    for name, recipe in inputs.items():
        if recipe["is"] == "array":
            size = " x ".join(map(str, recipe["array"].shape)) or "()"
            kind = recipe["array"].dtype.name
            words.append(f"{name}: {size}" + ("" if kind == "float32" else f" {kind}"))
        elif recipe["is"] == "plain":
            words.append(f"{name} = {recipe['value']}")
        elif recipe["is"] == "view":
            words.append(f"{name}: {recipe['how']}")
        elif recipe["is"] == "group":
            words.append(f"{name}: {recipe['kind']} of {len(recipe['items'])}")
        elif recipe["is"] == "record":
            words.append(f"{name} = {recipe['source']}")
        elif recipe["is"] == "function":
            words.append(f"{name}: {recipe['source']}")
    return ", ".join(words) or "no arguments"


def show_inputs(case: DrawnCase) -> str:
    """Return the arguments of a case as text for the learner."""
    return "\n".join(f"{name} = {_show(recipe)}" for name, recipe in case.inputs.items())


def _show(recipe: Recipe) -> str:
    if recipe["is"] == "array":
        array = recipe["array"]
        place = "" if recipe["ctx"] == "cpu(0)" else f" on {recipe['ctx']}"
        lead = f"{array.dtype.name} {tuple(array.shape)}{place}"
        return f"{show_array(array)}  # {lead}" if array.ndim < 2 else f"# {lead}\n{show_array(array)}"
    if recipe["is"] == "view":
        return f"{recipe['of']} ({recipe['how']})"
    if recipe["is"] == "tuple":
        return repr(tuple(recipe["value"]))
    if recipe["is"] == "group":
        return _show_group(recipe)
    return str(recipe.get("source", recipe.get("value", recipe["is"])))


def _show_group(recipe: GroupRecipe) -> str:
    items = [_show(item).replace("\n", " ") for item in recipe["items"]]
    if recipe["kind"] == "dict":
        return "{" + ", ".join(f"{key!r}: {item}" for key, item in zip(recipe["keys"], items, strict=True)) + "}"
    return f"[{', '.join(items)}]" if recipe["kind"] == "list" else f"({', '.join(items)},)"


def repro_lines(exercise: Exercise, case: DrawnCase) -> str:
    """Return Python lines that make the arguments and call the entry; empty if arrays are too large to type."""
    lines = []
    for name, recipe in case.inputs.items():
        text = _repro(recipe)
        if text is None:
            return ""
        lines.append(f"{name} = {text}")
    return "\n".join([*lines, f"{exercise.entry}({', '.join(exercise.params)})"])


def _repro(recipe: Recipe) -> str | None:
    if recipe["is"] == "array":
        array = recipe["array"]
        if array.size > 64:
            return None
        dtype = "" if array.dtype == np.float32 else f", dtype='{array.dtype.name}'"
        place = "" if recipe["ctx"] == "cpu(0)" else f", ctx=mx.{recipe['ctx']}"
        body = re.sub("nan|inf", r"float('\g<0>')", repr(_nest(array)))
        return f"nd.array({body}{dtype}{place})"
    if recipe["is"] == "view":
        of = str(recipe["of"])
        head = f"{of}[:max(1, {of}.shape[0] // 2)]"
        return {"same": of, "reshape": f"{of}.reshape((-1,))", "head": head, "copy": f"{of}.copy()"}[recipe["how"]]
    if recipe["is"] == "plain":
        return repr(recipe["value"])
    if recipe["is"] == "tuple":
        return repr(tuple(recipe["value"]))
    if recipe["is"] == "function":
        return str(recipe["source"])
    return None


def _nest(array: Array) -> Any:
    """Return nested lists of numbers, with enough digits to restore the same values in their dtype."""
    if array.ndim == 0:
        digits = 17 if array.dtype == np.float64 else 9
        return int(array) if array.dtype.kind in "iu" else float(f"{float(array):.{digits}g}")
    return [_nest(row) for row in array]

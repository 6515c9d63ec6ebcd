"""Specs of arguments as text (`float32[2,3]`, `int64[2,5](0,9)`, `[float32[2], 3]`), and as exercises write them."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from mxtutor.errors import UsageError
from mxtutor.typed_paths import expanded

Spec = Any
"""A plain value, or a mapping of the grammar of cases (docs/authoring.md)."""
DTYPES = ("float16", "float32", "float64", "int8", "uint8", "int16", "int32", "int64", "bool")
_SHORT = {"float": "float32", "int": "int64", "long": "int64", "double": "float64", "half": "float16", "byte": "uint8"}
MOST_ELEMENTS = 1 << 22
_LARGEST = {"float16": 65504.0, "float32": 1e38, "float64": 1e300}
"""Largest limits of floats: numbers whose differences are finite."""
_PART = re.compile(r"""(?:[^;'"]|'[^']*'|"[^"]*"|['"])+""")
"""One assignment of `--inputs`; a `;` in quotes belongs to it."""
EXAMPLE = '--inputs "x=float32[4,3]; y=int64[4](0,2); n=3"'
FORMS = (
    "An array is float32[4,3] or, with its lowest and highest value, int64[4](0,2); integers without them go from 0 "
    "to 3. A text needs quotes."
)


def parse_inputs(text: str) -> list[dict[str, Spec]]:
    """Return the cases that `--inputs` describes: assignments with `;` between them, or the name of a YAML file.

    A YAML file maps parameters to such texts or to plain values, or has a list of such mappings under `cases`.

    Raises:
        UsageError: it is neither.
    """
    if text.strip().endswith((".yaml", ".yml")) and "=" not in text:
        return _from_file(expanded(Path(text.strip())))
    case: dict[str, Spec] = {}
    for part in filter(str.strip, _PART.findall(text)):
        name, sign, value = part.partition("=")
        if not sign or not name.strip().replace(".", "_").isidentifier():
            raise UsageError(f"{part.strip()!r} is not NAME=VALUE.", fix=f"Write, for example, {EXAMPLE}.")
        case[name.strip()] = parse_spec(value.strip(), name.strip())
    if not case:
        raise UsageError("--inputs is empty.", fix=f"Write, for example, {EXAMPLE}.")
    return [case]


def _from_file(path: Path) -> list[dict[str, Spec]]:
    from mxtutor.content.yaml_files import read_yaml

    data = read_yaml(path)
    cases = data["cases"] if isinstance(data.get("cases"), list) else [data]
    if not cases or not all(isinstance(case, Mapping) and case for case in cases):
        raise UsageError(f"{path}: a case is not a mapping of parameters.", fix="Write `x: float32[2,3]`.")
    return [
        {
            str(name): parse_spec(value if isinstance(value, str) else repr(value), str(name))
            for name, value in case.items()
        }
        for case in cases
    ]


def parse_spec(text: str, name: str) -> Spec:
    """Return the spec that a text describes.

    Raises:
        UsageError: it describes none.
    """
    try:
        return _spec(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        known = type(error) is ValueError and "malformed node" not in str(error)  # that is about Python's parser
        why = f": {error}" if known else ""
        raise UsageError(f"{name}={text[:80]} cannot be read{why}.", fix=FORMS) from error


def _spec(node: ast.expr) -> Spec:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript) and not node.keywords:
        limits = [ast.literal_eval(one) for one in node.args]
        if len(limits) != 2 or not all(type(n) in (int, float) for n in limits) or limits[0] > limits[1]:
            raise ValueError("limits are (lowest,highest)")
        array = _array(node.func)
        least, most = _range(array["dtype"])
        if not least <= limits[0] <= limits[1] <= most:
            raise ValueError(f"limits of {array['dtype']} are from {least:.6g} to {most:.6g}")
        return {**array, "low": limits[0], "high": limits[1]}
    if isinstance(node, ast.Subscript):
        return _array(node)
    if isinstance(node, (ast.List, ast.Tuple)):
        items = [_spec(item) for item in node.elts]
        if not any(isinstance(item, Mapping) for item in items):
            return items if isinstance(node, ast.List) else {"tuple": items}
        return {"items": items, "as": "list" if isinstance(node, ast.List) else "tuple"}
    if isinstance(node, ast.Dict):
        return {
            "entries": {str(ast.literal_eval(k)): _spec(v) for k, v in zip(node.keys, node.values, strict=True) if k}
        }
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.args:
        fields = {str(k.arg): ast.literal_eval(k.value) for k in node.keywords if k.arg}
        return {"record": ast.unparse(node), "fields": fields}
    value = ast.literal_eval(node)
    if type(value) not in (int, float, bool, str) and value is not None:
        raise ValueError("only numbers, texts, True, False and None")
    return value


def _array(node: ast.Subscript) -> dict[str, Any]:
    name = node.value.id if isinstance(node.value, ast.Name) else ""
    dtype = _SHORT.get(name, name)
    if dtype not in DTYPES:
        raise ValueError(f"{name or 'this'} is not a dtype ({', '.join(DTYPES)})")
    sizes = ast.literal_eval(node.slice)
    shape = list(sizes) if isinstance(sizes, tuple) else [sizes]
    if not all(type(size) is int and size >= 0 for size in shape):
        raise ValueError("sizes are whole numbers")
    if math.prod(shape) > MOST_ELEMENTS:
        raise ValueError(f"an array has at most {MOST_ELEMENTS:,} elements")
    spec: dict[str, Any] = {"shape": shape, "dtype": dtype}
    return {**spec, "low": 0, "high": 3} if dtype.startswith(("int", "uint")) else spec


def _range(dtype: str) -> tuple[float, float]:
    """Return the least and the greatest limit of a dtype."""
    if dtype in _LARGEST:
        return -_LARGEST[dtype], _LARGEST[dtype]
    bits = 1 if dtype == "bool" else int(dtype.lstrip("uint"))
    return (0, 2**bits - 1) if dtype.startswith(("u", "b")) else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def show_spec(spec: Spec) -> str:
    """Return a spec as text that `parse_spec` reads."""
    if not isinstance(spec, Mapping):
        return repr(spec)
    if "shape" in spec:
        dtype = spec.get("dtype", "float32")
        limits = ""
        if ("low" in spec or "high" in spec) and dtype != "bool":
            limits = f"({_number(spec.get('low', -1))},{_number(spec.get('high', 1))})"
        sizes = ",".join(map(str, spec["shape"])) or "()"
        return f"{dtype}[{sizes}]{limits}"
    if "items" in spec:
        inner = ", ".join(map(show_spec, spec["items"]))
        return f"[{inner}]" if spec.get("as") != "tuple" else f"({inner},)"
    if "entries" in spec:
        return "{" + ", ".join(f"{k!r}: {show_spec(v)}" for k, v in spec["entries"].items()) + "}"
    if "tuple" in spec:
        return repr(tuple(spec["tuple"]))
    if "record" in spec:
        return str(spec["record"])
    return f"{spec.get('dtype', 'float32')} {spec['values']}"


def _number(value: float) -> str:
    return f"{value:.6g}"


def arrays_of(spec: Spec) -> Iterator[Mapping[str, Any]]:
    """Yield the specs of arrays in a spec, those in containers included."""
    if isinstance(spec, Mapping):
        if "shape" in spec:
            yield spec
        for inner in (*spec.get("items", ()), *dict(spec.get("entries", {})).values()):
            yield from arrays_of(inner)


def with_arrays(spec: Spec, change: Callable[[Mapping[str, Any]], Spec]) -> Spec:
    """Return a spec with `change` applied to each array, those in containers included."""
    if not isinstance(spec, Mapping):
        return spec
    if "shape" in spec:
        return change(spec)
    if "items" in spec:
        return {**spec, "items": [with_arrays(item, change) for item in spec["items"]]}
    if "entries" in spec:
        return {**spec, "entries": {key: with_arrays(item, change) for key, item in spec["entries"].items()}}
    return spec


def is_array(spec: Spec) -> bool:
    """Return whether a spec describes one array with random contents."""
    return isinstance(spec, Mapping) and "shape" in spec

"""Results as the trusted side sees them: checked descriptions, never live objects."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from mxtutor.grading.wire import WireError

Array = np.ndarray[Any, Any]

ARRAY_KINDS = ("nd", "np", "numpy", "torch")
"""`mx.nd.NDArray`, `mx.np.ndarray`, `numpy.ndarray`, `torch.Tensor`."""
PLAIN_KINDS = ("int", "float", "bool", "str", "none", "dtype", "context", "numpy_scalar")
_INTEGER = re.compile(r"-?[0-9]{1,400}")
MAX_ITEMS = 10_000
"""Items of one list or tuple."""


@dataclass(frozen=True, slots=True)
class Value:
    """One result: an array, a plain value, a sequence, or the name of a type that is none of these."""

    kind: str
    """One of ARRAY_KINDS, PLAIN_KINDS, list, tuple, dict or other."""
    array: Array | None = None
    plain: Any = None
    items: tuple[Value, ...] = ()
    keys: tuple[str, ...] = ()
    """Keys of a dict, in the order of `items`."""
    type: str = ""
    """Qualified name of the type, for kind other and numpy_scalar."""
    context: str = ""
    """Where an array lives: "cpu(0)", "gpu(1)"."""

    @property
    def is_array(self) -> bool:
        """Whether it is an array of any framework."""
        return self.kind in ARRAY_KINDS

    @property
    def number(self) -> float | None:
        """The number that a plain number or an array of one element holds, else None."""
        if self.kind in ("int", "float", "bool", "numpy_scalar"):
            return _as_float(self.plain)
        if self.array is not None and self.array.size == 1:
            return float(self.array.reshape(-1)[0])
        return None


def parse(tree: Any) -> Value:
    """Return the value that a tree from another process describes.

    Raises:
        WireError: the tree is no description.
    """
    if not isinstance(tree, dict) or not isinstance(kind := tree.get("k"), str):
        raise WireError("a value without a kind")
    if kind in ARRAY_KINDS:
        array, context = tree.get("a"), tree.get("ctx", "")
        if not isinstance(array, np.ndarray) or not isinstance(context, str):
            raise WireError("an array without data")
        return Value(kind, array=array, context=context[:40])
    if kind in ("list", "tuple", "dict"):
        return _sequence(kind, tree)
    if kind in PLAIN_KINDS:
        return Value(kind, plain=_plain(kind, tree.get("v")), type=str(tree.get("t", ""))[:80])
    if kind == "other":
        return Value(kind, type=str(tree.get("t", ""))[:80])
    raise WireError("a value of unknown kind")


def _sequence(kind: str, tree: dict[str, Any]) -> Value:
    items, keys = tree.get("v"), tree.get("keys", [])
    if not isinstance(items, list) or len(items) > MAX_ITEMS or not isinstance(keys, list):
        raise WireError("a sequence without items")
    if kind == "dict" and not (len(keys) == len(items) and all(isinstance(k, str) for k in keys)):
        raise WireError("a dict without keys")
    return Value(kind, items=tuple(parse(i) for i in items), keys=tuple(keys) if kind == "dict" else ())


def _as_float(number: float) -> float:
    """Return a number as a float; integers beyond floats are infinite."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _plain(kind: str, value: Any) -> Any:
    """Return a plain value of the Python type that its kind claims."""
    if kind == "none":
        return None
    if kind == "int" and type(value) is str and _INTEGER.fullmatch(value):
        return int(value)
    if kind in ("float", "numpy_scalar") and type(value) in (float, int) and not isinstance(value, bool):
        return _as_float(value)
    if kind == "bool" and type(value) is bool:
        return value
    if kind in ("str", "dtype", "context") and type(value) is str:
        return value[:10_000]
    raise WireError(f"no {kind}")


def show(value: Value, limit: int = 400) -> str:
    """Return a value as a learner reads it, in at most `limit` characters."""
    text = _show(value)
    return text if len(text) <= limit else text[: limit - 5] + " [..]"


def _show(value: Value) -> str:
    if value.array is not None:
        return show_array(value.array)
    if value.kind in ("list", "tuple"):
        inner = ", ".join(_show(i) for i in value.items[:20]) + (", .." if len(value.items) > 20 else "")
        single = "," if value.kind == "tuple" and len(value.items) == 1 else ""
        return f"[{inner}]" if value.kind == "list" else f"({inner}{single})"
    if value.kind == "dict":
        return "{" + ", ".join(f"{k}: {_show(v)}" for k, v in zip(value.keys, value.items, strict=True)) + "}"
    if value.kind == "other":
        return f"an object of {value.type}"
    if value.kind == "float":
        return f"{value.plain:.7g}" if math.isfinite(value.plain) else str(value.plain)
    return repr(value.plain) if value.kind == "str" else str(value.plain)


def show_array(array: Array) -> str:
    """Return an array in a few lines, large ones with their middle left out."""
    return np.array2string(array, precision=6, threshold=48, edgeitems=3, max_line_width=76, separator=", ")


def type_name(value: Value) -> str:
    """Return what a value's type is called in a message."""
    names = {
        "nd": "an mx.nd.NDArray", "np": "an mx.np.ndarray", "numpy": "a NumPy array", "torch": "a torch.Tensor",
        "none": "None", "int": "a Python int", "float": "a Python float", "bool": "a bool", "str": "a string",
        "list": "a list", "tuple": "a tuple", "dict": "a dict", "dtype": "a dtype", "context": "a Context",
    }  # fmt: skip
    return names.get(value.kind) or f"an object of type {value.type}"

"""Results on the trusted side: checked descriptions of the answer's objects for each case, and frameworks."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from mxtutor.grading.wire import WireError

Array = np.ndarray[Any, Any]


class ValueKind(str, Enum):
    """Kind of a result; the values are the codes that an answer's process sends."""

    ND = "nd"
    """`mx.nd.NDArray`."""
    NP = "np"
    """`mx.np.ndarray`."""
    NUMPY = "numpy"
    TORCH = "torch"
    INT = "int"
    FLOAT = "float"
    BOOL = "bool"
    STR = "str"
    NONE = "none"
    DTYPE = "dtype"
    CONTEXT = "context"
    NUMPY_SCALAR = "numpy_scalar"
    LIST = "list"
    TUPLE = "tuple"
    DICT = "dict"
    OTHER = "other"
    """Anything else, known by the name of its type."""


ARRAYS = (ValueKind.ND, ValueKind.NP, ValueKind.NUMPY, ValueKind.TORCH)
MXNET_ARRAYS = (ValueKind.ND, ValueKind.NP)
SEQUENCES = (ValueKind.LIST, ValueKind.TUPLE)
CONTAINERS = (*SEQUENCES, ValueKind.DICT)
NUMBERS = (ValueKind.INT, ValueKind.FLOAT, ValueKind.BOOL, ValueKind.NUMPY_SCALAR)
_INTEGER = re.compile(r"-?[0-9]{1,400}")
MAX_ITEMS = 10_000
"""Maximum number of items of one list or tuple."""


@dataclass(frozen=True, slots=True)
class Value:
    """One result: an array, a plain value, a sequence, or the name of a type that is none of these."""

    kind: ValueKind
    array: Array | None = None
    plain: Any = None
    items: tuple[Value, ...] = ()
    keys: tuple[str, ...] = ()
    """Keys of a dict, in the order of `items`."""
    type: str = ""
    """Qualified name of the type, for kind other and numpy_scalar."""
    context: str = ""
    """Context of an array: "cpu(0)", "gpu(1)"."""

    @property
    def number(self) -> float | None:
        """The number in a plain number or an array of one element, else None."""
        if self.kind in NUMBERS:
            return _as_float(self.plain)
        if self.array is not None and self.array.size == 1:
            return float(self.array.reshape(-1)[0])
        return None


def parse(tree: Any) -> Value:
    """Return the value that a tree from another process describes.

    Raises:
        WireError: the tree is not a description.
    """
    if not isinstance(tree, dict) or not isinstance(code := tree.get("k"), str):
        raise WireError("a value without a kind")
    try:
        kind = ValueKind(code)
    except ValueError:
        raise WireError("a value of unknown kind") from None
    if kind in ARRAYS:
        array, context = tree.get("a"), tree.get("ctx", "")
        if not isinstance(array, np.ndarray) or not isinstance(context, str):
            raise WireError("an array without data")
        return Value(kind, array=array, context=context[:40])
    if kind in CONTAINERS:
        return _sequence(kind, tree)
    if kind is ValueKind.OTHER:
        return Value(kind, type=str(tree.get("t", ""))[:80])
    return Value(kind, plain=_plain(kind, tree.get("v")), type=str(tree.get("t", ""))[:80])


def _sequence(kind: ValueKind, tree: dict[str, Any]) -> Value:
    items, keys = tree.get("v"), tree.get("keys", [])
    if not isinstance(items, list) or len(items) > MAX_ITEMS or not isinstance(keys, list):
        raise WireError("a sequence without items")
    if kind is ValueKind.DICT and not (len(keys) == len(items) and all(isinstance(k, str) for k in keys)):
        raise WireError("a dict without keys")
    return Value(kind, items=tuple(parse(i) for i in items), keys=tuple(keys) if kind is ValueKind.DICT else ())


def _as_float(number: float) -> float:
    """Return a number as a float; integers outside of the range of floats become infinite."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _plain(kind: ValueKind, value: Any) -> Any:
    """Return a plain value of the Python type of its kind."""
    if kind is ValueKind.NONE:
        return None
    if kind is ValueKind.INT and type(value) is str and _INTEGER.fullmatch(value):
        return int(value)
    if (
        kind in (ValueKind.FLOAT, ValueKind.NUMPY_SCALAR)
        and type(value) in (float, int)
        and not isinstance(value, bool)
    ):
        return _as_float(value)
    if kind is ValueKind.BOOL and type(value) is bool:
        return value
    if kind in (ValueKind.STR, ValueKind.DTYPE, ValueKind.CONTEXT) and type(value) is str:
        return value[:10_000]
    raise WireError(f"a value that is not of kind {kind.value}")


def show(value: Value, limit: int = 400) -> str:
    """Return a value as text for the learner, in at most `limit` characters."""
    text = _show(value)
    return text if len(text) <= limit else text[: limit - 5] + " [..]"


def _show(value: Value) -> str:
    if value.array is not None:
        return show_array(value.array)
    if value.kind in SEQUENCES:
        inner = ", ".join(_show(i) for i in value.items[:20]) + (", .." if len(value.items) > 20 else "")
        single = "," if value.kind is ValueKind.TUPLE and len(value.items) == 1 else ""
        return f"[{inner}]" if value.kind is ValueKind.LIST else f"({inner}{single})"
    if value.kind is ValueKind.DICT:
        return "{" + ", ".join(f"{k}: {_show(v)}" for k, v in zip(value.keys, value.items, strict=True)) + "}"
    if value.kind is ValueKind.OTHER:
        return f"an object of {value.type}"
    if value.kind is ValueKind.FLOAT:
        return f"{value.plain:.7g}" if math.isfinite(value.plain) else str(value.plain)
    return repr(value.plain) if value.kind is ValueKind.STR else str(value.plain)


def show_array(array: Array) -> str:
    """Return an array in a few lines, without the middle of large ones."""
    return np.array2string(array, precision=6, threshold=48, edgeitems=3, max_line_width=76, separator=", ")


def type_name(value: Value) -> str:
    """Return the name of a value's type for messages."""
    return _TYPE_NAMES.get(value.kind) or f"an object of type {value.type}"


_TYPE_NAMES = {
    ValueKind.ND: "an mx.nd.NDArray",
    ValueKind.NP: "an mx.np.ndarray",
    ValueKind.NUMPY: "a NumPy array",
    ValueKind.TORCH: "a torch.Tensor",
    ValueKind.NONE: "None",
    ValueKind.INT: "a Python int",
    ValueKind.FLOAT: "a Python float",
    ValueKind.BOOL: "a bool",
    ValueKind.STR: "a string",
    ValueKind.LIST: "a list",
    ValueKind.TUPLE: "a tuple",
    ValueKind.DICT: "a dict",
    ValueKind.DTYPE: "a dtype",
    ValueKind.CONTEXT: "a Context",
}


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a call left changed."""

    kind: str
    """One of `content.changes.KINDS`."""
    argument: str = ""
    """Name of the argument; empty for the state of the program."""
    place: str = ""
    """Where in the argument, such as `[0].weight`."""
    says: str = ""
    """The change in words."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The report of an answer's process on one case; no part of it is trusted."""

    value: Value
    inputs: Mapping[str, Array] = field(default_factory=dict)
    """The arguments' contents after the call."""
    alias: tuple[str, ...] | None = None
    """Arguments that changed when the result was written to; None without that probe."""
    again: Value | None = None
    """The result of a second call."""
    reseeded: Value | None = None
    """The result of a third call, after the first call's seed."""
    refilled: Value | None = None
    """The result of a call after the first call's seed, with other array contents of equal shapes."""
    other: Value | None = None
    """The result of a call after another seed."""
    many: Value | None = None
    """The results of many calls, stacked, if the first one is a small array."""
    observed: Mapping[str, Value] = field(default_factory=dict)
    """The observations of the exercise's observer."""
    facts: Value | None = None
    """Data from the observer for the exercise's verifier."""
    changes: tuple[Change, ...] = ()
    """Changes by the calls of the entry function."""
    studies: tuple[Mapping[str, Any], ...] = ()
    """Traces of studied Blocks (`answer/trace_mxnet.py`), each with `names`, or with a `reason` why it is missing."""


def reference_array(expected: Value) -> Array:
    """Return a reference's result as an array; a plain number becomes a 0-dim float32 array."""
    if expected.array is not None:
        return expected.array
    return np.array(expected.plain, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Family:
    """The facts about a framework that judging needs."""

    name: str
    arrays: tuple[ValueKind, ...]
    """The kinds of its arrays."""
    array: str
    """Name of one of its arrays, with the article."""
    context: str
    """Name of an array's device, with the article."""
    seed: str
    """The function that seeds its generators."""
    holds_values: bool
    """Whether its nets have values as soon as they are created."""
    maker: str
    """Code that makes an array, with a placeholder for contents and options."""
    dtype_option: str
    place_option: str
    copier: str
    """The method that copies an array."""


FAMILIES: Mapping[str, Family] = {
    "mxnet": Family(
        "MXNet", (ValueKind.ND, ValueKind.NP), "an MXNet array", "a Context", "mx.random.seed", holds_values=False,
        maker="nd.array({})", dtype_option=", dtype='{}'", place_option=", ctx=mx.{}", copier="copy",
    ),
    "torch": Family(
        "PyTorch", (ValueKind.TORCH,), "a PyTorch tensor", "a device", "torch.manual_seed", holds_values=True,
        maker="torch.tensor({})", dtype_option=", dtype=torch.{}", place_option="", copier="clone",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sides:
    """The frameworks of a comparison."""

    answer: Family
    reference: Family


COURSE = Sides(FAMILIES["mxnet"], FAMILIES["torch"])
"""The frameworks of the shipped course."""

"""What torch has: its modules, classes and functions, and what calls return, from a table that ships with mxtutor.

`tests/scan/torch_names.py` writes the table from an installed torch, so that no scan imports a framework. The
specification of a value is short: `T` a tensor, `i f b s n` a Python int, float, bool, str, None, `[x]` a sequence,
`(x,y)` a tuple, `{x}` a dict with such values, `<path>` an instance of a class, `self` the object itself, and
`a|b` one of several.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from mxtutor.content.roots import TORCH_TABLE
from mxtutor.scan.values import OPAQUE, TENSOR, Value, instance, join, kind_of, mapping, sequence, tuple_of

ROOTS = frozenset({"torch", "torchvision", "torchaudio", "torchtext", "functorch", "torchdata"})
"""Packages whose names are call sites of a migration."""
KINDS = {"i": "int", "f": "float", "b": "bool", "s": "str", "n": "None"}
MODULE, OPTIMIZER, SCHEDULER = "torch.nn.Module", "torch.optim.Optimizer", "torch.optim.lr_scheduler.LRScheduler"
CONTAINERS = frozenset(
    f"torch.nn.{name}" for name in ("Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict")
)
TENSOR_TYPES = frozenset(
    f"torch.{where}{kind}Tensor"
    for where in ("", "cuda.")
    for kind in ("", "Float", "Double", "Half", "BFloat16", "Byte", "Char", "Short", "Int", "Long", "Bool")
) | {"torch.nn.Parameter", "torch.autograd.Variable", "torch.nn.Buffer", "torch.nn.UninitializedParameter"}
TENSOR_ATTRIBUTES = frozenset(
    "weight bias running_mean running_var in_proj_weight in_proj_bias weight_g weight_v".split()  # noqa: SIM905
)


class Library:
    def __init__(self, table: dict[str, Any]) -> None:
        self.version: str = table["version"]
        self.modules = frozenset(table["modules"])
        self.aliases: dict[str, str] = table["aliases"]
        self.functions: dict[str, str] = table["functions"]
        self.classes: dict[str, dict[str, Any]] = table["classes"]
        self.plain: dict[str, str] = table["values"]
        self.tensor_methods: frozenset[str] = frozenset(self.classes["torch.Tensor"]["methods"])
        self.tensor_attributes: frozenset[str] = frozenset(self.classes["torch.Tensor"]["attrs"])
        module = self.classes[MODULE]["methods"]
        self.module_methods: frozenset[str] = frozenset(name for name in module if not name.startswith("_"))
        self.tensor_only = frozenset(table["tensor_only"])
        """Methods that only tensors have."""
        self.array_methods = frozenset(table["array_methods"])
        """Methods that only tensors and NumPy's arrays have."""
        self.owner = cache(self._owner)
        """Returns the class at the root of the bases that has a method of a name; None if no base has it."""
        self.spec = cache(self._spec)
        """Returns the specification of a name among the `methods` or `attrs` of a class; empty if it has none."""

    def canonical(self, path: str) -> str:
        """Return the name that torch's documentation uses for a path."""
        found = self.aliases.get(path)
        if found is not None:
            return found
        if path in self.functions or path in self.classes:
            return path
        head, dot, name = path.rpartition(".")
        if dot and head in self.aliases:
            return f"{self.aliases[head]}.{name}"
        return path

    def has(self, path: str) -> bool:
        return path in self.functions or path in self.classes or path in self.modules or path in self.aliases

    def bases(self, path: str) -> list[str]:
        """Return a class and the classes that it inherits from, itself first."""
        found = self.classes.get(path)
        return [path, *found["bases"]] if found is not None else [path]

    def inherits(self, path: str, base: str) -> bool:
        return base in self.bases(path)

    def _owner(self, path: str, name: str) -> str | None:
        has = (base for base in reversed(self.bases(path)) if name in self.classes.get(base, {}).get("methods", ()))
        return next(has, None)

    def _spec(self, path: str, part: str, name: str) -> str:
        specs = (self.classes.get(base, {}).get(part, {}).get(name) for base in self.bases(path))
        return next(filter(None, specs), "")

    def method_value(self, path: str, name: str, self_value: Value, many: bool) -> Value:
        """Return what a method of a class returns; `many` is whether an axis is given."""
        return self.specified(self.spec(path, "methods", name), self_value, many)

    def attribute_value(self, path: str, name: str) -> Value:
        """Return the value of an attribute that is not a method."""
        if spec := self.spec(path, "attrs", name):
            return self.specified(spec, (), False)
        return (TENSOR,) if name in TENSOR_ATTRIBUTES and self.inherits(path, MODULE) else ()

    def specified(self, spec: str, given: Value, many: bool) -> Value:
        """Return the value of a specification; of several, the last one if an axis is given, else the first.

        `given` is the object that has a method, or the first argument of a function.
        """
        spec = spec.split("|")[-1 if many else 0]
        return given if spec in ("self", "first") else _parsed(spec)[0]


@cache
def _parsed(text: str) -> tuple[Value, str]:
    """Return the value at the start of a specification and the rest of the text."""
    head, rest = text[:1], text[1:]
    if text.startswith("numpy"):
        return (("other", "numpy.ndarray"),), text[5:]
    if text.startswith("list"):
        return (sequence((OPAQUE,)),), text[4:]
    if text.startswith("self"):
        return (), text[4:]
    if head == "T":
        return (TENSOR,), rest
    if head in KINDS:
        return (kind_of(KINDS[head]),), rest
    if head == "<":
        path, _, rest = rest.partition(">")
        return (instance(path),), rest
    if head in "[{" and head:
        inner, rest = _parsed(rest)
        return ((sequence(inner) if head == "[" else mapping(inner)),), rest[1:]
    if head == "(":
        parts = []
        while rest and rest[0] != ")":
            part, rest = _parsed(rest)
            parts.append(join(part))
            rest = rest[1:] if rest[:1] == "," else rest
        return (tuple_of(parts),), rest[1:]
    return (), text


@cache
def load_library() -> Library:
    """Return the table that ships with mxtutor."""
    return Library(msgspec.json.decode(TORCH_TABLE.read_bytes()))

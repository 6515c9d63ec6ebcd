"""What torch has: its modules, classes and functions, and what calls return, from a table that ships with mxtutor.

`tests/scan/torch_names.py` writes the table from an installed torch, so that no scan imports a framework. The
specification of a value is short: `T` a tensor, `i f b s n` a Python int, float, bool, str, None, `[x]` a sequence,
`(x,y)` a tuple, `{x}` a dict with such values, `<path>` an instance of a class, `self` the object itself, and
`a|b` one of several.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

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
SPECIFICATIONS = {
    "torch.load": "",
    "torch.tensor": "T",
    "torch.as_tensor": "T",
    "torch.from_numpy": "T",
    "torch.einsum": "T",
    "torch.meshgrid": "[T]",
    "torch.unique": "T",
    "torch.norm": "T",
    "torch.lu": "(T,T)",
    "torch.stft": "T",
    **dict.fromkeys(
        (f"torch.{name}" for name in ("atleast_1d", "atleast_2d", "block_diag", "cdist", "chain_matmul", "tensordot")),
        "T",
    ),
    "torch.broadcast_tensors": "[T]",
    "torch.is_tensor": "b",
    "torch.unique_consecutive": "T",
    "torch.nn.Module.to": "self",
    "torch.nn.utils.rnn.PackedSequence.to": "self",
    "torch.Tensor.lu": "(T,T)",
    "torch.Tensor.resize_as": "T",
    "torch.Tensor.unique_consecutive": "T",
    "torch.Tensor.stft": "T",
    "torch.compile": "first",
    "torch.jit.script": "first",
    "torch.jit.trace": "first",
    "torch.vmap": "first",
    "torch.utils.checkpoint.checkpoint": "T",
    "torch.utils.data.random_split": "[<torch.utils.data.Subset>]",
    "torch.nn.utils.weight_norm": "first",
    "torch.nn.utils.spectral_norm": "first",
    "torch.nn.utils.parametrizations.weight_norm": "first",
    "torch.nn.utils.parametrizations.spectral_norm": "first",
    "torch.nn.utils.clip_grad_norm_": "T",
    "torch.nn.utils.rnn.pad_packed_sequence": "(T,T)",
    "torch.nn.utils.rnn.pack_padded_sequence": "<torch.nn.utils.rnn.PackedSequence>",
    "torch.nn.functional.multi_head_attention_forward": "(T,T)",
    "torch.autograd.grad": "[T]",
    "torch.hub.load": "<torch.nn.Module>",
    "torch.Tensor.numpy": "numpy",
    "torch.Tensor.tolist": "list",
    "torch.Tensor.item": "f",
    "torch.Tensor.backward": "n",
    "torch.Tensor.norm": "T",
    "torch.Tensor.unique": "T",
    "torch.Tensor.register_hook": "<torch.utils.hooks.RemovableHandle>",
    "torch.nn.LSTM.forward": "(T,(T,T))",
    "torch.nn.GRU.forward": "(T,T)",
    "torch.nn.RNN.forward": "(T,T)",
    "torch.nn.LSTMCell.forward": "(T,T)",
    "torch.nn.MultiheadAttention.forward": "(T,T)",
    "torch.nn.Module.parameters": "[T]",
    "torch.nn.Module.named_parameters": "[(s,T)]",
    "torch.nn.Module.state_dict": "{T}",
    "torch.nn.Module.modules": "[<torch.nn.Module>]",
    "torch.nn.Module.named_modules": "[(s,<torch.nn.Module>)]",
    "torch.nn.Module.children": "[<torch.nn.Module>]",
    "torch.nn.Module.named_children": "[(s,<torch.nn.Module>)]",
    "torch.distributions.Distribution.expand": "self",
    "torch.distributions.Distribution._get_checked_instance": "self",
    "torch.optim.Optimizer.state_dict": "{}",
    "torch.optim.Optimizer.step": "T",
    "torch.cuda.amp.GradScaler.scale": "T",
    "torch.amp.GradScaler.scale": "T",
    "torch.GradScaler.scale": "T",
}
"""What torch's own annotations do not tell; the second part of the value is the specification."""
TENSOR_ATTRIBUTES = (
    "weight",
    "bias",
    "running_mean",
    "running_var",
    "in_proj_weight",
    "in_proj_bias",
    "weight_g",
    "weight_v",
)
FOREIGN = frozenset(
    name
    for kind in (str, bytes, list, dict, set, tuple, int, float, complex, frozenset, memoryview)
    for name in dir(kind)
) | frozenset(
    """all any argmax argmin argpartition argsort astype base byteswap choose clip compress conj conjugate copy
    ctypes cumprod cumsum data diagonal dot dtype dump dumps fill flags flat flatten getfield imag item
    itemset itemsize max mean min nbytes ndim newbyteorder nonzero partition prod ptp put ravel real repeat
    reshape resize round searchsorted setfield setflags shape size sort squeeze std strides sum swapaxes
    take tobytes tofile tolist tostring trace transpose var view T read write close flush seek abs add apply
    corr cov diff div drop eq expand ge gt head le lt map mask median mod mode mul ne pow quantile rank
    rename rolling sample sub to_numpy truncate unique where log save load run step start stop join split
    type name device dist cat normal uniform random float double share_memory_ to cpu cuda half new values
    indices storage select filter reduce cross rotate backward index order histogram numel""".split()
)
"""Names of methods that other objects have, too: builtins, NumPy's arrays, tables, files, nets."""


ARRAYS = frozenset(
    """abs all any argmax argmin argsort clip cumprod cumsum diagonal dot flatten max mean min nonzero prod
    ravel repeat reshape round size squeeze std sum swapaxes tolist trace transpose var view item""".split()
)
"""Names of methods that tensors share with NumPy's arrays and hardly anything else has."""


class Library:
    """The table of torch's names."""

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
        taken = FOREIGN | self.module_methods
        self.tensor_only: frozenset[str] = frozenset(
            name for name in self.tensor_methods if name not in taken or name.endswith("_")
        ) - {"requires_grad_", "set_", "put_", "share_memory_"}
        """Methods that only tensors have."""
        self.array_methods = self.tensor_methods & (ARRAYS - frozenset(self.module_methods))
        """Methods that only tensors and NumPy's arrays have."""
        self._values: dict[str, Value] = {}
        self._owners: dict[tuple[str, str], str | None] = {}
        self._methods: dict[tuple[str, str], str] = {}

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

    def bases(self, path: str) -> list[str]:
        """Return a class and the classes that it inherits from, itself first."""
        found = self.classes.get(path)
        return [path, *found["bases"]] if found is not None else [path]

    def inherits(self, path: str, base: str) -> bool:
        """Return whether a class is `base` or inherits from it."""
        return base in self.bases(path)

    def owner(self, path: str, name: str) -> str | None:
        """Return the class at the root of the bases that has a method, or None if no base has it."""
        key = (path, name)
        if key not in self._owners:
            has = (base for base in reversed(self.bases(path)) if name in self.classes.get(base, {}).get("methods", ()))
            self._owners[key] = next(has, None)
        return self._owners[key]

    def method(self, path: str, name: str) -> str:
        """Return the specification of what a method of a class returns; empty if the table has none."""
        found = self._methods.get((path, name))
        if found is None:
            given = (
                SPECIFICATIONS.get(f"{base}.{name}", self.classes.get(base, {}).get("methods", {}).get(name))
                for base in self.bases(path)
            )
            found = self._methods[path, name] = next(filter(None, given), "")
        return found

    def method_value(self, path: str, name: str, self_value: Value, many: bool) -> Value:
        """Return what a method of a class returns; `many` tells whether an axis is given."""
        spec = self.method(path, name)
        return self.specified(spec, self_value, many) if spec else ()

    def attribute_value(self, path: str, name: str) -> Value:
        """Return the value of an attribute that is no method."""
        for base in self.bases(path):
            spec = self.classes.get(base, {}).get("attrs", {}).get(name)
            if spec:
                return self.specified(spec, (), False)
        if name in TENSOR_ATTRIBUTES and self.inherits(path, MODULE):
            return (TENSOR,)
        return ()

    def function(self, path: str) -> str:
        """Return the specification of what a function of torch returns; empty if the table has none."""
        spec = SPECIFICATIONS.get(path)
        return self.functions.get(path, "") if spec is None else spec

    def function_value(self, path: str, first: Value, many: bool) -> Value:
        """Return what a function of torch returns; `first` is its first argument."""
        spec = self.function(path)
        if spec == "first":
            return first
        return self.specified(spec, first, many)

    def specified(self, spec: str, self_value: Value, many: bool) -> Value:
        """Return the value of a specification; of several, the last one if an axis is given, else the first."""
        if "|" in spec:
            parts = spec.split("|")
            spec = parts[-1 if many else 0]
        if spec == "self":
            return self_value
        found = self._values.get(spec)
        if found is None:
            found = self._values[spec] = _parsed(spec)[0]
        return found


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


@lru_cache(maxsize=1)
def load_library() -> Library:
    """Return the table that ships with mxtutor."""
    return Library(msgspec.json.decode((Path(__file__).parent / "data" / "torch_names.json").read_bytes()))

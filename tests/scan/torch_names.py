"""Writes `mxtutor/content/data/torch_names.json`: the names of the installed torch, and what calls return.

`python -m tests.scan.torch_names` writes the file; a test compares it with the installed release.
`mxtutor/scan/library.py` documents the format and reads it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import pkgutil
import sys
import typing
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from mxtutor.content.roots import TORCH_TABLE

SKIPPED = ("torch.testing._internal", "torch.utils.benchmark.examples", "torch.distributed.elastic", "torch.backends.")
NUMBERS = {"int": "i", "_int": "i", "SymInt": "i", "float": "f", "_float": "f", "bool": "b", "_bool": "b", "str": "s"}
NUMBERS |= {"Number": "f", "_size": "[i]", "None": "n", "Size": "<torch.Size>", "complex": "f", "_complex": "f"}
SEQUENCES = {"list", "List", "Sequence", "Iterator", "Iterable", "Generator", "Set", "set"}
PREFERRED = ("torch.nn.", "torch.optim.", "torch.utils.data.", "torch.autograd.", "torch.distributions.")
TENSOR_MODULES = ("torch.nn.functional", "torch.fft", "torch.linalg", "torch.special")
"""Modules whose functions return tensors, or tuples of them, where nothing else is known."""
DOCUMENTED = {"torch.amp.GradScaler"}
"""Paths that the documentation uses although there are shorter ones."""
INHERITED = frozenset(
    {
        "torch.nn.Module", "torch.optim.Optimizer", "torch.optim.lr_scheduler.LRScheduler",
        "torch.distributions.Distribution", "torch.distributions.Transform",
    }
)  # fmt: skip
"""Classes of which projects' own classes also call private methods, such as `_load_from_state_dict`."""
TOLD = {
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
"""What torch's own annotations do not tell; by path, as a specification."""
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
    indices storage select filter reduce cross rotate backward index inverse order histogram numel""".split()
)
"""Names of methods that other objects have, too: builtins, NumPy's arrays, tables, files, nets."""


ARRAYS = frozenset(
    """abs all any argmax argmin argsort clip cumprod cumsum diagonal dot flatten max mean min nonzero prod
    ravel repeat reshape round size squeeze std sum swapaxes tolist trace transpose var view item""".split()
)
"""Names of methods that tensors share with NumPy's arrays and hardly anything else has."""
CLASSES: dict[str, str] = {}
"""Paths of the classes whose short name is not ambiguous, by that name."""


def modules() -> dict[str, ModuleType]:
    """Return the public modules of torch that can be imported here, by name."""
    found = {"torch": torch}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for info in pkgutil.walk_packages(torch.__path__, "torch.", onerror=lambda name: None):
            hidden = any(part.startswith("_") for part in info.name.split("."))
            if hidden or info.name.startswith(SKIPPED):
                continue
            try:
                found[info.name] = importlib.import_module(info.name)
            except Exception:
                continue
    for name in ("torch.backends.cudnn", "torch.backends.cuda", "torch.backends.mps", "torch.backends.mkldnn"):
        found[name] = importlib.import_module(name)
    found["torch.nn.attention"] = importlib.import_module("torch.nn.attention")
    found["torch._VF"] = sys.modules["torch._VF"]
    return found


def stub_returns(path: Path, inside: str = "") -> dict[str, list[str]]:
    """Return the return annotations of each function of a stub file, or of one class in it, as specifications."""
    body: list[ast.stmt] = ast.parse(path.read_text(encoding="utf-8")).body
    if inside:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == inside)
    found: dict[str, list[str]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            spec = annotation(node.returns)
            if spec not in found.setdefault(node.name, []):
                found[node.name].append(spec)
    return found


def annotation(node: ast.expr | None) -> str:
    """Return the specification of an annotation: `T`, `i`, `[T]`, `(T,T)`, `<torch.device>`; empty if not known."""
    match node:
        case ast.Constant(value=None):
            return "n"
        case ast.Constant(value=str() as text):
            try:
                return annotation(ast.parse(text, mode="eval").body)
            except SyntaxError:
                return ""
        case ast.Attribute(value=ast.Attribute(attr="return_types")):
            return "(T,T)"
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return _named(name)
        case ast.BinOp(left=left, right=right):
            parts = [annotation(left), annotation(right)]
            return next((part for part in parts if part not in ("n", "")), "")
        case ast.Subscript(value=value, slice=inner):
            return _generic(ast.unparse(value).split(".")[-1], inner)
    return ""


def _named(name: str) -> str:
    if name in NUMBERS:
        return NUMBERS[name]
    if name in ("Tensor", "Parameter", "_T_tensor"):
        return "T"
    if name in ("Self", "T") or name == "_TModule":
        return "self"
    if name == "Module":
        return "<torch.nn.Module>"
    if name in ("device", "dtype", "Generator"):
        return f"<torch.{name}>"
    return f"<{CLASSES[name]}>" if CLASSES.get(name) else ""


def _generic(name: str, inner: ast.expr) -> str:
    parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    if name == "Optional":
        return annotation(parts[0])
    if name == "Union":
        return next((spec for part in parts if (spec := annotation(part)) not in ("n", "")), "")
    if name in ("tuple", "Tuple"):
        if len(parts) == 2 and isinstance(parts[1], ast.Constant) and parts[1].value is ...:
            return f"[{annotation(parts[0])}]"
        return f"({','.join(annotation(part) for part in parts)})"
    if name in SEQUENCES:
        return f"[{annotation(parts[0])}]"
    if name in ("dict", "Dict", "OrderedDict", "Mapping"):
        return f"{{{annotation(parts[-1])}}}"
    return ""


def python_return(thing: Any) -> str:
    """Return the specification of what a Python function of torch returns, from its annotation."""
    try:
        found = inspect.signature(inspect.unwrap(thing)).return_annotation
    except (TypeError, ValueError, NameError):
        return ""
    if found is inspect.Signature.empty:
        return ""
    text = (
        found if isinstance(found, str) else (getattr(found, "__name__", "") if inspect.isclass(found) else str(found))
    )
    text = text.replace("torch.nn.modules.module.", "").replace("typing.", "").replace("collections.abc.", "")
    try:
        return annotation(ast.parse(text, mode="eval").body)
    except SyntaxError:
        return ""


def public_paths(found: dict[str, ModuleType]) -> dict[int, list[str]]:
    """Return the public paths of each class and function, by the object's id."""
    paths: dict[int, list[str]] = {}
    for name, module in found.items():
        for attribute, thing in vars(module).items():
            if attribute.startswith("_") or not (inspect.isclass(thing) or callable(thing)):
                continue
            if str(getattr(thing, "__module__", "torch") or "torch").partition(".")[0] == "torch":
                paths.setdefault(id(thing), []).append(f"{name}.{attribute}")
    return paths


def best(paths: list[str], own: str) -> str:
    """Return the path that the documentation uses: the shortest one in a package around the place of the definition."""
    if DOCUMENTED & set(paths):
        return min(DOCUMENTED & set(paths))
    wanted = [path for path in paths if ".modules." not in path] or paths
    around = [path for path in wanted if own.startswith(path[: path.rfind(".") + 1])] or wanted
    return min(around, key=lambda path: (path.count("."), path != own, not path.startswith(PREFERRED), len(path), path))


def own_path(thing: Any) -> str:
    """Return the path where a class or function is defined."""
    return f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', '')}"


def describe(found: dict[str, ModuleType]) -> dict[str, Any]:
    """Return the whole table."""
    paths = public_paths(found)
    stubs = Path(torch.__file__).parent
    builtin = stub_returns(stubs / "_C" / "_VariableFunctions.pyi")
    functional = stub_returns(stubs / "nn" / "functional.pyi")
    methods = stub_returns(stubs / "_C" / "__init__.pyi", "TensorBase")
    aliases: dict[str, str] = {}
    functions: dict[str, str] = {}
    classes: dict[str, Any] = {}
    values: dict[str, str] = {}
    for module in found.values():
        for thing in vars(module).values():
            if inspect.isclass(thing) and id(thing) in paths:
                path = best(paths[id(thing)], own_path(thing))
                known = CLASSES.setdefault(thing.__name__, path)
                CLASSES[thing.__name__] = path if known == path else ""
    for name, module in found.items():
        for attribute, thing in vars(module).items():
            path = f"{name}.{attribute}"
            if inspect.isclass(thing):
                _add_class(thing, path, paths, classes, aliases)
            elif isinstance(thing, ModuleType) or attribute.startswith("_") or not callable(thing):
                if isinstance(thing, (torch.dtype, torch.device)):
                    values[path] = f"<torch.{type(thing).__name__}>"
            elif id(thing) in paths:
                own = python_return(thing)
                spec = own or "|".join(
                    dict.fromkeys(part for part in functional.get(attribute, builtin.get(attribute, [])) if part)
                )
                functions[path] = spec or ("T" if name in TENSOR_MODULES else "")
                if name == "torch.functional":
                    aliases[path] = best(paths[id(thing)], own_path(thing))
    classes["torch.Tensor"]["methods"] = {
        name: "|".join(part for part in methods.get(name, [python_return(getattr(torch.Tensor, name))]) if part)
        for name in dir(torch.Tensor)
        if callable(getattr(torch.Tensor, name, None)) and not name.startswith("_")
    }
    classes["torch.Tensor"]["attrs"] = {
        name: _tensor_attribute(name)
        for name in dir(torch.Tensor)
        if not callable(getattr(torch.Tensor, name, None)) and not name.startswith("_")
    }
    for path, spec in TOLD.items():
        owner, _, name = path.rpartition(".")
        if path in functions:
            functions[path] = spec
        elif owner in classes:
            classes[owner]["methods"][name] = spec
    return {
        "version": torch.__version__.partition("+")[0],
        "modules": sorted(found),
        "aliases": dict(sorted(aliases.items())),
        "functions": dict(sorted(functions.items())),
        "classes": dict(sorted(classes.items())),
        "values": dict(sorted(values.items())),
        **_distinct(set(classes["torch.Tensor"]["methods"]), set(classes["torch.nn.Module"]["methods"])),
    }


def _distinct(tensors: set[str], nets: set[str]) -> dict[str, list[str]]:
    """Return the methods that tensors alone have, and those that they share with NumPy's arrays and nothing else."""
    public = {name for name in nets if not name.startswith("_")}
    alone = {name for name in tensors if name not in FOREIGN | public or name.endswith("_")}
    alone -= {"requires_grad_", "set_", "put_", "share_memory_"}
    return {"tensor_only": sorted(alone), "array_methods": sorted(tensors & (ARRAYS - public))}


def _tensor_attribute(name: str) -> str:
    numbers = {"shape": "<torch.Size>", "device": "<torch.device>", "dtype": "<torch.dtype>", "ndim": "i"}
    tensors = ("data", "grad", "T", "mT", "H", "mH", "real", "imag")
    return numbers.get(name) or ("T" if name in tensors else "b" if name.startswith("is_") else "")


def _add_class(
    thing: type, path: str, paths: dict[int, list[str]], classes: dict[str, Any], aliases: dict[str, str]
) -> None:
    if id(thing) not in paths:
        return
    name = best(paths[id(thing)], own_path(thing))
    if path != name:
        aliases[path] = name
    private = f"{thing.__module__}.{thing.__qualname__}"
    if private != name and private.startswith("torch.") and "<" not in private:
        aliases.setdefault(private, name)
    if name in classes:
        return
    bases = [best(paths[id(base)], own_path(base)) for base in thing.__mro__[1:] if id(base) in paths]
    methods, attributes = {}, {}
    for key, value in vars(thing).items():
        hidden = key.startswith("__") or (key.startswith("_") and name not in INHERITED)
        if hidden and key not in ("__call__", "__enter__", "__iter__", "__getitem__"):
            continue
        if callable(value) or isinstance(value, (staticmethod, classmethod)):
            methods[key] = python_return(value.__func__ if isinstance(value, (staticmethod, classmethod)) else value)
        elif isinstance(value, property) and value.fget is not None:
            attributes[key] = python_return(value.fget)
    for key, kind in typing.cast(dict[str, Any], vars(thing).get("__annotations__", {})).items():
        if key.startswith("_"):
            continue
        text = kind if isinstance(kind, str) else (kind.__name__ if inspect.isclass(kind) else str(kind))
        try:
            attributes[key] = annotation(ast.parse(text.replace("typing.", ""), mode="eval").body)
        except SyntaxError:
            attributes[key] = ""
    classes[name] = {"bases": bases, "methods": methods, "attrs": attributes}


def main() -> None:
    """Write the table."""
    TORCH_TABLE.write_text(
        json.dumps(describe(modules()), separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()

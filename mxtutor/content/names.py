"""Finds names of torch and of MXNet in a query: calls, methods of a variable, operators, imports, aliases."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mxtutor.content.roots import MXNET, NET, RECEIVERS, TORCH

BUILTINS = {"float": "__float__", "int": "__int__", "bool": "__bool__", "len": "__len__", "abs": "__abs__"}
"""Functions of Python, and the method that each calls."""
_BINARY = {
    ast.MatMult: "matmul",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.Pow: "pow",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.USub: "neg",
    ast.Invert: "invert",
}
_IMPORT = re.compile(r"^import\s+([\w.]+)(?:\s+as\s+\w+)?$")
_FROM = re.compile(r"^from\s+([\w.]+)\s+import\s+(\w+)(?:\s+as\s+\w+)?$")
_SIGNS = re.compile(r"^[@/%*+\-<>=!&|~]+$")
_WORDS = re.compile(r"^[A-Za-z]+(?:-[A-Za-z]+)+$")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a query may mean."""

    torch: tuple[str, ...] = ()
    """Full names in torch, the most probable first."""
    mxnet: tuple[str, ...] = ()
    """Full names in MXNet without `mx.`."""
    bare: str = ""
    """A name without a path; it may belong to any module or class."""
    tail: str = ""
    """A path that may be the end of a name: `Module.eval`."""
    method: str = ""
    """A method of a variable whose class the name does not show."""
    words: str = ""
    """Free text."""


def asked(query: str) -> Asked:
    """Return what a query may mean: a name, a call, a method of a variable, an operator, an import, or words."""
    text = " ".join(query.strip().strip("`'\"").strip().rstrip(";").split())
    if found := _FROM.match(text):
        text = ".".join(found.groups())
    elif found := _IMPORT.match(text):
        text = found.group(1)
    if _SIGNS.match(text):
        text = f"x {text} y" if text != "~" else "~x"
    text = text.strip(" .")
    tree = _parsed(text)
    if tree is None or _WORDS.match(text):
        return Asked(words=text)
    target = _target(tree)
    if target is None:
        return Asked(words=text)
    if isinstance(target, str):
        return Asked(torch=(f"Tensor.{target}",), mxnet=(f"NDArray.{target}",))
    return _resolved(target, text)


def _parsed(text: str) -> ast.stmt | None:
    for ending in ("", " pass", ": pass"):
        try:
            body = ast.parse(text + ending).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        return body[0] if body else None
    cut = text.partition("(")[0].strip()
    return _parsed(cut) if cut != text and cut else None


def _target(node: ast.AST) -> ast.expr | str | None:
    """Return the name that code uses, or the special method that its operator calls; None for words."""
    match node:
        case ast.Assign(targets=[ast.Subscript() as place, *_]):
            held = _held(place)
            return held if isinstance(held, ast.Attribute) else "__setitem__"
        case ast.Assign(targets=[ast.Attribute() as place, *_]):
            return place
        case ast.Expr(value=value) | ast.Assign(value=value) | ast.Return(value=value) | ast.Await(value=value):
            return None if value is None else _target(value)
        case ast.AnnAssign(value=value):
            return None if value is None else _target(value)
        case ast.AugAssign(op=op):
            return f"__{_BINARY[type(op)]}__" if type(op) in _BINARY else None
        case ast.With(items=[item, *_]):
            return _target(item.context_expr)
        case ast.For(iter=source):
            return _target(source)
        case ast.ClassDef(bases=[base, *_]):
            return _target(base)
        case ast.Call(func=ast.Name(id=name), args=[_, *_]) if name in BUILTINS:
            return BUILTINS[name]
        case ast.Call(func=func):
            return _target(func)
        case ast.Subscript():
            held = _held(node)
            return _target(held) if isinstance(held, (ast.Attribute, ast.Call)) else "__getitem__"
        case ast.BinOp() | ast.UnaryOp() | ast.Compare():
            return _operation(node)
        case ast.Attribute() | ast.Name():
            return node
        case ast.Tuple(elts=[first, *_]) | ast.List(elts=[first, *_]):
            return _target(first)
    return None


def _held(node: ast.expr) -> ast.expr:
    """Return the indexed object without its indices: `a.b` of `a.b[0]['c']`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def _operation(node: ast.BinOp | ast.UnaryOp | ast.Compare) -> ast.expr | str | None:
    """Return the first call within an operation, else the special method of its operator."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            return _target(part)
    kind = type(node.ops[0] if isinstance(node, ast.Compare) else node.op)
    return f"__{_BINARY[kind]}__" if kind in _BINARY else None


def chain(node: ast.expr) -> tuple[str, list[str]]:
    """Return the variable or module at the root of a chain of attributes, and the parts after it.

    The root is empty if it is another expression, such as a call.
    """
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return (node.id if isinstance(node, ast.Name) else ""), parts


def _resolved(node: ast.expr, text: str) -> Asked:
    root, parts = chain(node)
    if not parts:
        return Asked(bare=root, words=text)
    rest, last = ".".join(parts), parts[-1]
    torch, mxnet = list(_torch(root, rest)), list(_mxnet(root, rest))
    if root in ("torch", "torchvision", "torchmetrics"):
        return Asked(torch=tuple(torch))
    if root in ("mx", "mxnet", "nd", "npx", "gluon", "NDArray"):
        return Asked(mxnet=tuple(mxnet))
    if root == "np":
        return Asked(mxnet=tuple(mxnet))
    owner = _receiver(root, parts, node)
    if owner is not None:
        names = (f"{owner[0]}.{last}",) if owner[0] else ()
        if len(parts) > 1 and owner[0] == "torch.nn.Module" and not _receiver(parts[-2], [last], node):
            names = (*names, f"Tensor.{last}")  # `model.fc` is a net, `model.mask` an array
        return Asked(
            (*torch, *names), (*mxnet, f"{owner[1]}.{last}") if owner[1] else tuple(mxnet), tail=f"{root}.{rest}"
        )
    known = root in TORCH or root in MXNET
    variable = not known or root in ("data", "loss", "init", "metric", "T", "F", "random", "image", "version")
    if not variable:
        return Asked(tuple(torch), tuple(mxnet), tail=f"{root}.{rest}")
    named = root[:1].isupper() and not known
    own = () if named else (f"Tensor.{last}",)
    return Asked(
        (*torch, *own),
        (*mxnet, f"NDArray.{last}", f"np.ndarray.{last}"),
        tail=f"{root}.{rest}" if named else "",
        method="" if known or named else last,
    )


def _torch(root: str, rest: str) -> Iterator[str]:
    """Yield the full names in torch that a path can mean."""
    if root not in TORCH:
        return
    name = f"{TORCH[root]}.{rest}"
    for long, short in (
        ("torch.Tensor.", "Tensor."),
        ("torch.nn.modules.module.Module", "torch.nn.Module"),
        ("torch.nn.modules.", "torch.nn."),
        ("torch.utils.data.dataloader.", "torch.utils.data."),
        ("torch.utils.data.dataset.", "torch.utils.data."),
        ("torch.utils.data.sampler.", "torch.utils.data."),
        ("torch.distributions.", "torch.distributions."),
        ("torchvision.transforms.v2.", "torchvision.transforms."),
    ):
        if name.startswith(long):
            name = short + name[len(long) :]
    yield re.sub(r"^torch\.distributions\.[a-z_]+\.", "torch.distributions.", name)


def _mxnet(root: str, rest: str) -> Iterator[str]:
    """Yield the full names in MXNet that a path can mean, without `mx.`."""
    if root not in MXNET:
        return
    if not MXNET[root]:
        first, dot, more = rest.partition(".")
        if dot and MXNET.get(first):
            old = first in ("ndarray", "numpy", "numpy_extension", "initializer", "kvstore", "symbol")
            yield f"{MXNET[first] if old else first}.{more}"
        else:
            yield rest
        return
    name = f"{MXNET[root]}.{rest}"
    yield re.sub(r"^nd\.NDArray\.", "NDArray.", re.sub(r"^gluon\.Block\.", "gluon.HybridBlock.", name))


def _receiver(root: str, parts: list[str], node: ast.expr) -> tuple[str, str] | None:
    """Return the classes, torch's and MXNet's, of the variable before a method; None if its name shows no class."""
    if (root in TORCH and root not in ("optim", "lr_scheduler")) or root == "loss":
        return None
    holder = parts[-2] if len(parts) > 1 else root
    if not root:
        return _object(node)
    if holder in ("weight", "bias", "data", "grad", "values", "indices"):
        return None
    for pattern, torch, mxnet in RECEIVERS:
        if re.fullmatch(pattern, holder):
            return torch, mxnet
    if len(parts) > 1 and (root == "self" or re.fullmatch(RECEIVERS[NET][0], root)):
        return RECEIVERS[NET][1:]
    return None


def _object(node: ast.expr) -> tuple[str, str] | None:
    """Return torch's and MXNet's class of the result of a call: `model.to(device)` and `nn.Linear(..)` are nets."""
    while isinstance(node, ast.Attribute):
        node = node.value
    if not isinstance(node, ast.Call):
        return None
    root, parts = chain(node.func)
    if root in ("model", "net") and parts in (
        ["to"],
        ["cuda"],
        ["cpu"],
        ["train"],
        ["eval"],
        ["half"],
        ["double"],
        ["float"],
    ):
        return "torch.nn.Module", "gluon.HybridBlock"
    if root in ("nn", "models") and parts:
        return "torch.nn.Module", "gluon.HybridBlock"
    if parts and parts[-1] == "collect_params":
        return "", "gluon.ParameterDict"
    return None

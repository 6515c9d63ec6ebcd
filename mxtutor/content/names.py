"""Finds names of torch and of MXNet in a query: calls, methods of a variable, operators, imports, aliases."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import msgspec

from mxtutor.content.code_names import Target, chain, targets
from mxtutor.content.roots import MXNET, NET, RECEIVERS, TORCH

_IMPORT = re.compile(r"^import\s+([\w.]+)(?:\s+as\s+\w+)?$")
_FROM = re.compile(r"^from\s+([\w.]+)\s+import\s+([\w\s,()]+)$")
_PROSE = re.compile(r"^[\w\s'-]+$")
"""Words that happen to be code, such as `class weights`."""
_EITHER = re.compile(r"^(\w+)/(\w+)\.(\w+)$")
_CLASSES = {"Module": "torch.nn.Module", "Optimizer": "torch.optim.Optimizer"}
"""Full names of the classes in a query such as `Module/Optimizer.step`."""
_SIGNS = re.compile(r"^[@/%*+\-<>=!&|~]+$")
_WORDS = re.compile(r"^[A-Za-z]+(?:-[A-Za-z]+)+$")


class Asked(msgspec.Struct, frozen=True):
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
    strict: bool = False
    """Whether it is one of several names of a line, which only its exact name finds."""


def asked(query: str) -> tuple[Asked, ...]:
    """Return what a query may mean: each name of a line of code, the most important first; an operator; or words."""
    text = " ".join(query.strip().strip("`'\"").strip().rstrip(";").split())
    if found := _FROM.match(text):
        names = [part.split()[0] for part in found[2].strip("() ").split(",") if part.strip()]
        return tuple(one for name in names for one in asked(f"{found[1]}.{name}"))
    if found := _IMPORT.match(text):
        text = found[1]
    if found := _EITHER.match(text):
        owners = [_CLASSES.get(owner, owner) for owner in found.group(1, 2)]
        return tuple(Asked(torch=(f"{owner}.{found[3]}",), strict=True) for owner in owners)
    if _SIGNS.match(text):
        text = "~x" if text == "~" else f"x {text} y"
    elif text.endswith("=") and not text.endswith(("==", "!=", ">=", "<=")):
        text = f"{text} 0"
    text = text.strip(" .")
    body = [] if _WORDS.match(text) else _parsed(text)
    used = targets(body)
    if not used:
        return () if body and not _PROSE.match(text) else (Asked(words=text),)
    if len(used) == 1:
        return (_asked(used[0], text),)
    return tuple(dict.fromkeys(msgspec.structs.replace(_asked(target), strict=True) for target in used))


def _asked(target: Target, text: str = "") -> Asked:
    if isinstance(target, str):
        return Asked(torch=(f"Tensor.{target}",), mxnet=(f"NDArray.{target}",))
    return _resolved(target, text)


def _parsed(text: str) -> list[ast.stmt]:
    """Return the statements of a line, whose body may be missing; those before `(` if the rest is not code."""
    for ending in ("", " pass", ": pass", "\ndef f(): pass"):
        try:
            return ast.parse(text + ending).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    cut = text.partition("(")[0].strip()
    return _parsed(cut) if cut and cut != text else []


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
        if owner[0] == "torch.nn.Parameter":
            names = (*names, f"Tensor.{last}")  # a Parameter of torch is a Tensor
        elif len(parts) > 1 and owner[0] == "torch.nn.Module" and not _receiver(parts[-2], [last], node):
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

"""Finds names of torch and of MXNet in a query: calls, methods of a variable, operators, imports, aliases."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from textwrap import dedent

import msgspec

from mxtutor.content.code_names import Target, chain, targets
from mxtutor.content.mxnet_index import mxnet_index
from mxtutor.content.roots import HOMES, MXNET, NET, NOT_SYMBOLIC, RECEIVERS, TORCH
from mxtutor.syntax import parse

_IMPORT = re.compile(r"^import\s+([\w.]+)(?:\s+as\s+\w+)?$")
_FROM = re.compile(r"^from\s+([\w.]+)\s+import\s+([\w\s,()]+)$")
_PROSE = re.compile(r"^[\w\s'-]+$")
"""Words that happen to be code, such as `class weights`."""
_EITHER = re.compile(r"^(\w+)/(\w+)\.(\w+)$")
_OWNED = re.compile(r"^(Trainer|Parameter|HybridBlock|Block|Dataset|DataLoader|NDArray|Optimizer|Module|Tensor) (\w+)$")
"""A class and a word after it, which may be its method: `Trainer step`."""
_CLASSES = {"Module": "torch.nn.Module", "Optimizer": "torch.optim.Optimizer"}
"""Full names of the classes in a query such as `Module/Optimizer.step`."""
_WHOLE = frozenset({"torch", "mxnet", "mx", "torchvision", "pytorch"})
"""Names of whole packages, which have no rows."""
DEEPEST = 12
"""Maximum number of dots in a name."""
_CALLED = r"(?:model|net|module|network|criterion|loss_fn)"
"""Variables that are nets where they are called."""
_GIVES_NET = frozenset({"to", "cuda", "cpu", "train", "eval", "half", "double", "float"})
"""Methods of a net that return it."""
_PARAMETER = ("torch.nn.Parameter", "gluon.Parameter")
_CALLED_NET = ("torch.nn.Module.__call__",)
_LEAST = (_CALLED_NET, ("torch.nn.Module.parameters",))
"""Names that matter least if there are others: a net that is called, and its parameters in a loop or an argument."""
_NUMBER = re.compile(r"(?<!numpy\()\)\.(item|asscalar)\(\)")
"""The number of a result, `x.mean().item()`: the result comes first."""
_ARGUMENT = re.compile(r"^([A-Za-z_][\w.]*) -(?:\d+|inf)$")
"""A name with a negative argument, `expand -1`, and no subtraction."""
_TOLD = re.compile(r"\)\s+[a-z]+\s+\w+")
"""Words after a call: `x.backward() gives None`."""
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
    """Return what a query may mean: each name of the code, the most important first; an operator; or words."""
    if "\n" in query.strip():
        return _lines(query)
    text = " ".join(_unquoted(query.strip()).rstrip(";").split())
    if found := _FROM.match(text):
        names = [part.split()[0] for part in found[2].strip("() ").split(",") if part.strip()]
        return tuple(one for name in names for one in asked(f"{found[1]}.{name}"))
    if found := _IMPORT.match(text):
        text = found[1]
    if text in _WHOLE:
        return ()
    if found := _EITHER.match(text):
        owners = [_CLASSES.get(owner, owner) for owner in found.group(1, 2)]
        return tuple(Asked(torch=(f"{owner}.{found[3]}",), strict=True) for owner in owners)
    if (found := _OWNED.match(text)) and _has(found[1], found[2]):
        methods = (msgspec.structs.replace(one, strict=True, tail="") for one in asked(f"{found[1]}.{found[2]}"))
        return (*methods, Asked(words=text))
    if _SIGNS.match(text):
        text = "~x" if text == "~" else f"x {text} y"
    elif text.endswith("=") and not text.endswith(("==", "!=", ">=", "<=")):
        text = f"{text} 0"
    text = _ARGUMENT.sub(r"\1", text.strip(" ."))
    return _used([] if _WORDS.match(text) else _parsed(text), text)


def _has(owner: str, name: str) -> bool:
    """Return whether a class has a member of this name; True for a class that only torch has."""
    places = (f"gluon.{owner}", f"gluon.data.{owner}", owner)
    known = [place for place in places if mxnet_index().has_owner(place)]
    return not known or any(mxnet_index().entry(place, name) for place in known)


def _unquoted(text: str) -> str:
    """Return a text without quotes around it."""
    for quote in ("```", "`", "'", '"'):
        inner = text[len(quote) : -len(quote)]
        if text == f"{quote}{inner}{quote}" and quote not in inner:
            return inner.strip()
    return text


def _lines(query: str) -> tuple[Asked, ...]:
    """Return what several lines may mean: of code its names, of a part of code those of each line, else words."""
    try:
        return _used(parse(dedent(query)).body, " ".join(query.split()))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        parts = [one for line in query.splitlines() if line.strip() for one in asked(line) if not one.words]
        return tuple(dict.fromkeys(parts)) or (Asked(words=" ".join(query.split())),)


def _used(body: list[ast.stmt], text: str) -> tuple[Asked, ...]:
    """Return the meanings of a query that parses as code but may also be words."""
    used = targets(body) or _truth_values(body)
    if not used:
        return () if body and (_is_code(body[0]) or not _PROSE.match(text)) else (Asked(words=text),)
    if len(used) == 1:
        return (_asked(used[0], text),)
    found = dict.fromkeys(msgspec.structs.replace(_asked(target, text), strict=True) for target in used)
    number = _NUMBER.search(text)
    least = (*_LEAST, (f"Tensor.{number[1]}",)) if number else _LEAST
    return tuple(sorted(found, key=lambda one: one.torch in least))


def _is_code(statement: ast.stmt) -> bool:
    """Return whether a statement without a name cannot be meant as words."""
    match statement:
        case ast.Return() | ast.Raise() | ast.Pass() | ast.Break() | ast.Continue() | ast.Delete():
            return True
        case ast.Expr(ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant()])):
            return True
        case ast.Expr(ast.Constant() | ast.UnaryOp(operand=ast.Constant()) | ast.IfExp()):
            return True
        case _:
            return False


def _truth_values(body: list[ast.stmt]) -> list[Target]:
    """Return the method that `not x` and `a and b` call, if all names have at most two letters; else nothing."""
    names = [node.id for statement in body for node in ast.walk(statement) if isinstance(node, ast.Name)]
    match body:
        case [ast.Expr(ast.UnaryOp(ast.Not()) | ast.BoolOp())] if all(len(name) <= 2 for name in names):
            return ["__bool__"]
        case _:
            return []


def _asked(target: Target, text: str = "") -> Asked:
    if isinstance(target, str):
        return Asked(torch=(f"Tensor.{target}",), mxnet=(f"NDArray.{target}",))
    return _resolved(target, text)


def _parsed(text: str) -> list[ast.stmt]:
    """Return the statements of a line, whose body may be missing; those before `(` if the rest is not code."""
    for ending in ("", " pass", ": pass", "\ndef f(): pass"):
        try:
            return parse(text + ending).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    cut = text.partition("(")[0].strip()
    return _parsed(cut) if cut and cut != text and not _TOLD.search(text) else []


def _resolved(node: ast.expr, text: str) -> Asked:
    root, parts = chain(node)
    held, path = chain(node, indexed=True)
    if held not in TORCH and held not in MXNET:
        root, parts = held, path
    if len(parts) > DEEPEST:
        return Asked()
    if not parts:
        called = re.search(rf"\b{_CALLED}\(", text) and re.fullmatch(_CALLED, root)
        return Asked(torch=_CALLED_NET) if called else Asked(bare=root, words=text)
    if root not in TORCH and root not in MXNET and root.lower() in ("torch", "nn", "mx", "nd", "npx", "gluon"):
        root = root.lower()
    rest, last = ".".join(parts), parts[-1]
    torch, mxnet = list(_torch(root, rest)), list(_mxnet(root, rest))
    operators = [name.removeprefix("sym.") for name in mxnet if name.startswith("sym.")]
    mxnet += [f"nd.{name}" for name in operators if name not in NOT_SYMBOLIC]
    if root in ("torch", "torchvision", "torchmetrics"):
        return Asked(torch=tuple(torch))
    if root in ("mx", "mxnet", "nd", "np", "npx", "gluon", "NDArray"):
        return Asked(mxnet=tuple(mxnet))
    owner = _receiver(root, parts, node)
    if owner is not None:
        names = (owner[0] if last in ("__init__", "__iter__") else f"{owner[0]}.{last}",) if owner[0] else ()
        if last in ("weight", "bias") and owner[0] == "torch.nn.Module":
            names = ("torch.nn.Parameter",)
        if owner == _PARAMETER:
            names = (*names, f"Tensor.{last}")  # a Parameter of torch is a Tensor
            mxnet = [*mxnet, f"gluon.Parameter.{last}", f"NDArray.{last}"]
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
        (*mxnet, *(_mxnet("gluon", f"{root}.{rest}") if named else ()), f"NDArray.{last}", f"np.ndarray.{last}"),
        tail=f"{root}.{rest}" if named else "",
        method="" if known or named else last,
    )


def _torch(root: str, rest: str) -> Iterator[str]:
    """Yield the full names in torch that a path can mean."""
    if root not in TORCH:
        return
    full = name = f"{TORCH[root]}.{rest}"
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
    yield from dict.fromkeys((re.sub(r"^torch\.distributions\.[a-z_]+\.", "torch.distributions.", name), full))
    if re.fullmatch(r"torch\.[a-z]\w*[a-z0-9]_", name):  # `torch.relu_(x)` is `x.relu_()`
        yield name.replace("torch.", "Tensor.")


def _mxnet(root: str, rest: str) -> Iterator[str]:
    """Yield the full names in MXNet that a path can mean, without `mx.`."""
    if root == "F":  # of hybrid_forward
        yield f"nd.{rest}"
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
    yield name
    if MXNET[root] == "npx":  # `npx.gather_nd` is the operator of `nd`, `npx.gpu` the function of `mx`
        yield from (f"nd.{rest}", rest)
    for pattern, home in HOMES:
        if (moved := re.sub(pattern, home, name)) != name:
            yield moved


def _receiver(root: str, parts: list[str], node: ast.expr) -> tuple[str, str] | None:
    """Return the classes, torch's and MXNet's, of the variable before a method; None if its name shows no class."""
    if (root in TORCH and root not in ("optim", "lr_scheduler")) or root == "loss":
        return None
    holder = parts[-2] if len(parts) > 1 else root
    if not root:
        return _object(node)
    if holder in ("weight", "bias"):
        return _PARAMETER
    if holder in ("data", "grad", "values", "indices"):
        return None
    for pattern, torch, mxnet in RECEIVERS:
        if re.fullmatch(pattern, holder):
            return torch, mxnet
    if len(parts) > 1 and (root == "self" or re.fullmatch(RECEIVERS[NET][0], root)):
        return RECEIVERS[NET][1:]
    return None


def _object(node: ast.expr) -> tuple[str, str] | None:
    """Return torch's and MXNet's class of the result of a call: `model.to(device)` and `nn.Linear(..)` are nets."""
    indexed = False
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        indexed = indexed or isinstance(node, ast.Subscript)
        node = node.value
    if not isinstance(node, ast.Call):
        return None
    root, parts = chain(node.func)
    if root == "super" and not parts:
        return "torch.nn.Module", "gluon.HybridBlock"
    if root in ("model", "net") and len(parts) == 1 and parts[0] in _GIVES_NET:
        return "torch.nn.Module", "gluon.HybridBlock"
    if root in ("nn", "models") and parts:
        return "torch.nn.Module", "gluon.HybridBlock"
    if parts and parts[-1] == "collect_params":
        return _PARAMETER if indexed else ("", "gluon.ParameterDict")
    return None

"""Finds mistakes in the form of an answer: syntax errors, a missing function, a missing result, unknown names."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from mxtutor.content.form_names import ArgumentNames, argument_names
from mxtutor.content.mxnet_index import mxnet_index
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_rows import Truth
from mxtutor.errors import TutorError
from mxtutor.grading.diagnosis.evidence import Finding, RefusedAnswer, last_name, parse
from mxtutor.paths import content_root
from mxtutor.suggest import did_you_mean, nearest

_SYNTAX: tuple[tuple[str, str], ...] = (
    (r"expected ':'", "a colon is missing at the end of the line"),
    (r"'(.)' was never closed", "the bracket `{0}` is never closed"),
    (r"unmatched '(.)'", "the bracket `{0}` was never opened"),
    (r"closing parenthesis '(.)' does not match opening parenthesis '(.)'", "the bracket `{0}` closes a `{1}`"),
    (r"unterminated .*string|EOL while scanning", "a string is never closed"),
    (r"Perhaps you forgot a comma", "a comma is missing, or an operator"),
    (r"Maybe you meant '=='", "a single `=` is used where a comparison or a value is expected"),
    (r"expected an indented block", "the indented block is missing"),
    (r"unexpected indent", "the line is indented too far"),
    (r"unindent does not match", "the indentation matches no line above it"),
    (r"inconsistent use of tabs", "tabs and blanks are mixed in the indentation"),
    (r"'return' outside function", "`return` is outside of a function"),
    (r"Missing parentheses in call to 'print'", "`print` needs parentheses"),
    (r"cannot assign to", "the left side of `=` is not a name"),
    (r"positional argument follows keyword argument", "an argument without a name follows one with a name"),
    (r"invalid (?:non-printable )?character", "there is a character that Python does not know"),
    (r"f-string", "an f-string is malformed"),
    (r"keyword argument repeated", "an argument is given twice"),
    (r"unexpected EOF|unexpected end", "something is never closed"),
)

MODULES = {
    "mx": "import mxnet as mx", "mxnet": "import mxnet", "nd": "from mxnet import nd", "np": "from mxnet import np", "npx": "from mxnet import npx",
    "gluon": "from mxnet import gluon", "autograd": "from mxnet import autograd", "nn": "from mxnet.gluon import nn",
    "math": "import math", "numpy": "import numpy", "onp": "import numpy as onp", "os": "import os", "init": "from mxnet import init",
    "random": "import random", "metric": "from mxnet import metric", "time": "import time", "functools": "import functools",
    "transforms": "from mxnet.gluon.data.vision import transforms", "vision": "from mxnet.gluon.data import vision",
    "Trainer": "from mxnet.gluon import Trainer", "DataLoader": "from mxnet.gluon.data import DataLoader", "kv": "from mxnet import kv",
    "ArrayDataset": "from mxnet.gluon.data import ArrayDataset", "Block": "from mxnet.gluon import Block", "itertools": "import itertools",
    "HybridBlock": "from mxnet.gluon import HybridBlock", "contextlib": "import contextlib", "collections": "import collections",
}  # fmt: skip


def by_form(refused: RefusedAnswer) -> Finding | None:
    """Return the mistake in the form of an answer that could not be called, or raised an error."""
    error = refused.error
    if error is None:
        return None
    if error.type in ("SyntaxError", "IndentationError", "TabError"):
        return _syntax(error.text, error.line)
    if error.type == "MissingEntry":
        return _missing_entry(refused)
    return _name(refused, error.text) if error.type in ("NameError", "UnboundLocalError") else None


def _syntax(text: str, line: int | None) -> Finding:
    place = f"Line {line}" if line else "The answer"
    for pattern, words in _SYNTAX:
        if found := re.search(pattern, text):
            for number, group in enumerate(found.groups()):
                words = words.replace(f"{{{number}}}", group)
            return Finding("syntax", f"{place} is not valid Python: {words}.",
                f"{place} is not valid Python: {words}. Nothing ran.")  # fmt: skip
    return Finding("syntax", f"{place} is not valid Python.", f"{place} is not valid Python ({text}). Nothing ran.")


def _missing_entry(refused: RefusedAnswer) -> Finding:
    entry, tree = refused.exercise.entry, refused.tree
    if tree is None or not tree.body:
        return Finding("entry-missing", f"The answer defines no `{entry}`.",
            f"Define the function `{entry}({', '.join(refused.exercise.params)})`.")  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(
            isinstance(n, ast.FunctionDef) and n.name == entry for n in node.body
        ):
            return Finding("entry-in-class", f"`{entry}` is a method of the class `{node.name}`.",
                f"`{entry}` must be a function of the module, not a method of `{node.name}`: move it out of the class.")  # fmt: skip
        if isinstance(node, ast.ClassDef) and node.name == entry:
            return Finding("entry-is-class", f"`{entry}` is a class, not a function.",
                f"Write a function `{entry}` that returns what is asked for.")  # fmt: skip
    nested = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == entry and n not in tree.body]
    if nested:
        return Finding("entry-nested", f"`{entry}` is defined inside of another function or block.",
            f"Define `{entry}` at the top level of the module, without indentation, so that the grader can call it.")  # fmt: skip
    names = [n.name for n in tree.body if isinstance(n, ast.FunctionDef)]
    if not names:
        if re.search(rf"^class {re.escape(entry)}\b", refused.exercise.starter, re.MULTILINE):
            return Finding("entry-missing", f"The answer defines no class `{entry}`.",
                f"Put the code into a class `{entry}`, with the methods that the reference has.")  # fmt: skip
        return Finding("entry-missing", f"The answer defines no function `{entry}`.",
            f"Put the code into a function `{entry}({', '.join(refused.exercise.params)})` that returns the result.")  # fmt: skip
    near = nearest(entry, names, most=1) or names[-1:]
    return Finding("entry-name", f"The function is called `{near[0]}`; `{entry}` is asked for.",
        f"The grader calls `{entry}`, and the answer defines `{near[0]}`: rename it. Upper and lower case count.")  # fmt: skip


def _name(refused: RefusedAnswer, text: str) -> Finding | None:
    found = re.search(r"name '(\w+)' is not defined|local variable '(\w+)'|variable '(\w+)'", text)
    if found is None:
        return None
    name = next(group for group in found.groups() if group)
    if name in MODULES and "local variable" not in text:
        return Finding("missing-import", f"`{name}` is used and never imported.",
            f"`{name}` is used and never imported: add `{MODULES[name]}` at the top.", key=name)  # fmt: skip
    if name == "F":
        return Finding("name-f", "`F` is used outside of `hybrid_forward`.",
            "`F` is the parameter of `hybrid_forward(self, F, x)`; elsewhere call the functions of `nd`.", key=name)  # fmt: skip
    if name == "self":
        return Finding("name-self", "`self` is used in a function that has no such parameter.",
            "Make `self` the first parameter of the method.", key=name)  # fmt: skip
    if "local variable" in text and "free variable" not in text:
        return Finding("unset-name", f"`{name}` is used before it gets a value in the function.",
            f"Every path to this line must give `{name}` a value first.", key=name)  # fmt: skip
    known = {
        n.id
        for n in ast.walk(refused.tree or ast.Module([], []))
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    near = nearest(name, {*known, *refused.exercise.params, "len", "range", "zip", "enumerate"}, most=1, likeness=0.6)
    advice = did_you_mean(near, "Define it first, or pass it in.", code=True)
    return Finding("undefined-name", f"The name `{name}` is used and defined nowhere.",
        f"The name `{name}` is used and defined nowhere. {advice}", key=name)  # fmt: skip


def unfinished(refused: RefusedAnswer) -> Finding | None:
    """Return the mistake of an unchanged starter or of a function without a body."""
    tree, entry = refused.tree, refused.entry
    starter = (
        parse(refused.exercise.starter) if refused.exercise.folder.is_dir() or refused.exercise.kind == "code" else None
    )
    if tree is not None and starter is not None and ast.dump(tree) == ast.dump(starter):
        return Finding("starter", "The starter is unchanged.",
            "This is the starter as it was: change it, then check again.")  # fmt: skip
    if entry is not None and all(
        isinstance(n, ast.Pass) or (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)) for n in entry.body
    ):
        return Finding("empty-body", f"`{entry.name}` has no body.",
            f"`{entry.name}` does nothing yet: write its body.")  # fmt: skip
    return None


NOTHING = frozenset({"add", "initialize", "hybridize", "append", "extend", "sort", "reverse", "update", "backward", "attach_grad", "step", "export", "save_parameters", "load_parameters", "set_data", "register_child", "wait_to_read", "waitall", "reset_ctx", "seed", "setattr", "zero_grad"})  # fmt: skip
"""Methods that return nothing."""


def returns_value(tree: ast.AST) -> bool:
    return any(
        isinstance(n, (ast.Lambda, ast.Yield)) or (isinstance(n, ast.Return) and n.value is not None)
        for n in ast.walk(tree)
    )


def nothing_returned(refused: RefusedAnswer) -> Finding:
    """Return why the entry returned None."""
    entry, name = refused.entry, refused.exercise.entry
    returns = [n for n in ast.walk(entry) if isinstance(n, ast.Return) and n.value is not None] if entry else []
    for node in returns:
        if isinstance(node.value, ast.Call) and last_name(node.value.func) in NOTHING:
            method = last_name(node.value.func)
            return Finding("returned-nothing", f"`{name}` returns the result of `{method}()`, which is None.",
                f"`{method}()` changes its object and returns nothing: call it on a line of its own, then return the object.")  # fmt: skip
    for value in [n.value for n in ast.walk(entry) if isinstance(n, ast.Assign)] if entry else []:
        if isinstance(value, ast.Call) and last_name(value.func) in NOTHING - {"add", "sort", "update"}:
            method = last_name(value.func)
            return Finding("returned-nothing", f"The result of `{method}()`, which is None, is kept.",
                f"`{method}()` changes its object and returns nothing: call it on a line of its own.")  # fmt: skip
    if returns:
        return Finding("missing-return", f"`{name}` ends without `return` on some of its paths.",
            f"Some path through `{name}` ends without `return`: give each one its result.")  # fmt: skip
    if entry is not None and any(isinstance(n, ast.Call) and last_name(n.func) == "print" for n in ast.walk(entry)):
        return Finding("printed", f"`{name}` prints its result and returns nothing.",
            f"`{name}` returns nothing: end it with `return ...` in place of `print(...)`.")  # fmt: skip
    return Finding("missing-return", f"`{name}` returns nothing.",
        f"`{name}` returns nothing: end it with `return ...`.")  # fmt: skip


_PLACES = {
    **{place: place for place in (
        "nd", "nd.random", "nd.linalg", "nd.contrib", "nd.image", "np", "np.random", "np.linalg", "npx", "mx", "autograd",
        "gluon", "gluon.nn", "gluon.loss", "gluon.utils", "gluon.rnn", "gluon.data", "gluon.data.vision",
        "gluon.data.vision.transforms", "NDArray", "np.ndarray", "Symbol",
    )},
    **{f"mx.{place}": place for place in ("random", "init", "optimizer", "metric", "lr_scheduler", "context", "runtime")},
    **{place: f"gluon.{place}" for place in ("Trainer", "Parameter", "ParameterDict")},
    "Block": "gluon.HybridBlock", "Sequential": "gluon.nn.HybridSequential",
}  # fmt: skip
"""Modules and classes whose names are looked for, the usual ones first, each with its owner in the index."""
FOREIGN = {"OrderedDict", "c_array", "check_call", "integer_types", "numeric_types", "string_types", "numpy"}
"""Names that modules of MXNet import for their own use; `mx.numpy` is not meant by `x.numpy()`."""
_MODULES = {
    "mxnet": "mx", "mxnet.ndarray": "nd", "mxnet.numpy": "np", "mxnet.numpy_extension": "npx", "mxnet.gluon.nn": "gluon.nn",
    "mxnet.initializer": "mx.init", "mxnet.ndarray.contrib": "nd.contrib", "mxnet.ndarray.random": "nd.random",
    "mxnet.ndarray.linalg": "nd.linalg", "mxnet.numpy.random": "np.random", "mxnet.numpy.linalg": "np.linalg",
}  # fmt: skip
_SHOWN = {"gluon.nn": "nn", "NDArray": "an NDArray", "np.ndarray": "an `mx.np` array", "Block": "a Block", "Sequential": "a Block",
    "Trainer": "a Trainer", "Parameter": "a Parameter", "ParameterDict": "a ParameterDict", "Symbol": "a Symbol"}  # fmt: skip
_TORCH_PLACES = {
    "NDArray": ("Tensor.", "torch."), "np.ndarray": ("Tensor.", "torch."), "Block": ("torch.nn.Module.",),
    "Sequential": ("torch.nn.Module.",), "Trainer": ("torch.optim.Optimizer.", "torch.optim."),
    "Parameter": ("torch.nn.Parameter.", "Tensor.", "torch.nn.Module."), "ParameterDict": ("torch.nn.Module.", "torch.optim.Optimizer."),
    "gluon.nn": ("torch.nn.", "torch.nn.functional."), "gluon.loss": ("torch.nn.", "torch.nn.functional."),
    "gluon.data": ("torch.utils.data.", "torchvision.", "torchvision.datasets.", "torchvision.transforms."),
    "autograd": ("torch.autograd.", "torch."), "gluon": ("torch.nn.", "torch.optim.", "torch.utils.data."),
    "mx": ("torch.",), "Symbol": ("Tensor.",),
}  # fmt: skip
_MORE = ("torch.", "Tensor.", "torch.nn.functional.", "torch.linalg.", "torch.nn.", "torch.optim.", "torch.nn.utils.", "torch.nn.init.",
    "torch.optim.lr_scheduler.", "torchvision.transforms.", "torch.nn.Module.")  # fmt: skip

_DTYPES = frozenset({"int8", "uint8", "int32", "int64", "float16", "float32", "float64"})


def by_missing_name(refused: RefusedAnswer) -> Finding | None:
    """Return a finding about a name that MXNet does not have; None for another error.

    A name that the answer does not contain is one that the observer or MXNet looked for, in a value of another type.
    """
    error = refused.error
    found = _parse(f"{error.type}: {error.text}") if error else None
    if found is None:
        return None
    owner, name = found
    if name.startswith("_") or not re.search(rf"\b{re.escape(name)}\b", refused.source):
        return None
    place = _place(owner, refused)
    if place is None:
        return None
    shown = (
        f"`{_dotted(place, name)}`" if place not in _SHOWN or place == "gluon.nn" else f"`{name}` of {_SHOWN[place]}"
    )
    if place in ("mx", "nd") and name in _DTYPES:
        return _torch(name, shown, f"the name as text, `'{name}'`")
    rows = truth_names(content_root()).get(name, ())
    row = _best(rows, place, name)
    homes = [p for p, known in mxnet_names().items() if name in known and not p.startswith(("np", "mx.", "Symbol"))]
    if row is not None and (
        row.kind in ("renamed", "composite", "missing", "removed")
        or not homes
        or place in ("NDArray", "np.ndarray", "Parameter")
    ):
        form = form_of(row)
        if place == "Parameter" and f"Tensor.{name}" in row.names:
            form = re.sub(r"\bx\b", "p.data()", form)  # a Parameter holds arrays, which have these names
        return _torch(name, shown, form, words=_words(row))
    return _elsewhere(place, name, shown)


def _torch(name: str, shown: str, form: str, words: tuple[str, ...] = ()) -> Finding:
    return Finding(
        "torch-name", f"{shown} does not exist: `{name}` is PyTorch's name.",
        f"`{name}` is PyTorch's name; MXNet's way is {form}.", key=" ".join((name, *words)),
    )  # fmt: skip


def _parse(text: str) -> tuple[str, str] | None:
    """Return owner and attribute of an error about a missing name."""
    for pattern in (
        r"AttributeError: module '([\w.]+)' has no attribute '(\w+)'",
        r"AttributeError: '(\w+)' object has no attribute '(\w+)'",
        r"AttributeError: type object '(\w+)' has no attribute '(\w+)'",
        r"ImportError: cannot import name '(\w+)' from '([\w.]+)'",
        r"(ndarray) object has no attribute '?(\w+)'?",
    ):
        if found := re.search(pattern, text):
            first, second = found.groups()
            return (second, first) if "cannot import" in pattern else (first, second)
    return None


def _place(owner: str, refused: RefusedAnswer) -> str | None:
    """Return the key of `mxnet_names()` for an owner; None if the owner is not part of MXNet."""
    if owner.startswith("mxnet"):
        place = _MODULES.get(owner) or owner.removeprefix("mxnet.")
        return place if place in mxnet_names() or place.startswith(("gluon", "nd", "np", "contrib")) else f"mx.{place}"
    if owner in ("NDArray", "Parameter", "ParameterDict", "Trainer", "Symbol"):
        return owner
    if owner == "ndarray":
        return "np.ndarray"
    if owner.endswith("Sequential"):
        return "Sequential"
    names = mxnet_names()
    blocks = (
        names.get("gluon.nn", frozenset())
        | names.get("gluon.loss", frozenset())
        | {"SymbolBlock", "Block", "HybridBlock"}
    )
    own = (node for node in ast.walk(refused.tree or ast.Module([], [])) if isinstance(node, ast.ClassDef))
    made = any(node.name == owner and any("Block" in ast.unparse(base) for base in node.bases) for node in own)
    return "Block" if owner in blocks or made else None


def _dotted(place: str, name: str) -> str:
    return f"{_SHOWN.get(place, place)}.{name}"


def _best(rows: Iterable[tuple[str, Truth]], place: str, name: str) -> Truth | None:
    """Return the row for a name at a place; rows of the corresponding torch class come before others."""
    listed = list(rows)
    for prefix in (*_TORCH_PLACES.get(place, ()), *_MORE):
        for full, row in listed:
            if full == f"{prefix}{name}":
                return row
    return listed[0][1] if listed and place not in ("Block", "Sequential", "NDArray") else None


def form_of(row: Truth) -> str:
    """Return MXNet's form as text: the code if it is one line, else the row's note."""
    form = row.mxnet_nd or row.mxnet_np
    if row.short:
        return row.short
    return f"`{form}`" if form and "\n" not in form else row.note.rstrip(".")


def _words(row: Truth) -> tuple[str, ...]:
    """Return the names in MXNet's form; an exercise's message with one of them is about the same mistake."""
    return tuple(re.findall(r"\.(\w{3,})\(", row.mxnet_nd or row.mxnet_np))


def _elsewhere(place: str, name: str, shown: str) -> Finding:
    """Return a finding for a name that the truth table lacks."""
    names = mxnet_names()
    wanted = "Block" if place == "Sequential" else place
    homes = [p for p, known in names.items() if name in known and p != wanted][:3]
    short = f"{shown[:1].upper()}{shown[1:]} does not exist in MXNet."
    if homes:
        ways = " or ".join(
            f"`{_dotted(p, name)}`" if p not in _SHOWN or p == "gluon.nn" else f"the method of {_SHOWN[p]}"
            for p in homes
        )
        return Finding("name-elsewhere", short, f"{short} There is {ways}.", key=name)
    near = nearest(name, names.get(place, ()), likeness=0.6)
    alike = next(
        (n for n in names.get(place, ()) if n.casefold().replace("_", "") == name.casefold().replace("_", "")), None
    )
    near = [alike] if alike else near
    advice = did_you_mean(near, "`mxtutor lookup` finds MXNet's name for PyTorch's.", code=True)
    return Finding("unknown-name", short, f"{short} {advice}", key=name)


def read_names() -> None:
    """Read the truth table and the names of MXNet before they are needed."""
    with contextlib.suppress(TutorError):
        truth_names(content_root())
    mxnet_names()


@lru_cache(maxsize=4)
def truth_names(root: Path) -> Mapping[str, tuple[tuple[str, Truth], ...]]:
    """Map the last part of each PyTorch name in the truth table to the full names and their rows."""
    found: dict[str, list[tuple[str, Truth]]] = {}
    for row in load_truth(root):
        for full in row.names:
            found.setdefault(full.rpartition(".")[2], []).append((full, row))
    return {name: tuple(rows) for name, rows in found.items()}


@lru_cache(maxsize=1)
def mxnet_names() -> Mapping[str, frozenset[str]]:
    """Return the public names of MXNet 1.9.1 by the place that has them."""
    listed = {place: mxnet_index().members(owner) for place, owner in _PLACES.items()}
    return {place: frozenset(e.name for e in found) - FOREIGN for place, found in listed.items()}


_OPERATOR = re.compile(r"Cannot find argument '(\w+)', Possible Arguments:\s*-*\s*([\s\S]*)")
_PYTHON = re.compile(r"(?:([\w.]+)\(\)|\b(\w+)) got an unexpected keyword argument '(\w+)'")
_POSSIBLE = re.compile(r"^(\w+) : ", re.MULTILINE)


def by_argument(refused: RefusedAnswer) -> Finding | None:
    """Return MXNet's name of an unknown argument; None for another error."""
    error = refused.error
    if error is None:
        return None
    if found := _OPERATOR.search(error.text):
        return _finding(refused, found[1], "", frozenset(_POSSIBLE.findall(found[2])))
    if error.type == "TypeError" and (found := _PYTHON.search(error.text)):
        return _finding(refused, found[3], found[1] or found[2] or "", frozenset())
    return None


def _finding(refused: RefusedAnswer, word: str, function: str, possible: frozenset[str]) -> Finding:
    called = _caller(refused, word) or function.removesuffix(".__init__")
    place = f"`{called}`" if called else "The function"
    short = f"{place} has no argument `{word}`."
    known = listed_arguments()
    ways = [way for way in known.ways(called, word) if not possible or way.partition("=")[0] in possible]
    if (not ways or ways[0] == word) and (instead := known.instead(called, word)):
        return Finding("torch-argument", short, f"{short} {instead}", key=word)
    if ways and ways[0] != word:
        return Finding("torch-argument", short, f"{short} MXNet calls it `{ways[0]}`.", key=f"{word} {ways[0]}")
    near = nearest(word, possible, most=1, likeness=0.6)
    listed = sorted(possible - {"num_args", "out", "name"})[:6]
    arguments = f"It has {', '.join(f'`{n}`' for n in listed)}." if listed else ""
    advice = did_you_mean(near, arguments, code=True)
    return Finding("unknown-argument", short, f"{short} {advice}".rstrip(), key=word)


@lru_cache(maxsize=1)
def listed_arguments() -> ArgumentNames:
    """Return what the truth table says of arguments; nothing if it cannot be read."""
    try:
        return argument_names(load_truth(content_root()))
    except TutorError:
        return ArgumentNames()


def _caller(refused: RefusedAnswer, word: str) -> str:
    """Return the name of the function that the source calls with this argument."""
    line = refused.error.line if refused.error else None
    named = [
        node for node in ast.walk(refused.tree or ast.Module([], []))
        if isinstance(node, ast.Call) and any(k.arg == word for k in node.keywords)
    ]  # fmt: skip
    here = [n for n in named if line is not None and n.lineno <= line <= (n.end_lineno or n.lineno)]
    names = {last_name(n.func) for n in (here or named)}
    return names.pop() if len(names) == 1 else ""

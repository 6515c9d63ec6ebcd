"""Finds mistakes in the form of an answer: syntax errors, a missing function, a missing result, unknown names."""

from __future__ import annotations

import ast
import re

from mxtutor.grading.diagnosis.evidence import Finding, Refused, dotted, last_name, parse
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


def by_form(refused: Refused) -> Finding | None:
    """Return the mistake in the form of an answer that could not be called, or raised an error."""
    error = refused.error
    if error is None:
        return None
    if error.type in ("SyntaxError", "IndentationError", "TabError"):
        return _syntax(error.text, error.line)
    if error.type == "MissingEntry":
        return _missing_entry(refused)
    if error.type in ("NameError", "UnboundLocalError"):
        return _name(refused, error.text)
    return _parameters(refused, error.text) if error.type == "TypeError" else None


def _syntax(text: str, line: int | None) -> Finding:
    place = f"Line {line}" if line else "The answer"
    for pattern, words in _SYNTAX:
        if found := re.search(pattern, text):
            for number, group in enumerate(found.groups()):
                words = words.replace(f"{{{number}}}", group)
            return Finding(
                "syntax",
                f"{place} is not valid Python: {words}.",
                f"{place} is not valid Python: {words}. Nothing ran.",
            )
    return Finding("syntax", f"{place} is not valid Python.", f"{place} is not valid Python ({text}). Nothing ran.")


def _missing_entry(refused: Refused) -> Finding:
    entry, tree = refused.exercise.entry, refused.tree
    if tree is None or not tree.body:
        return Finding(
            "entry-missing",
            f"The answer defines no `{entry}`.",
            f"Define the function `{entry}({', '.join(refused.exercise.params)})`.",
        )
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(
            isinstance(n, ast.FunctionDef) and n.name == entry for n in node.body
        ):
            return Finding("entry-in-class", f"`{entry}` is a method of the class `{node.name}`.",
                f"`{entry}` must be a function of the module, not a method of `{node.name}`: move it out of the class.")  # fmt: skip
        if isinstance(node, ast.ClassDef) and node.name == entry:
            return Finding(
                "entry-is-class",
                f"`{entry}` is a class, not a function.",
                f"Write a function `{entry}` that returns what is asked for.",
            )
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


def _name(refused: Refused, text: str) -> Finding | None:
    found = re.search(r"name '(\w+)' is not defined|local variable '(\w+)'|variable '(\w+)'", text)
    if found is None:
        return None
    name = next(group for group in found.groups() if group)
    if name in MODULES and "local variable" not in text:
        return Finding(
            "missing-import",
            f"`{name}` is used and never imported.",
            f"`{name}` is used and never imported: add `{MODULES[name]}` at the top.",
            key=name,
        )
    if name == "F":
        return Finding("name-f", "`F` is used outside of `hybrid_forward`.",
            "`F` is the parameter of `hybrid_forward(self, F, x)`; elsewhere call the functions of `nd`.", key=name)  # fmt: skip
    if name == "self":
        return Finding(
            "name-self",
            "`self` is used in a function that has no such parameter.",
            "Make `self` the first parameter of the method.",
            key=name,
        )
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
    return Finding(
        "undefined-name",
        f"The name `{name}` is used and defined nowhere.",
        f"The name `{name}` is used and defined nowhere. {advice}",
        key=name,
    )


def _parameters(refused: Refused, text: str) -> Finding | None:
    """Return a mistake in the number of parameters, of the entry or of a method without `self`."""
    found = re.search(
        r"(?:(\w+)\.)?(?:<locals>\.)?(\w+)\(\) (?:takes (?:from )?(\d+)|missing (\d+) required positional)", text
    )
    if found is None:
        return None
    function, wanted = found[2], list(refused.exercise.params)
    own = refused.entry
    if own is not None and function == own.name:
        has = [a.arg for a in own.args.args]
        return Finding("parameters", f"`{function}` has the parameters ({', '.join(has)}), not ({', '.join(wanted)}).",
            f"The grader calls `{function}({', '.join(wanted)})`: define exactly these parameters, in this order.")  # fmt: skip
    for node in ast.walk(refused.tree or ast.Module([], [])):
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if (
                    isinstance(method, ast.FunctionDef)
                    and method.name == function
                    and "staticmethod" not in {dotted(d) for d in method.decorator_list}
                ):
                    names = [a.arg for a in method.args.args]
                    if not names or names[0] != "self":
                        return Finding("missing-self", f"The method `{function}` lacks its parameter `self`.",
                            f"A method gets its object first: `def {function}({', '.join(['self', *names])})`.")  # fmt: skip
    return None


def unfinished(refused: Refused) -> Finding | None:
    """Return the mistake of an unchanged starter or of a function without a body."""
    tree, entry = refused.tree, refused.entry
    starter = (
        parse(refused.exercise.starter) if refused.exercise.folder.is_dir() or refused.exercise.kind == "code" else None
    )
    if tree is not None and starter is not None and ast.dump(tree) == ast.dump(starter):
        return Finding(
            "starter", "The starter is unchanged.", "This is the starter as it was: change it, then check again."
        )
    if entry is not None and all(
        isinstance(n, ast.Pass) or (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)) for n in entry.body
    ):
        return Finding(
            "empty-body", f"`{entry.name}` has no body.", f"`{entry.name}` does nothing yet: write its body."
        )
    return None


NOTHING = frozenset({"add", "initialize", "hybridize", "append", "extend", "sort", "reverse", "update", "backward", "attach_grad", "step", "export", "save_parameters", "load_parameters", "set_data", "register_child", "wait_to_read", "waitall", "reset_ctx", "seed", "setattr", "zero_grad"})  # fmt: skip
"""Methods that return nothing."""


def returns_value(tree: ast.AST) -> bool:
    """Return whether a source returns a value."""
    return any(
        isinstance(n, (ast.Lambda, ast.Yield)) or (isinstance(n, ast.Return) and n.value is not None)
        for n in ast.walk(tree)
    )


def nothing_returned(refused: Refused) -> Finding:
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
        return Finding(
            "missing-return",
            f"`{name}` ends without `return` on some of its paths.",
            f"Some path through `{name}` ends without `return`: give each one its result.",
        )
    if entry is not None and any(isinstance(n, ast.Call) and last_name(n.func) == "print" for n in ast.walk(entry)):
        return Finding(
            "printed",
            f"`{name}` prints its result and returns nothing.",
            f"`{name}` returns nothing: end it with `return ...` in place of `print(...)`.",
        )
    return Finding(
        "missing-return", f"`{name}` returns nothing.", f"`{name}` returns nothing: end it with `return ...`."
    )

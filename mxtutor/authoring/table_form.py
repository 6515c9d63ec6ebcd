"""Checks the truth table without running code: each row must have the parts that its class needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import reduce

from mxtutor.content.code_names import BINARY, BUILTINS, chain
from mxtutor.content.form_names import callables
from mxtutor.content.model import Course
from mxtutor.content.truth_rows import Alias, Argument, Code, Side, Truth

NOTE = 320
"""Maximum length of a note, in characters: about two sentences, the facts and the trap."""
_CODE = re.compile(r"`([^`]+)`")
OWN = ("torch.", "Tensor.", "mx.")
"""Prefixes of names that can be run; packages such as torchvision are not installed."""


def form_findings(rows: Sequence[Truth], course: Course) -> Iterator[tuple[str, str]]:
    """Yield (torch name of the row, fault)."""
    owners: dict[str, str] = {}
    for row in rows:
        for name in row.names:
            if name in owners:
                yield row.torch, f"the row of {owners[name]} lists {name} too"
            owners[name] = row.torch
        if row.exercise and row.exercise not in course.exercises:
            yield row.torch, f"its exercise {row.exercise!r} is not in the course"
        if len(row.note) > NOTE:
            yield row.torch, f"its note has {len(row.note)} characters, {NOTE} at most"
        for fault in (
            *_faults(row),
            *argument_faults(row),
            *(fault for alias in row.aliases for fault in _alias_faults(row, alias)),
        ):
            yield row.torch, fault


def _faults(row: Truth) -> Iterator[str]:
    """Yield the parts that a row lacks and its class needs."""
    proof, forms = row.proof, f"{row.mxnet_nd}\n{row.mxnet_np}"
    if not row.torch.startswith(OWN) and not row.not_run:
        yield "a name of another package cannot run: not_run must give the reason"
    if row.is_mxnet:
        yield from _mxnet_faults(row, forms)
        return
    if not row.not_run and row.kind != "removed" and not any(uses(code, row.torch) for code in _codes(proof.torch)):
        yield "its torch code does not use the name"
    if row.kind not in ("missing", "removed") and not forms.strip():
        yield f"a row of class {row.kind} needs a form"
    if row.kind == "same" and not mentions(row.names, forms):
        yield "class same: a form must use torch's name"
    if row.kind in ("renamed", "composite", "missing") and not proof.absent:
        yield f"class {row.kind}: absent must list torch's name"
    if row.kind in ("args", "behaviour") and not proof.traps:
        yield f"class {row.kind}: traps must show the difference"
    if row.kind == "behaviour" and not any(t.expects in ("differs", "holds") for t in proof.traps):
        yield "class behaviour: a trap must run and differ"
    code = "\n".join((forms, *(trap.do for trap in proof.traps)))
    for part in _CODE.findall(row.short):
        if part not in code:
            yield f"short shows {part}, which neither a form nor a trap runs"
    if row.kind == "missing" and not (row.instead and row.cost):
        yield "class missing: instead and cost must tell what to do and what that costs"
    if row.kind == "behaviour" and not row.not_run and not row.demos:
        yield "class behaviour: demos must show the difference"
    if row.kind == "removed" and not proof.gone:
        yield "class removed: gone must list torch's name"


def _mxnet_faults(row: Truth, forms: str) -> Iterator[str]:
    """Yield the parts that a row about an MXNet name lacks."""
    if not mentions([row.torch], forms) and not mentions([row.torch], "\n".join(trap.do for trap in row.proof.traps)):
        yield "neither a form nor a trap uses the name"
    if row.aliases:
        yield "other names of MXNet belong to the search words"


def _alias_faults(row: Truth, alias: Alias) -> Iterator[str]:
    """Yield the missing parts of the proof of another name of a row."""
    if not alias.name.startswith(OWN) and not (alias.not_run or row.not_run):
        yield f"also {alias.name}: a name of another package cannot run: not_run must give the reason"
    if alias.not_run or row.not_run:
        return
    if row.kind == "removed":
        if not any(uses(code, alias.name) for code in row.proof.gone):
            yield f"also {alias.name}: gone must list it"
        return
    absent = "\n".join(row.proof.absent)
    if row.kind == "missing" and not (row.mxnet_nd or row.mxnet_np) and not mentions([alias.name], absent):
        yield f"also {alias.name}: absent must list it"
    code = alias_code(row, alias)
    if code is None:
        yield f"also {alias.name}: it cannot replace {row.torch} in the torch code, so it needs a proof"
    elif not any(uses(part, alias.name) for part in _codes(code)):
        yield f"also {alias.name}: its torch code does not use the name"


def alias_code(row: Truth, alias: Alias) -> Code | None:
    """Return the torch code that proves another name of a row; None without such code."""
    if alias.proof is not None:
        return alias.proof
    parts = {"before": row.proof.torch.before, "do": row.proof.torch.do, "after": row.proof.torch.after}
    changed = {
        key: renamed(code, row.torch, alias.name) if uses(code, row.torch) else code for key, code in parts.items()
    }
    if all(changed[key] == code for key, code in parts.items()) or any(parts[k] and not changed[k] for k in parts):
        return None
    return Code(**changed)


def written_array(row: Truth, alias: Alias) -> str:
    """Return the variable that the proof of a method such as `Tensor.add_` changes; "" if there is none."""
    code = alias_code(row, alias)
    name = re.escape(alias.name.removeprefix("Tensor."))
    found = re.search(rf"(?<![\w.])(\w+)\.{name}\(", code.do) if code is not None else None
    return found[1] if found else ""


def _codes(code: Code) -> tuple[str, ...]:
    return code.before, code.do, code.after


def mentions(names: Sequence[str], code: str) -> bool:
    """Return whether code contains the last part of one of the names; special methods need not be written."""
    last = [name.rpartition(".")[2] for name in names]
    return any(n.endswith("__") or re.search(rf"(?<!\w){re.escape(n)}(?!\w)", code) for n in last)


def argument_check(row: Truth, argument: Argument) -> str:
    """Return torch code that tests whether one of a row's names has an argument."""
    names = (f"torch.{name}" if name.startswith("Tensor.") else name for name in row.proven_names)
    return " or ".join(f"documents({name}, {argument.torch!r})" for name in names)


def argument_faults(row: Truth) -> Iterator[str]:
    """Yield the arguments of a row that no code passes to both frameworks with equal results.

    Such code is the form with the row's torch code, or a trap with `agrees`. If both kinds of arrays share a callable,
    one of them is enough.
    """
    known = callables(row)
    one = known.get("nd") == known.get("np")
    for argument in row.arguments if not row.not_run else ():
        for side, written in (("nd", argument.nd), ("np", argument.np)):
            name, run = written.partition("=")[0], [(t, m) for s, t, m in _pairs(row) if one or s == side]
            if name and not any(_passes(torch, argument.torch) and _passes(mxnet, name) for torch, mxnet in run):
                yield f"no code of {side} that agrees with torch passes {argument.torch} as {name}"


def _pairs(row: Truth) -> Iterator[tuple[Side, str, str]]:
    """Yield (side, torch code, MXNet code) of code with equal values."""
    torch = "\n".join(_codes(row.proof.torch))
    forms: tuple[tuple[Side, Code | None], ...] = (("nd", row.proof.nd), ("np", row.proof.np))
    yield from ((side, torch, "\n".join(_codes(form))) for side, form in forms if form is not None)
    yield from ((t.side, t.torch or torch, t.do) for t in row.proof.traps if t.expects == "agrees")


def _passes(code: str, argument: str) -> bool:
    """Return whether code passes an argument by name, also as a key of a dict of options."""
    return re.search(rf"(?<![\w.])(?:{argument}\s*=(?!=)|'{argument}'\s*:)", code) is not None


MODULES = {"torch": "torch", "nn": "torch.nn", "F": "torch.nn.functional"}
"""Short names of modules in torch code of the truth table, and their full names."""
METHODS = (
    "Tensor.",
    "torch.nn.Module.",
    "torch.nn.Parameter.",
    "torch.optim.Optimizer.",
    "torch.optim.lr_scheduler.LRScheduler.",
)
"""Prefixes of the names of methods and attributes of objects."""

OPERATORS: dict[str, type[ast.AST]] = {
    **{f"__{name}__": kind for kind, name in BINARY.items()},
    **dict.fromkeys(("__iadd__", "__isub__", "__imul__", "__itruediv__"), ast.AugAssign),
    **dict.fromkeys(("__getitem__", "__setitem__"), ast.Subscript),
    **dict.fromkeys(("__call__", *BUILTINS.values()), ast.Call),
    "__iter__": ast.For,
}
"""The syntax that calls a special method."""


def method(name: str) -> str:
    """Return the last part of a method's or attribute's name, `view` for `Tensor.view`; empty for other names."""
    return name.rpartition(".")[2] if name.startswith(METHODS) else ""


def dotted(node: ast.AST) -> str:
    """Return the full name of a chain of attributes of a torch module, `torch.nn.Linear`; empty for other code."""
    root, parts = chain(node)
    return ".".join((MODULES[root], *parts)) if root in MODULES else ""


def uses(code: str, name: str) -> bool:
    """Return whether torch code uses a function or class (by full name) or a method (by the last part of its name)."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except SyntaxError:
        return False
    if method(name) in OPERATORS:
        return any(isinstance(node, OPERATORS[method(name)]) for node in nodes)
    return any(_is_named(node, name) for node in nodes)


def _is_named(node: ast.AST, name: str) -> bool:
    """Return whether a node names a function or class (by full name) or a method (by the last part of its name)."""
    if last := method(name):
        return isinstance(node, ast.Attribute) and node.attr == last and not dotted(node)
    return dotted(node) == name


def renamed(code: str, name: str, other: str) -> str:
    """Return torch code with each use of `name` replaced by `other`; empty if that is not possible.

    If `other` is a method, a function call becomes a call of a method of its first argument, and vice versa.
    """
    change = _Rename(name, other)
    tree = ast.fix_missing_locations(change.visit(ast.parse(code)))
    return ast.unparse(tree) if change.done and not change.failed else ""


class _Rename(ast.NodeTransformer):
    def __init__(self, name: str, other: str) -> None:
        self.name, self.other = name, other
        self.done = self.failed = False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        func = node.func
        if not _is_named(func, self.name):
            return self.generic_visit(node)
        self.done = True
        args = [self.visit(argument) for argument in node.args]
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        if method(self.name):
            assert isinstance(func, ast.Attribute)
            args.insert(0, self.visit(func.value))
        if not method(self.other):
            return ast.Call(_chain(self.other), args, keywords)
        if not args:
            self.failed = True
            return node
        return ast.Call(ast.Attribute(args[0], method(self.other), ast.Load()), args[1:], keywords)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not _is_named(node, self.name):
            return self.generic_visit(node)
        self.done = True
        if not method(self.name) and not method(self.other):
            return _chain(self.other)
        if method(self.name) and method(self.other):
            return ast.Attribute(self.visit(node.value), method(self.other), node.ctx)
        self.failed = True
        return node


def _chain(name: str) -> ast.expr:
    root, *rest = name.split(".")
    start: ast.expr = ast.Name(root, ast.Load())
    return reduce(lambda node, part: ast.Attribute(node, part, ast.Load()), rest, start)

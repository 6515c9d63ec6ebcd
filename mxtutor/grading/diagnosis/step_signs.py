"""Tells from a source by which number `Trainer.step` divides the gradient, and whether that is right for its loss."""

from __future__ import annotations

import ast
import re

from mxtutor.grading.diagnosis.evidence import calls_named, keyword_of, text_of, used_names


def steps(tree: ast.AST) -> list[ast.expr]:
    """Return the batch sizes that calls of `step` receive."""
    sizes = (c.args[0] if c.args else keyword_of(c, "batch_size") for c in calls_named(tree, "step"))
    return [size for size in sizes if size is not None]


def constant_steps(tree: ast.AST) -> bool:
    """`step` with a number other than 1."""
    return any(isinstance(a, ast.Constant) and a.value != 1 for a in steps(tree))


def dataset_steps(tree: ast.AST) -> bool:
    """`step` with the length of the whole data; a name that a loop binds, and `data` without a loop, is one batch."""
    loops = [n for n in ast.walk(tree) if isinstance(n, (ast.For, ast.comprehension))]
    bound = {n.id for loop in loops for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
    if not any("data" in used_names(loop.iter) for loop in loops):
        bound.add("data")
    lengths = (re.match(r"len\((data|dataset|train\w*|loader|batches|samples)\)$", text_of(a)) for a in steps(tree))
    return any(found and found[1] not in bound for found in lengths)


def first_size(tree: ast.AST) -> bool:
    """`step` with the size of the first batch, which a name holds."""
    sizes = {text_of(a) for a in steps(tree) if isinstance(a, ast.Name)}
    assigned = (n for n in ast.walk(tree) if isinstance(n, ast.Assign) and "[0][0]" in text_of(n.value))
    return any(text_of(target) in sizes for node in assigned for target in node.targets)


def mean_differentiated(tree: ast.AST) -> bool:
    """Whether `backward` is called on a mean, or on a sum that is divided."""
    values = {
        t.id: n.value for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)
    }
    listed = {
        n.target.id: text_of(n.iter)
        for n in ast.walk(tree)
        if isinstance(n, ast.For) and isinstance(n.target, ast.Name)
    }
    for call in calls_named(tree, "backward"):
        target = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(target, ast.Name):
            target = values.get(target.id) or values.get(listed.get(target.id, ""))
        computed = [] if target is None else _computed(tree, target)
        resolved = [values.get(one.id, one) if isinstance(one, ast.Name) else one for one in computed]
        if any(calls_named(one, "mean") or divided_sum(one) for one in resolved):
            return True
    return False


def _computed(tree: ast.AST, node: ast.expr) -> list[ast.expr]:
    """Return an expression; for a call of a function of the source, what the function returns."""
    name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    bodies = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name]
    returned = [n.value for body in bodies for n in ast.walk(body) if isinstance(n, ast.Return) and n.value is not None]
    return returned or [node]


def divided_sum(node: ast.expr) -> bool:
    """Whether an expression, or each item of a list, divides a sum."""
    if isinstance(node, ast.ListComp):
        node = node.elt
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and bool(calls_named(node.left, "sum"))


def divided_twice(tree: ast.AST) -> bool:
    """Whether the gradient of a mean is divided by a batch size once more in `step`."""
    return mean_differentiated(tree) and any(not (isinstance(a, ast.Constant) and a.value == 1) for a in steps(tree))

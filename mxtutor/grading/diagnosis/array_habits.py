"""Patterns of a source that use arrays in a wrong way: masks as indices, shapes in place of axes, copies that are lost."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mxtutor.grading.diagnosis.evidence import calls_of, last_name

_MOVES = frozenset(
    [
        "transpose",
        "swapaxes",
        "SwapAxis",
        "moveaxis",
        "rollaxis",
        "einsum",
        "T",
        "ToTensor",
        "to_tensor",
        "space_to_depth",
        "depth_to_space",
    ]
)
"""Functions and attributes that move axes."""


def mask_as_index(tree: ast.AST, flags: frozenset[str] = frozenset()) -> bool:
    """Return whether a mask, or a name of one, is an index of an array that is not a NumPy array.

    `flags` are names of arrays of zeros and ones.
    """
    named = [(n.value, t.id) for n in _assignments(tree) for t in n.targets if isinstance(t, ast.Name)]
    masks = flags | {name for value, name in named if _is_mask(value) or _is_flag(value, flags)}
    plain = {
        name for value, name in named if re.search(r"asnumpy|as_np_ndarray|onp\.|numpy\.|np\.", ast.unparse(value))
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and not re.search(r"asnumpy|as_np_ndarray", ast.unparse(node.value)):
            index = node.slice
            found = _is_mask(index) or _is_flag(index, masks)
            if found and ast.unparse(node.value) not in plain:
                return True
    return False


def _assignments(tree: ast.AST) -> Iterator[ast.Assign]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Assign))


def _is_mask(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return all(
            isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)) for op in node.ops
        ) and "shape" not in ast.unparse(node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        return _is_mask(node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr)):
        return _is_mask(node.left)
    names = ("isnan", "isinf", "logical_not", "logical_and", "logical_or")
    return isinstance(node, ast.Call) and last_name(node.func) in names


def _is_flag(node: ast.AST, flags: frozenset[str]) -> bool:
    """Return whether an expression is one of the names `flags`, cast or subtracted from 1."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and ast.unparse(node.left) in ("1", "1.0"):
        return _is_flag(node.right, flags)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "astype":
        return _is_flag(node.func.value, flags)
    return isinstance(node, ast.Name) and node.id in flags


def reshaped_for_transpose(tree: ast.AST) -> bool:
    """Return whether a source moves no axis, and a `reshape` lists names of a shape in another order.

    `n, t = x.shape[:2]` and `x.reshape((t, n, -1))` is one form, `image.reshape((3, height, width))` another.
    """
    if _MOVES & {n.attr if isinstance(n, ast.Attribute) else last_name(n) for n in ast.walk(tree) if _is_used(n)}:
        return False
    orders = [[ast.unparse(name) for name in names] for names in _names_of_shapes(tree)]
    for shape in _shapes(tree):
        for order in orders:
            places = [order.index(size) for size in shape if size in order]
            if places != sorted(places):
                return True
        if len(shape) == 3 and shape[0] == "3" and re.fullmatch(r"h\w* w\w*", " ".join(shape[1:])):
            return True
    return False


def heads_reshaped(tree: ast.AST) -> bool:
    """Return whether an attention makes its heads by `reshape` and moves no axis."""
    used = {n.attr if isinstance(n, ast.Attribute) else last_name(n) for n in ast.walk(tree) if _is_used(n)}
    text = ast.unparse(tree)
    return (
        {"batch_dot", "softmax", "reshape"} <= used and not _MOVES & used and re.search(r"\bheads?\b", text) is not None
    )


def copy_lost(tree: ast.AST) -> bool:
    """Return whether a function changes a copy of an array in place and never reads the copy again."""
    return any(
        _is_lost(function, node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in _assignments(function)
        if isinstance(node.value, ast.Call) and last_name(node.value.func) in ("asnumpy", "copy")
    )


def _is_lost(function: ast.FunctionDef, made: ast.Assign) -> bool:
    if len(made.targets) != 1 or not isinstance(made.targets[0], ast.Name):
        return False
    name, changes, inside = made.targets[0].id, 0, set[int]()
    for node in ast.walk(function):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        )
        held = [t.value if isinstance(t, ast.Subscript) else t for t in targets]
        if node is made or not held or any(not isinstance(h, ast.Name) or h.id != name for h in held):
            continue
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) for t in targets):
            return False  # another array gets the name
        changes += 1
        inside |= {id(n) for n in ast.walk(node)}
    reads = (n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load))
    return changes > 0 and all(id(n) in inside for n in reads)


def _is_used(node: ast.AST) -> bool:
    """Return whether a node is an attribute or the name of a called function; `T` is also a usual name of a module."""
    return isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and node.id != "T")


def _names_of_shapes(tree: ast.AST) -> Iterator[list[ast.expr]]:
    """Yield the names on the left of each `n, t = x.shape[:2]`."""
    for node in _assignments(tree):
        for target in node.targets:
            if isinstance(target, ast.Tuple) and re.search(r"\.shape(\[[\d:-]*\])?$", ast.unparse(node.value)):
                yield [e for e in target.elts if isinstance(e, ast.Name) and e.id != "_"]


def _shapes(tree: ast.AST) -> Iterator[list[str]]:
    """Yield the sizes in the argument of each `reshape`."""
    for call in calls_of(tree):
        if last_name(call.func) == "reshape":
            given = [*call.args, *(k.value for k in call.keywords if k.arg == "shape")]
            listed = next((g.elts for g in given if isinstance(g, (ast.Tuple, ast.List))), given)
            yield [ast.unparse(size) for size in listed]


def gradient_kept(tree: ast.AST) -> bool:
    """Return whether a loop with a backward pass puts the array of a gradient into a container from before the loop."""
    for loop in ast.walk(tree):
        if not isinstance(loop, (ast.For, ast.While)) or not any(
            last_name(c.func) == "backward" for c in calls_of(loop)
        ):
            continue
        inside = {ast.unparse(t) for n in _assignments(loop) for t in n.targets}
        for node in _assignments(loop):
            kept = (t.value for t in node.targets if isinstance(t, ast.Subscript) and isinstance(t.slice, ast.Name))
            if _is_gradient(node.value) and any(ast.unparse(name) not in inside for name in kept):
                return True
    return False


def _is_gradient(node: ast.expr) -> bool:
    return last_name(node.func if isinstance(node, ast.Call) else node) == "grad" and not isinstance(node, ast.Name)

"""Rules that replace a constant, a parameter or a size by another value."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from mxtutor.authoring.mutation.expressions import Rule, called
from mxtutor.authoring.mutation.families import INFERRED, WORDS, others
from mxtutor.authoring.mutation.trees import Edit, Site, expression, literal, only_traces


def constants(site: Site) -> Iterator[Edit]:
    """Change a constant: another number, the other truth value, another word, nothing."""
    node, parent = site.node, site.parent
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        value: Any = -node.operand.value if isinstance(node.operand.value, (int, float)) else None
    elif isinstance(node, ast.Constant) and not isinstance(parent, (ast.Expr, ast.JoinedStr, ast.FormattedValue)):
        value = node.value
    else:
        return
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub):
        return  # the constant is changed together with its sign
    made = _other_values(value, site)
    if isinstance(parent, ast.keyword) and value is not None and not isinstance(value, bool):
        made.append(None)
    if isinstance(parent, ast.Subscript) and _single(parent.value) and value in (0, 1):
        made.remove(-1)  # a call often returns a list of one, or a pair
    if isinstance(parent, ast.keyword) and parent.arg == "axis" and value in (1, -1) and _of_rows(site):
        made.remove(-value)
    if isinstance(parent, ast.Subscript) and isinstance(value, int) and (axes := _axes(site, parent.value)):
        made = [other for other in made if other % axes != value % axes or not -axes <= other < axes]
    if not any(isinstance(above, ast.keyword) and above.arg in INFERRED for above in site.above):
        yield from (Edit("constant-changed", node, literal(m)) for m in made)


def _single(held: ast.expr) -> bool:
    """Return whether an indexed object usually has one or two members: the result of a call, the shape of labels."""
    return isinstance(held, ast.Call) or (isinstance(held, ast.Attribute) and "label" in ast.unparse(held.value))


def _axes(site: Site, shape: ast.expr) -> int:
    """Return how many axes `x.shape` has where the exercise fixes their number, as "float32 (n, k)" does; else 0."""
    if not isinstance(shape, ast.Attribute) or shape.attr != "shape" or not isinstance(shape.value, ast.Name):
        return 0
    name = shape.value.id
    said = re.findall(r"\((\w+,(?: \w+)?(?:, \w+)*)\)", site.descriptions.get(name, ""))
    if len(said) != 1 or name not in site.params or site.function != site.entry:
        return 0
    axes = len(re.findall(r"\w+", said[0]))
    given = all(len(shape) == axes for shape in site.shapes.get(name, []))
    return axes if given and not re.search(rf"\b{name}\b[^=(]* = ", site.source) else 0


def _of_rows(site: Site) -> bool:
    """Return whether a call takes rows of logits (axis 1 is the last): by its name, or because a net made them."""
    call = next((above for above in site.above if isinstance(above, ast.Call)), None)
    if call is None or called(call) in ("log_softmax", "softmax", "pick"):
        return call is not None
    return called(call) == "argmax" and re.search(r"\bnet\(|\boutput\b", ast.unparse(call)) is not None


def _other_values(value: object, site: Site) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, *([0, -value] if value else [])]
    if isinstance(value, float):
        return [value * 2, value / 2, 0.0, 1.0, *([-value] if value else [])]
    if isinstance(value, str):
        found = [o for o in others(value, WORDS) if o != "nag" or "momentum" in site.source]
        return found or [f"{value}x"]
    return [0, 1] if value is None and isinstance(site.parent, ast.keyword) else []


def parameters(site: Site) -> Iterator[Edit]:
    """Replace a parameter or variable by a constant of the cases or by another name."""
    node = site.node
    if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load) or node.id not in site.names:
        return
    function = isinstance(site.parent, ast.Call) and site.parent.func is node
    if node.id in site.params and not function:
        for value in site.constants.get(node.id, []):
            yield Edit("parameter-constant", node, literal(value))
    sized = isinstance(site.parent, ast.Call) and (_is_len(site.parent) or called(site.parent).endswith("_like"))
    if not function and not sized and not isinstance(site.parent, ast.Attribute):
        for name in _alike(site, node.id):
            yield Edit("name-exchanged", node, ast.Name(name, ast.Load()))
    if site.plain and node.id in site.params and site.shapes.get(node.id) and not _stored(site):
        described = isinstance(site.parent, ast.Attribute) and site.parent.attr in _DESCRIBING
        like = isinstance(site.parent, ast.Call) and called(site.parent).endswith("_like")
        for made in (f"abs({node.id})", f"-{node.id}", f"({node.id} * 0)"):
            positive = made.startswith("abs") and _POSITIVE.search(site.descriptions.get(node.id, ""))
            traced = only_traces(site, next(iter(list(site.above)[1:]), None))
            if not described and not like and not positive and not traced:
                yield Edit("parameter-changed", node, expression(made))


_DESCRIBING = ("shape", "size", "ndim", "dtype", "context", "ctx")
"""Attributes of an array that do not depend on its values."""
_POSITIVE = re.compile(r"class|probabilit|entries in \[0")
"""Words in the description of a parameter that is never negative."""


def _alike(site: Site, name: str) -> list[str]:
    """Return the names that can replace a name: arrays for an array, scalars for a scalar, nearby variables."""
    if name in site.params:
        array = name in site.shapes
        return [other for other in site.params if other != name and (other in site.shapes) is array]
    at = site.names.index(name)
    return [other for other in site.names[max(0, at - 2) : at + 2] if other != name]


def _stored(site: Site) -> bool:
    """Return whether an assignment stores to a subscript or attribute of this name."""
    return isinstance(site.parent, (ast.Subscript, ast.Attribute)) and not isinstance(site.parent.ctx, ast.Load)


def shapes(site: Site) -> Iterator[Edit]:
    """Replace `x.shape`, `x.shape[0]` and `len(x)` by a size of the cases."""
    node = site.node
    if isinstance(node, ast.Attribute) and node.attr == "shape" and isinstance(node.value, ast.Name):
        inside = isinstance(site.parent, ast.Subscript)
        for shape in site.shapes.get(node.value.id, [])[:2]:
            if not inside:
                yield Edit("size-constant", node, literal(shape))
    if isinstance(node, (ast.Subscript, ast.Call)):
        sized = node.value if isinstance(node, ast.Subscript) else (node.args[0] if _is_len(node) else None)
        if isinstance(sized, ast.Attribute) and sized.attr == "shape":
            sized = sized.value
        elif isinstance(node, ast.Subscript):
            return
        if isinstance(sized, ast.Name):
            sizes = dict.fromkeys(n for shape in site.shapes.get(sized.id, []) for n in shape)
            yield from (Edit("size-constant", node, literal(n)) for n in list(sizes)[:4])


def _is_len(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1


VALUE_RULES: tuple[Rule, ...] = (constants, parameters, shapes)
"""In the order in which their mutants are run."""

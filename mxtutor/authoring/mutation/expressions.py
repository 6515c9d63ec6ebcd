"""Rules that change an expression; each yields edits of the node of a site."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from mxtutor.authoring.mutation.families import DEFAULTS, DELEGATED, INFERRED, NAMES, SYMMETRIC, WEAKER, others
from mxtutor.authoring.mutation.trees import Edit, Site, altered, expression, literal

Rule = Callable[[Site], Iterator[Edit]]

_ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add, ast.Mult),
    ast.Mult: (ast.Div, ast.Add, ast.Pow),
    ast.Div: (ast.Mult, ast.FloorDiv, ast.Sub),
    ast.FloorDiv: (ast.Div, ast.Mult, ast.Mod),
    ast.Mod: (ast.FloorDiv, ast.Mult),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
_SAME_INSIDE = frozenset({"as_nd_ndarray", "as_np_ndarray", "name_scope", "float", "list", "tuple"})
"""Calls that change only the type, where both types are right or the next call accepts both."""
_COMPARISONS: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)


def _without(items: Sequence[Any], at: int) -> list[Any]:
    return [item for i, item in enumerate(items) if i != at]


def _swapped(items: Sequence[Any], i: int, j: int) -> list[Any]:
    made = list(items)
    made[i], made[j] = made[j], made[i]
    return made


def arguments(site: Site) -> Iterator[Edit]:
    """Drop each argument, and exchange two of them."""
    call = site.node
    if not isinstance(call, ast.Call):
        return
    for i, argument in enumerate(call.args):
        if (called(call), str(i), ast.unparse(argument)) in DEFAULTS:
            continue
        yield Edit("argument-dropped", call, altered(call, args=_without(call.args, i)))
    for i, keyword in enumerate(call.keywords):
        if keyword.arg not in INFERRED and not _default(call, keyword):
            yield Edit("argument-dropped", call, altered(call, keywords=_without(call.keywords, i)))
    for i, j in combinations(range(0 if called(call) in SYMMETRIC else len(call.args)), 2):
        yield Edit("arguments-swapped", call, altered(call, args=_swapped(call.args, i, j)))
    for i, j in combinations(range(len(call.keywords)), 2):
        first, second = call.keywords[i], call.keywords[j]
        if _equal(first.value, second.value):
            continue
        made = list(call.keywords)
        made[i], made[j] = altered(first, value=second.value), altered(second, value=first.value)
        yield Edit("arguments-swapped", call, altered(call, keywords=made))


def _default(call: ast.Call, keyword: ast.keyword) -> bool:
    """Return whether an argument is the default of the call."""
    return (called(call), keyword.arg, ast.unparse(keyword.value)) in DEFAULTS


def _equal(first: ast.expr, second: ast.expr) -> bool:
    """Return whether two expressions are constants that Python finds equal, such as 1 and True."""
    return isinstance(first, ast.Constant) and isinstance(second, ast.Constant) and first.value == second.value


def called(call: ast.Call) -> str:
    """Return the last name of the called expression; empty if it has none."""
    if isinstance(call.func, ast.Call):  # `L2Loss()(a, b)`
        return called(call.func)
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def counted(site: Site) -> Iterator[Edit]:
    """Replace a computed argument by 1, as in `step(data.shape[0])`."""
    call = site.node
    if isinstance(call, ast.Call):
        for argument in call.args:
            of_len = isinstance(argument, ast.Call) and called(argument) == "len"
            if of_len or isinstance(argument, (ast.Subscript, ast.BinOp)):
                yield Edit("argument-constant", argument, literal(1))


def signs(site: Site) -> Iterator[Edit]:
    """Remove a sign or a `not`."""
    node = site.node
    if isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
        yield Edit("sign-dropped", node, node.operand)


def _even(site: Site) -> bool:
    """Return whether the expression around a difference takes its square or magnitude."""
    above = site.parent
    if isinstance(above, ast.BinOp) and isinstance(above.op, ast.Pow):
        return isinstance(above.right, ast.Constant) and above.right.value == 2
    return isinstance(above, ast.Call) and called(above) in ("square", "abs", "norm", "fabs")


def operators(site: Site) -> Iterator[Edit]:
    """Exchange an arithmetic operator, its operands, or keep one of them."""
    node = site.node
    if isinstance(node, ast.BinOp):
        for kind in _ARITHMETIC.get(type(node.op), ()):
            yield Edit("operator-exchanged", node, altered(node, op=kind()))
        if not isinstance(node.op, (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr)) and not _even(site):
            yield Edit("operands-swapped", node, altered(node, left=node.right, right=node.left))
        yield Edit("operand-dropped", node, node.left)
        yield Edit("operand-dropped", node, node.right)
    if isinstance(node, ast.AugAssign):
        for kind in _ARITHMETIC.get(type(node.op), ()):
            yield Edit("operator-exchanged", node, altered(node, op=kind()))
        yield Edit("assignment-changed", node, ast.Assign([node.target], node.value, lineno=node.lineno))
        if _shared(site, node.target):
            value = ast.BinOp(expression(ast.unparse(node.target)), node.op, node.value)
            yield Edit("assignment-changed", node, ast.Assign([node.target], value, lineno=node.lineno))


def _shared(site: Site, target: ast.expr) -> bool:
    """Return whether other variables may refer to the array that a statement changes in place."""
    if not isinstance(target, ast.Name) or target.id in site.params:
        return True
    function = next((above for above in site.above if isinstance(above, ast.FunctionDef)), None)
    for node in ast.walk(function) if function else ():
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == target.id for t in node.targets):
            fresh = isinstance(node.value, (ast.Constant, ast.BinOp))
            return not fresh and not (isinstance(node.value, ast.Call) and called(node.value) not in ("data", "grad"))
    return True


def _same_of_axes(site: Site, node: ast.Compare, kind: type[ast.cmpop]) -> bool:
    """Return whether `kind` gives the same for a number of axes and 1; arrays of `mx.nd` have at least one axis."""
    of_axes = isinstance(node.left, ast.Attribute) and node.left.attr == "ndim" and "set_np" not in site.source
    if not of_axes or ast.unparse(node.comparators[0]) != "1":
        return False
    return any(isinstance(node.ops[0], pair) and kind in pair for pair in ((ast.Eq, ast.LtE), (ast.NotEq, ast.Gt)))


def comparisons(site: Site) -> Iterator[Edit]:
    """Exchange a comparison or a Boolean operator, and negate a test."""
    node = site.node
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        op = node.ops[0]
        if isinstance(op, _COMPARISONS):
            for kind in _COMPARISONS:
                if not isinstance(op, kind) and not _same_of_axes(site, node, kind):
                    yield Edit("comparison-exchanged", node, altered(node, ops=[kind()]))
        opposite = {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}.get(type(op))
        if opposite is not None:
            yield Edit("comparison-exchanged", node, altered(node, ops=[opposite()]))
    if isinstance(node, ast.BoolOp):
        yield Edit(
            "operator-exchanged", node, altered(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        )
        for value in node.values:
            yield Edit("operand-dropped", node, value)
    if isinstance(node, ast.IfExp):
        yield Edit("branch-dropped", node, node.body)
        yield Edit("branch-dropped", node, node.orelse)


def slices(site: Site) -> Iterator[Edit]:
    """Shift, open or reverse a slice, and leave out an index."""
    node = site.node
    if isinstance(node, ast.Slice):
        for end in ("lower", "upper", "step"):
            bound = getattr(node, end)
            if bound is None:
                continue
            yield Edit("slice-opened", node, altered(node, **{end: None}))
            if not isinstance(bound, ast.Constant):
                for op in (ast.Add(), ast.Sub()):
                    yield Edit("slice-shifted", node, altered(node, **{end: ast.BinOp(bound, op, literal(1))}))
        if node.step is None:
            yield Edit("slice-reversed", node, altered(node, step=literal(-1)))
            if node.lower is None:
                yield Edit("slice-shifted", node, altered(node, lower=literal(1)))
            if node.upper is None:
                yield Edit("slice-shifted", node, altered(node, upper=literal(-1)))
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield Edit("index-dropped", node, node.value)


def _summed_for_backward(site: Site, call: ast.Call) -> bool:
    """Return whether a call is the sum of a loss that is recorded, which `backward` takes anyway."""
    held = any(isinstance(above, ast.With) and "record" in ast.unparse(above.items[0]) for above in site.above)
    return held and called(call) == "sum" and not call.args and not call.keywords


def unwrapped(site: Site) -> Iterator[Edit]:
    """Replace a call by its argument or by the object of the method; leave out an attribute."""
    node = site.node
    if isinstance(node, ast.Call):
        above = getattr(site.parent, "attr", "")
        if called(node) in _SAME_INSIDE or (called(node), above) in DELEGATED or _summed_for_backward(site, node):
            return
        if node.args and not isinstance(node.args[0], ast.Starred):
            yield Edit("call-unwrapped", node, node.args[0])
        if isinstance(node.func, ast.Attribute) and not isinstance(site.parent, ast.Expr):
            yield Edit("call-unwrapped", node, node.func.value)
    if isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Load):
        yield Edit("call-unwrapped", node, ast.Subscript(node.value, literal(0), ast.Load()))
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node.attr in ("T", "real"):
        yield Edit("call-unwrapped", node, node.value)


def renamed(site: Site) -> Iterator[Edit]:
    """Exchange a name for a similar one."""
    node = site.node
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        for other in others(node.attr, NAMES):
            plain = other in ("nag", "NAG") and "momentum" not in site.source
            if not plain and (node.attr, other) not in WEAKER:
                yield Edit("name-mistaken", node, altered(node, attr=other))
    if isinstance(node, ast.Name) and isinstance(site.parent, ast.Call) and site.parent.func is node:
        yield from (Edit("name-mistaken", node, ast.Name(o, ast.Load())) for o in others(node.id, NAMES))


def collections(site: Site) -> Iterator[Edit]:
    """Drop, repeat or exchange the items of a list, a tuple, a dictionary, the layers of a net."""
    node = site.node
    if isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load):
        for i in range(len(node.elts)):
            yield Edit("item-dropped", node, altered(node, elts=_without(node.elts, i)))
        for i, j in combinations(range(len(node.elts)), 2):
            yield Edit("items-swapped", node, altered(node, elts=_swapped(node.elts, i, j)))
    if isinstance(node, ast.Dict):
        for i in range(len(node.keys)):
            yield Edit(
                "item-dropped", node, altered(node, keys=_without(node.keys, i), values=_without(node.values, i))
            )
        for i, value in enumerate(node.values):
            if not isinstance(value, ast.Constant):
                twice = ast.BinOp(value, ast.Mult(), literal(2))
                yield Edit(
                    "value-changed", node, altered(node, values=[*node.values[:i], twice, *node.values[i + 1 :]])
                )


def _in_order(site: Site, loop: ast.For | ast.comprehension) -> bool:
    """Return whether the order of a loop can matter: its list is returned, or it makes a step for each batch."""
    if isinstance(loop, ast.comprehension):
        above = list(site.above)
        return isinstance(above[1], ast.Return) and isinstance(above[0], ast.ListComp)
    return ".step(" in site.source or ".append(" in ast.unparse(loop)


def _counts_only(site: Site, loop: ast.For | ast.comprehension) -> bool:
    """Return whether a loop over a `range` never reads its variable, so that only the number of rounds matters."""
    if not (isinstance(loop.iter, ast.Call) and called(loop.iter) == "range" and isinstance(loop.target, ast.Name)):
        return False
    around = loop if isinstance(loop, ast.For) else site.parent
    read = (n.id for n in ast.walk(around) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)) if around else ()
    return loop.target.id not in read


def loops(site: Site) -> Iterator[Edit]:
    """Let a loop or a comprehension run once, once less, backwards, or without its condition."""
    node = site.node
    if isinstance(node, (ast.For, ast.comprehension)):
        through = ast.unparse(node.iter)
        parts = ("[:1]", "[:-1]") if _counts_only(site, node) else ("[:1]", "[:-1]", "[1:]", "[::-1]")
        for part in parts:
            if part != "[::-1]" or (_in_order(site, node) and "param" not in through):
                yield Edit("loop-changed", node.iter, expression(f"list({through}){part}"))
    if isinstance(node, ast.comprehension):
        for i, test in enumerate(node.ifs):
            yield Edit("test-dropped", node, altered(node, ifs=_without(node.ifs, i)))
            yield Edit("test-negated", test, ast.UnaryOp(ast.Not(), test))


EXPRESSION_RULES: tuple[Rule, ...] = (
    arguments,
    counted,
    signs,
    operators,
    comparisons,
    slices,
    unwrapped,
    renamed,
    collections,
    loops,
)
"""In the order in which their mutants are run."""

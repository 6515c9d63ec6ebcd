"""The rules of mutations: each yields the edits of one kind of node."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from mxtutor.authoring.mutation.families import (
    DEFAULTS,
    DELEGATED,
    IDEMPOTENT,
    INDEPENDENT,
    INFERRED,
    NAMES,
    POSITIVE,
    PROJECTIONS,
    SYMMETRIC,
    WEAKER,
    WORDS,
    others,
)
from mxtutor.authoring.mutation.trees import (
    Edit,
    Site,
    altered,
    called,
    change,
    expression,
    line_of,
    literal,
    names_in,
)

Rule = Callable[[Site, Any], Iterator[Edit]]
RULES: list[tuple[tuple[type[ast.AST], ...], Rule]] = []
"""(kinds of nodes, rule), in the order in which mutants are run."""


def _on(*kinds: type[ast.AST]) -> Callable[[Rule], Rule]:
    """Return a decorator that adds a rule to the table."""

    def add(rule: Rule) -> Rule:
        RULES.append((kinds, rule))
        return rule

    return add


def edits_at(site: Site) -> Iterator[Edit]:
    for kinds, rule in RULES:
        if isinstance(site.node, kinds):
            yield from rule(site, site.node)


# Expressions

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
_COMPARISONS: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_OPPOSITE = {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}
_SAME_INSIDE = frozenset({"as_nd_ndarray", "as_np_ndarray", "name_scope", "float", "list", "tuple"})
"""Calls that only change a type which does not matter: both types are right, or the next call accepts both."""


def _with(items: Sequence[Any], at: int, *made: Any) -> list[Any]:
    """Return a list with the item at `at` replaced by other items, or removed."""
    return [*items[:at], *made, *items[at + 1 :]]


def _swapped(items: Sequence[Any], i: int, j: int) -> list[Any]:
    return _with(_with(items, i, items[j]), j, items[i])


def _pairs(items: Sequence[Any]) -> Iterator[tuple[int, int]]:
    return combinations(range(len(items)), 2)


@_on(ast.Call)
def arguments(_: Site, call: ast.Call) -> Iterator[Edit]:
    """Drop each argument; swap two of them."""
    name = called(call)
    for i, argument in enumerate(call.args):
        if (name, str(i), ast.unparse(argument)) not in DEFAULTS:
            yield change("argument-dropped", call, args=_with(call.args, i))
    for i, keyword in enumerate(call.keywords):
        if keyword.arg not in INFERRED and (name, keyword.arg, ast.unparse(keyword.value)) not in DEFAULTS:
            yield change("argument-dropped", call, keywords=_with(call.keywords, i))
    for i, j in _pairs(call.args) if name not in SYMMETRIC else ():
        yield change("arguments-swapped", call, args=_swapped(call.args, i, j))
    for i, j in _pairs(call.keywords):
        first, second = call.keywords[i], call.keywords[j]
        if not _equal(first.value, second.value):
            made = _with(call.keywords, i, altered(first, value=second.value))
            yield change("arguments-swapped", call, keywords=_with(made, j, altered(second, value=first.value)))


def _equal(first: ast.expr, second: ast.expr) -> bool:
    """Return whether two expressions are constants that Python finds equal, such as 1 and True."""
    return isinstance(first, ast.Constant) and isinstance(second, ast.Constant) and first.value == second.value


@_on(ast.Call)
def counted(_: Site, call: ast.Call) -> Iterator[Edit]:
    """Replace a computed argument by 1, as in `step(data.shape[0])`."""
    for argument in call.args:
        if called(argument) == "len" or isinstance(argument, (ast.Subscript, ast.BinOp)):
            yield Edit("argument-constant", argument, literal(1))


@_on(ast.UnaryOp)
def signs(_: Site, node: ast.UnaryOp) -> Iterator[Edit]:
    """Remove a sign or a `not`."""
    if not isinstance(node.operand, ast.Constant):
        yield Edit("sign-dropped", node, node.operand)


@_on(ast.BinOp)
def operators(site: Site, node: ast.BinOp) -> Iterator[Edit]:
    """Replace an arithmetic operator, swap its operands, or keep one of them."""
    for kind in _ARITHMETIC.get(type(node.op), ()):
        yield change("operator-exchanged", node, op=kind())
    if not isinstance(node.op, (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr)) and not _even(site.parent):
        yield change("operands-swapped", node, left=node.right, right=node.left)
    yield Edit("operand-dropped", node, node.left)
    yield Edit("operand-dropped", node, node.right)


def _even(above: ast.AST | None) -> bool:
    """Return whether the parent expression takes the square or magnitude of a difference."""
    if isinstance(above, ast.BinOp) and isinstance(above.op, ast.Pow):
        return isinstance(above.right, ast.Constant) and above.right.value == 2
    return called(above) in ("square", "abs", "norm", "fabs")


@_on(ast.AugAssign)
def assignments(site: Site, node: ast.AugAssign) -> Iterator[Edit]:
    """Replace the operator of an augmented assignment, or make it a plain assignment."""
    for kind in _ARITHMETIC.get(type(node.op), ()):
        yield change("operator-exchanged", node, op=kind())
    made = [node.value]
    if not isinstance(node.target, ast.Subscript) and called(node.value) != "asscalar" and _shared(site, node.target):
        made.append(ast.BinOp(expression(ast.unparse(node.target)), node.op, node.value))
    for value in made:
        yield Edit("assignment-changed", node, ast.Assign([node.target], value, lineno=node.lineno))


def _shared(site: Site, target: ast.expr) -> bool:
    """Return whether other variables may refer to the array that is changed in place."""
    if not isinstance(target, ast.Name) or target.id in site.params:
        return True
    for node in ast.walk(site.function) if site.function else ():
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == target.id for t in node.targets):
            fresh = isinstance(node.value, (ast.Constant, ast.BinOp))
            return not fresh and not (isinstance(node.value, ast.Call) and called(node.value) not in ("data", "grad"))
    return True


@_on(ast.Compare)
def comparisons(site: Site, node: ast.Compare) -> Iterator[Edit]:
    """Replace a comparison operator."""
    if len(node.ops) == 1:
        op = type(node.ops[0])
        text = isinstance(node.comparators[0], ast.Constant) and isinstance(node.comparators[0].value, str)
        for kind in _COMPARISONS if op in _COMPARISONS else ():
            ordered = text and kind not in (ast.Eq, ast.NotEq)  # strings are compared for equality only
            if kind is not op and not ordered and not _same_of_axes(site, node, kind):
                yield change("comparison-exchanged", node, ops=[kind()])
        if op in _OPPOSITE:
            yield change("comparison-exchanged", node, ops=[_OPPOSITE[op]()])


def _same_of_axes(site: Site, node: ast.Compare, kind: type[ast.cmpop]) -> bool:
    """Return whether `kind` compares a number of axes to 1 equally, as arrays of `mx.nd` have at least one axis."""
    of_axes = isinstance(node.left, ast.Attribute) and node.left.attr == "ndim" and "set_np" not in site.source
    if not of_axes or ast.unparse(node.comparators[0]) != "1":
        return False
    return any(isinstance(node.ops[0], pair) and kind in pair for pair in ((ast.Eq, ast.LtE), (ast.NotEq, ast.Gt)))


@_on(ast.BoolOp)
def conditions(_: Site, node: ast.BoolOp) -> Iterator[Edit]:
    """Replace a Boolean operator, or keep one operand."""
    yield change("operator-exchanged", node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    yield from (Edit("operand-dropped", node, value) for value in node.values)


@_on(ast.IfExp)
def choices(_: Site, node: ast.IfExp) -> Iterator[Edit]:
    """Always take one branch."""
    yield Edit("branch-dropped", node, node.body)
    yield Edit("branch-dropped", node, node.orelse)


@_on(ast.Slice)
def slices(site: Site, node: ast.Slice) -> Iterator[Edit]:
    """Shift, open or reverse a slice."""
    for end in ("lower", "upper", "step"):
        bound = getattr(node, end)
        if bound is not None:
            yield change("slice-opened", node, **{end: None})
            if not isinstance(bound, ast.Constant):
                for op in (ast.Add(), ast.Sub()):
                    yield change("slice-shifted", node, **{end: ast.BinOp(bound, op, literal(1))})
    if node.step is None:
        if not _filled(site):
            yield change("slice-reversed", node, step=literal(-1))
        if node.lower is None:
            yield change("slice-shifted", node, lower=literal(1))
        if node.upper is None:
            yield change("slice-shifted", node, upper=literal(-1))


def _filled(site: Site) -> bool:
    """Return whether a slice is filled with a constant, so that the order of its elements makes no difference."""
    statement = next((above for above in site.above if isinstance(above, ast.stmt)), None)
    stored = isinstance(site.parent, ast.Subscript) and isinstance(site.parent.ctx, ast.Store)
    return stored and isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)


@_on(ast.Subscript)
def indices(_: Site, node: ast.Subscript) -> Iterator[Edit]:
    """Drop an index."""
    if isinstance(node.ctx, ast.Load):
        yield Edit("index-dropped", node, node.value)


@_on(ast.Call, ast.Starred, ast.Attribute)
def unwrapped(site: Site, node: ast.Call | ast.Starred | ast.Attribute) -> Iterator[Edit]:
    """Replace a call by its argument or the method's object; drop an attribute."""
    if isinstance(node, ast.Call):
        name = called(node)
        if name in _SAME_INSIDE or (name, getattr(site.parent, "attr", "")) in DELEGATED or _summed(site, node):
            return
        if node.args and not isinstance(node.args[0], ast.Starred):
            yield Edit("call-unwrapped", node, node.args[0])
        if isinstance(node.func, ast.Attribute) and not isinstance(site.parent, ast.Expr):
            yield Edit("call-unwrapped", node, node.func.value)
    elif not isinstance(node.ctx, ast.Load):
        return
    elif isinstance(node, ast.Starred):
        yield Edit("call-unwrapped", node, ast.Subscript(node.value, literal(0), ast.Load()))
    elif node.attr in ("T", "real"):
        yield Edit("call-unwrapped", node, node.value)


def _summed(site: Site, call: ast.Call) -> bool:
    """Return whether a call sums a recorded loss, which `backward` would do anyway."""
    held = any(isinstance(above, ast.With) and "record" in ast.unparse(above.items[0]) for above in site.above)
    return held and called(call) == "sum" and not call.args and not call.keywords


@_on(ast.Attribute, ast.Name)
def renamed(site: Site, node: ast.Attribute | ast.Name) -> Iterator[Edit]:
    """Replace a name by a similar one."""
    if isinstance(node, ast.Name):
        if isinstance(site.parent, ast.Call) and site.parent.func is node:
            yield from (Edit("name-mistaken", node, ast.Name(o, ast.Load())) for o in others(node.id, NAMES))
    elif isinstance(node.ctx, ast.Load):
        for other in others(node.attr, NAMES):
            plain = other in ("nag", "NAG") and "momentum" not in site.source
            if not plain and (node.attr, other) not in WEAKER:
                yield change("name-mistaken", node, attr=other)


@_on(ast.List, ast.Tuple)
def collections(_: Site, node: ast.List | ast.Tuple) -> Iterator[Edit]:
    """Drop or swap items of a list or a tuple."""
    if isinstance(node.ctx, ast.Load):
        for i in range(len(node.elts)):
            yield change("item-dropped", node, elts=_with(node.elts, i))
        for i, j in _pairs(node.elts):
            yield change("items-swapped", node, elts=_swapped(node.elts, i, j))


@_on(ast.Dict)
def dictionaries(_: Site, node: ast.Dict) -> Iterator[Edit]:
    """Drop an item of a dictionary, or double its value."""
    for i in range(len(node.keys)):
        yield change("item-dropped", node, keys=_with(node.keys, i), values=_with(node.values, i))
    for i, value in enumerate(node.values):
        if not isinstance(value, ast.Constant):
            twice = ast.BinOp(value, ast.Mult(), literal(2))
            yield change("value-changed", node, values=_with(node.values, i, twice))


@_on(ast.For, ast.comprehension)
def loops(site: Site, node: ast.For | ast.comprehension) -> Iterator[Edit]:
    """Make a loop or a comprehension run once, once less, backwards, or without its condition."""
    through = ast.unparse(node.iter)
    for part in ("[:1]", "[:-1]") if _counts_only(site, node) else ("[:1]", "[:-1]", "[1:]", "[::-1]"):
        if part != "[::-1]" or (_in_order(site, node) and "param" not in through):
            yield Edit("loop-changed", node.iter, expression(f"list({through}){part}"))
    for i, test in enumerate(getattr(node, "ifs", ())):
        yield change("test-dropped", node, ifs=_with(node.ifs, i))  # type: ignore[union-attr]
        yield Edit("test-negated", test, ast.UnaryOp(ast.Not(), test))


def _in_order(site: Site, loop: ast.For | ast.comprehension) -> bool:
    """Return whether the order of a loop can matter: its list is returned, or each round makes an update."""
    if isinstance(loop, ast.comprehension):
        above = list(site.above)
        return isinstance(above[1], ast.Return) and isinstance(above[0], ast.ListComp)
    return ".step(" in site.source or ".append(" in ast.unparse(loop)


def _counts_only(site: Site, loop: ast.For | ast.comprehension) -> bool:
    """Return whether a loop over a `range` never reads its variable, so that only the number of rounds counts."""
    if called(loop.iter) != "range" or not isinstance(loop.target, ast.Name):
        return False
    around = loop if isinstance(loop, ast.For) else site.parent
    return around is None or loop.target.id not in names_in(around, ast.Load)


# Values


@_on(ast.Constant, ast.UnaryOp)
def constants(site: Site, node: ast.Constant | ast.UnaryOp) -> Iterator[Edit]:
    """Change a constant: another number, the other truth value, another word, or None."""
    parent = site.parent
    if isinstance(node, ast.UnaryOp):
        if not isinstance(node.op, ast.USub) or not isinstance(node.operand, ast.Constant):
            return
        value: Any = -node.operand.value if isinstance(node.operand.value, (int, float)) else None
    elif isinstance(parent, (ast.Expr, ast.JoinedStr, ast.FormattedValue)):
        return
    else:
        value = node.value
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub):
        return  # a signed constant is changed as a whole
    made = _other_values(value, site)
    if isinstance(parent, ast.keyword) and value is not None and not isinstance(value, bool):
        made.append(None)
    if isinstance(parent, ast.Subscript) and _single(parent.value) and value in (0, 1):
        made.remove(-1)  # calls often return a list of one item, or a pair
    if isinstance(parent, ast.keyword) and parent.arg == "axis" and value in (1, -1) and _of_rows(site):
        made.remove(-value)
    if isinstance(parent, ast.Subscript) and isinstance(value, int) and (axes := _axes(site, parent.value)):
        made = [other for other in made if other % axes != value % axes or not -axes <= other < axes]
    if not any(isinstance(above, ast.keyword) and above.arg in INFERRED for above in site.above):
        yield from (Edit("constant-changed", node, literal(m)) for m in made)


def _other_values(value: object, site: Site) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, *([0, -value] if value else [])]
    if isinstance(value, float):
        return [value * 2, value / 2, 0.0, 1.0, *([-value] if value else [])]
    if isinstance(value, str):
        return [o for o in others(value, WORDS) if o != "nag" or "momentum" in site.source] or [f"{value}x"]
    return [0, 1] if value is None and isinstance(site.parent, ast.keyword) else []


def _single(held: ast.expr) -> bool:
    """Return whether an indexed object usually has one or two items: a call's result, the shape of labels."""
    return isinstance(held, ast.Call) or (isinstance(held, ast.Attribute) and "label" in ast.unparse(held.value))


def _axes(site: Site, shape: ast.expr) -> int:
    """Return how many axes `x.shape` has if the exercise fixes their number, as "float32 (n, k)" does; else 0."""
    if not isinstance(shape, ast.Attribute) or shape.attr != "shape" or not isinstance(shape.value, ast.Name):
        return 0
    name = shape.value.id
    said = re.findall(r"\((\w+,(?: \w+)?(?:, \w+)*)\)", site.answer.exercise.params.get(name, ""))
    if len(said) != 1 or name not in site.params or not site.in_entry:
        return 0
    axes = len(re.findall(r"\w+", said[0]))
    given = all(len(shape) == axes for shape in site.shapes.get(name, []))
    return axes if given and not re.search(rf"\b{name}\b[^=(]* = ", site.source) else 0


def _of_rows(site: Site) -> bool:
    """Return whether a call takes rows of logits, with axis 1 as the last: by its name, or as a net's output."""
    call = next((above for above in site.above if isinstance(above, ast.Call)), None)
    if call is None or called(call) in ("log_softmax", "softmax", "pick"):
        return call is not None
    return called(call) == "argmax" and re.search(r"\bnet\(|\boutput\b", ast.unparse(call)) is not None


_DESCRIBING = ("shape", "size", "ndim", "dtype", "context", "ctx")
"""Attributes of an array that do not depend on its values."""
_POSITIVE = re.compile(r"class|probabilit|entries in \[0")
"""Words in the descriptions of parameters that are never negative."""


@_on(ast.Name)
def parameters(site: Site, node: ast.Name) -> Iterator[Edit]:
    """Replace a parameter or variable by a constant of the cases or by another name."""
    params, parent, name = site.params, site.parent, node.id
    if not isinstance(node.ctx, ast.Load) or site.function is None or name not in _names(site):
        return
    function = isinstance(parent, ast.Call) and parent.func is node
    if name in params and not function and site.in_entry:
        yield from (Edit("parameter-constant", node, literal(v)) for v in site.answer.constants.get(name, []))
    like = called(parent).endswith("_like")
    if not function and not _is_len(parent) and not like and not isinstance(parent, ast.Attribute):
        yield from (Edit("name-exchanged", node, ast.Name(o, ast.Load())) for o in _alike(site, name))
    stored = isinstance(parent, (ast.Subscript, ast.Attribute)) and not isinstance(parent.ctx, ast.Load)
    if not site.answer.plain or name not in params or not site.shapes.get(name) or stored:
        return
    described = isinstance(parent, ast.Attribute) and parent.attr in _DESCRIBING
    if (
        not described
        and not like
        and not _is_len(parent)
        and not _only_traces(site, next(iter(list(site.above)[1:]), None))
    ):
        if not _POSITIVE.search(site.answer.exercise.params.get(name, "")):
            yield Edit("parameter-changed", node, expression(f"abs({name})"))
        yield Edit("parameter-changed", node, expression(f"-{name}"))
        yield Edit("parameter-changed", node, expression(f"({name} * 0)"))


def _names(site: Site) -> tuple[str, ...]:
    """Return the parameters and variables of the function around a node."""
    function = site.function
    nodes = ast.walk(function) if function else ()
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return tuple(dict.fromkeys([*site.params, *stored]))


def _alike(site: Site, name: str) -> list[str]:
    """Return names that can replace a name: arrays for an array, scalars for a scalar, nearby variables."""
    if name in site.params:
        array = name in site.shapes
        return [other for other in site.params if other != name and (other in site.shapes) is array]
    names = _names(site)
    at = names.index(name)
    return [other for other in names[max(0, at - 2) : at + 2] if other != name]


def _only_traces(site: Site, statement: ast.AST | None) -> bool:
    """Return whether a statement is only `net(x)` outside of scopes, which just infers shapes and builds graphs."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    net = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "net"
    return net and not any(isinstance(above, ast.With) for above in (site.node, *site.above))


@_on(ast.Attribute, ast.Subscript, ast.Call)
def sizes(site: Site, node: ast.Attribute | ast.Subscript | ast.Call) -> Iterator[Edit]:
    """Replace `x.shape`, `x.shape[0]` and `len(x)` by a size of the cases."""
    if isinstance(node, ast.Attribute):
        if node.attr == "shape" and isinstance(node.value, ast.Name) and not isinstance(site.parent, ast.Subscript):
            shapes = site.shapes.get(node.value.id, [])[:2]
            yield from (Edit("size-constant", node, literal(shape)) for shape in shapes)
        return
    sized = node.value if isinstance(node, ast.Subscript) else (node.args[0] if _is_len(node) else None)
    if isinstance(sized, ast.Attribute) and sized.attr == "shape":
        sized = sized.value
    elif isinstance(node, ast.Subscript):
        return
    if isinstance(sized, ast.Name):
        found = dict.fromkeys(n for shape in site.shapes.get(sized.id, []) for n in shape)
        yield from (Edit("size-constant", node, literal(n)) for n in list(found)[:4])


def _is_len(node: ast.AST | None) -> bool:
    return called(node) == "len" and isinstance(node, ast.Call) and len(node.args) == 1


# Statements


@_on(ast.AST)
def blocks(site: Site, node: ast.AST) -> Iterator[Edit]:
    """Drop a statement, repeat it, or swap it with the next one."""
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        if not isinstance(block, list) or isinstance(node, (ast.Module, ast.ClassDef)):
            continue
        for i, statement in enumerate(block):
            line = line_of(statement)
            if not isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass, ast.FunctionDef, ast.ClassDef)):
                if not _is_text(statement) and not _opens_names(statement) and "as_np_ndarray" not in line:
                    yield Edit("statement-dropped", statement, [], f"{line} -> (dropped)")
                if _has_effect(statement) and not _only_traces(site, statement) and not _averages(site, statement):
                    yield Edit("statement-repeated", statement, [statement, statement], f"{line} -> (twice)")
            if i + 1 < len(block) and _order_matters(statement, block[i + 1]):
                made = altered(node, **{name: _swapped(block, i, i + 1)})
                yield Edit("statements-swapped", node, made, f"{line} -> (after: {line_of(block[i + 1])})")


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _call_of(statement: ast.stmt) -> ast.Call | None:
    """Return the call that a statement consists of; None for other statements."""
    return statement.value if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) else None


def _opens_names(statement: ast.stmt) -> bool:
    """Return whether a statement only opens a name scope, which changes no behaviour."""
    return isinstance(statement, ast.With) and "name_scope" in line_of(statement)


def _metric_update(statement: ast.stmt) -> ast.Call | None:
    call = _call_of(statement)
    return call if call and ast.unparse(call.func) == "metric.update" and len(call.args) == 2 else None


def _averages(site: Site, statement: ast.stmt) -> bool:
    """Return whether a statement is the only update of a metric, which divides a sum by the number of updates."""
    return _metric_update(statement) is not None and site.source.count(".update(") == 1


def _draws_into(call: ast.Call) -> bool:
    """Return whether a call fills an array with random draws; a second call draws from the same distribution."""
    filled = [ast.unparse(keyword.value) for keyword in call.keywords if keyword.arg == "out"]
    read = set[str]().union(*map(names_in, call.args))
    return ".random." in ast.unparse(call.func) and bool(filled) and filled[0] not in read


def _has_effect(statement: ast.stmt) -> bool:
    """Return whether running a statement twice may differ from running it once."""
    if (call := _call_of(statement)) is not None:
        again = called(call.args[0]) if call.args else ""
        return not _draws_into(call) and called(call) not in IDEMPOTENT and again not in ("Flatten", "Activation")
    if isinstance(statement, (ast.Expr, ast.AugAssign)):
        return not _is_text(statement)
    if isinstance(statement, (ast.For, ast.With)):
        return not isinstance(statement.body[-1], ast.Return) and any(_has_effect(inner) for inner in statement.body)
    if not isinstance(statement, ast.Assign) or "as_np_ndarray" in line_of(statement) or _projects(statement):
        return False
    read = names_in(statement.value)
    return any(isinstance(t, ast.Name) and t.id in read for t in statement.targets)


def _projects(statement: ast.Assign) -> bool:
    """Return whether a statement is `x = f(x)` or `x = x.f()` where f(f(x)) equals f(x)."""
    call, target = statement.value, statement.targets[0]
    if not isinstance(call, ast.Call) or call.keywords:
        return False
    of = call.args or ([call.func.value] if isinstance(call.func, ast.Attribute) else [])
    return called(call) in PROJECTIONS and [ast.unparse(one) for one in of] == [ast.unparse(target)]


def _order_matters(first: ast.stmt, second: ast.stmt) -> bool:
    """Return whether swapping two statements can change the effect, and reads no name before its assignment."""
    acting = (ast.Expr, ast.With, ast.For)
    if _is_text(first) or not (isinstance(first, acting) and isinstance(second, acting)):
        return False
    if names_in(first, ast.Store) & names_in(second, ast.Load) or _independent(first, second):
        return False
    lines = ast.unparse(first), ast.unparse(second)
    differ = lines[0].split("(")[0] != lines[1].split("(")[0]
    if differ and (called(_call_of(first)), called(_call_of(second))) in INDEPENDENT:
        return False
    both = isinstance(first, ast.With) and isinstance(second, ast.With)
    if both or any(".append(" in line for line in lines):
        return False
    prepares = any(word in line for word in ("zero_grad(", "setattr(") for line in lines)
    return not prepares or any(word in line for word in ("backward(", ".step(") for line in lines)


def _independent(first: ast.stmt, second: ast.stmt) -> bool:
    """Return whether neither of two statements depends on the other."""
    for one, other in ((first, second), (second, first)):
        acts, update = called(_call_of(other)), _metric_update(one)
        # an update reads outputs and losses that exist before it, and that it does not change
        ready = update is not None and not any(isinstance(n, ast.Call) for a in update.args for n in ast.walk(a))
        if ready and acts in ("backward", "step"):
            return True
        if acts == "hybridize" and "set_data(" in ast.unparse(one):
            return True
    return False


@_on(ast.With)
def scopes(site: Site, node: ast.With) -> Iterator[Edit]:
    """Remove a scope, replace it, or move its first or last statement out of it."""
    if _opens_names(node):
        return
    line = line_of(node)
    yield Edit("scope-removed", node, node.body, f"{line} -> (no scope)")
    if len(node.body) > 1:
        first, last = node.body[0], node.body[-1]
        for out, made in (
            (last, [altered(node, body=node.body[:-1]), last]),
            (first, [first, altered(node, body=node.body[1:])]),
        ):
            if not any(word in line_of(out) for word in (".backward(", "autograd.grad(")):  # both end a recording
                yield Edit("scope-shortened", node, made, f"{line} -> (without: {line_of(out)})")
    for i, item in enumerate(node.items):
        call = item.context_expr
        bare = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and not (call.args or call.keywords)
        if bare and called(call) == "record" and re.search(r"\bnet\b", site.source):
            call = altered(call, keywords=[ast.keyword("train_mode", ast.Constant(False))])
            yield change("scope-exchanged", node, items=_with(node.items, i, altered(item, context_expr=call)))
        if len(node.items) > 1:
            yield change("scope-removed", node, items=_with(node.items, i))


@_on(ast.FunctionDef)
def wrapped(site: Site, node: ast.FunctionDef) -> Iterator[Edit]:
    """Run a block's forward pass without recording, or in predict mode where that matters."""
    if node.name in ("forward", "hybrid_forward"):
        mode_matters = "Dropout" in site.source or "BatchNorm" in site.source
        for scope in ("pause", "predict_mode") if mode_matters else ("pause",):
            call = expression(f"__import__('mxnet').autograd.{scope}()")
            made = altered(node, body=[ast.With([ast.withitem(call, None)], node.body, lineno=node.lineno)])
            yield Edit("scope-added", node, made, f"def {node.name} -> (under autograd.{scope}())")


@_on(ast.Return)
def returned(site: Site, node: ast.Return) -> Iterator[Edit]:
    """Change the return value: nothing, an argument, a part, the negative, another type."""
    if node.value is None:
        return
    value, answer, compare = node.value, site.answer, site.answer.exercise.compare
    text = ast.unparse(value)
    law = compare.statistics.law if compare.statistics else ()
    even = bool(law) and not any(parameter in site.shapes for parameter in law)  # all elements are alike
    positive = bool(law) and law[0] in ("exponential", "geometric", "bernoulli")
    positive |= isinstance(value, ast.Attribute) and value.attr in ("size", "ndim")
    positive |= (site.function is not None and site.function.name == "__len__") or called(value) == "len"
    positive |= _not_negative(value)
    arrays = compare.type.startswith("array") or compare.type in ("none", "numpy")
    scalar = compare.shape == "scalar"
    made = ["None", *site.params]
    if isinstance(value, ast.Tuple):
        made += [ast.unparse(v) for v in value.elts if not isinstance(v, ast.Starred)]
    if answer.plain or not site.params:
        made += [f"({text}).asnumpy()", f"({text}).astype('float64')"] if arrays else []
        made += [] if scalar else [f"({text})[0]", f"({text}).expand_dims(0)"]
        made += [] if answer.constant else [f"-({text})", f"({text}) * 2"]
        made += [] if answer.constant or positive or "loss" in site.source.lower() else [f"abs({text})"]
        made += [] if answer.constant or scalar or even else [f"({text})[::-1]"]
    yield from (change("return-changed", node, value=expression(new)) for new in made)


def _not_negative(value: ast.expr) -> bool:
    """Return whether an expression is never negative: a square or the like, its reductions and other shapes of it."""
    if not isinstance(value, ast.Call):
        return False
    if called(value) in POSITIVE:
        return True
    of = value.func.value if isinstance(value.func, ast.Attribute) else None
    return called(value) in ("sum", "mean", "reshape") and any(map(_not_negative, filter(None, (of, *value.args))))


@_on(ast.If, ast.While)
def branches(_: Site, node: ast.If | ast.While) -> Iterator[Edit]:
    """Negate the test of an `if` or a `while`, always take one branch, run the body of a loop once."""
    yield Edit("test-negated", node.test, ast.UnaryOp(ast.Not(), node.test))
    line = line_of(node)
    if isinstance(node, ast.If):
        yield Edit("branch-dropped", node, node.body, f"{line} -> (always)")
        yield Edit("branch-dropped", node, node.orelse, f"{line} -> (never)")
    else:
        yield Edit("loop-changed", node, ast.If(node.test, node.body, []), f"{line} -> (once)")


# Nets

_DROPOUT = "__import__('mxnet').gluon.nn.Dropout(0.5)"
_PREDICTS = re.compile(r"predict_mode|train_mode=False|record\(False")
_NETS = re.compile(r"autograd|attach_grad|backward|forward|\bnn\.|\bnet\b|Block\b|gluon\.loss")
"""Code that only occurs in answers with gradients or nets."""


@_on(ast.Call)
def layers(site: Site, node: ast.Call) -> Iterator[Edit]:
    """Add a Dropout among the layers of a net, or repeat one of them."""
    if _NETS.search(site.source) and isinstance(node.func, ast.Attribute) and node.func.attr == "add" and node.args:
        for at in range(len(node.args) + 1):
            yield change("layer-added", node, args=[*node.args[:at], expression(_DROPOUT), *node.args[at:]])
        for layer in node.args:
            if called(layer) not in ("Flatten", "Activation"):
                yield change("layer-repeated", node, args=[*node.args, layer])


@_on(ast.Return, ast.Assign)
def nets(site: Site, node: ast.Return | ast.Assign) -> Iterator[Edit]:
    """Cut the gradient of a value, add a Dropout to it, freeze the parameters."""
    value = node.value if _NETS.search(site.source) else None
    if value is None or isinstance(value, (ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Lambda)):
        return
    text, line = ast.unparse(value), line_of(node)
    if _recorded(site) and "as_np_ndarray" not in text and not text.endswith(".detach()"):
        yield Edit("detached", value, expression(f"({text}).detach()"), f"{line} -> (detached)")
        if not any(isinstance(w, ast.With) and _PREDICTS.search(line_of(w)) for w in site.above):
            yield Edit("dropout-added", value, expression(f"{_DROPOUT}({text})"), f"{line} -> (dropout-added)")
    if isinstance(node, ast.Return) and isinstance(value, ast.Name):
        frozen = expression(f"({text}.collect_params().setattr('grad_req', 'null'), {text})[1]")
        yield Edit("frozen", value, frozen, f"{line} -> (frozen)")


@_on(ast.BinOp)
def operands(site: Site, node: ast.BinOp) -> Iterator[Edit]:
    """Cut the gradient of one operand, for example of one branch of a residual block."""
    for side in ("left", "right") if _NETS.search(site.source) and _recorded(site) else ():
        operand = getattr(node, side)
        text = ast.unparse(operand)
        cut = any(word in text for word in ("detach()", "stop_gradient(", "BlockGrad(", ".grad"))
        if not cut and not isinstance(operand, ast.Constant) and not _plain_data(site, operand):
            yield change("detached", node, **{side: expression(f"({text}).detach()")})


def _plain_data(site: Site, operand: ast.expr) -> bool:
    """Return whether an operand is an argument of the entry function without a gradient, or a part of one."""
    while isinstance(operand, ast.Subscript):
        operand = operand.value
    if not isinstance(operand, ast.Name) or operand.id not in site.params or not site.in_entry:
        return False
    return not any(form in site.source for form in (f"{operand.id}.attach_grad", f"[{operand.id}]", f"[{operand.id},"))


def _recorded(site: Site) -> bool:
    """Return whether a node may run under `autograd.record`: inside that scope, or in a helper function."""
    kind = site.answer.exercise.compare.type
    for node in site.above:
        if isinstance(node, ast.With) and ("record" in line_of(node) or "pause" in line_of(node)):
            return "record" in line_of(node)
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            plain = kind.startswith("python") or kind in ("numpy", "dtype", "context")
            given = plain or "net" in site.params or "autograd" in site.source  # a number, or callers record
            return getattr(node, "name", "") != site.answer.exercise.entry or not given
    return False

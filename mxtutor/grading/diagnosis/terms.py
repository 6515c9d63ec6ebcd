"""Converts sources to a normal form without local names and without a difference between methods and functions."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from mxtutor.grading.diagnosis.evidence import dotted

MODULES = frozenset({"mx", "nd", "np", "npx", "gluon", "nn", "autograd", "mxnet", "onp", "numpy", "F", "math", "random", "loss", "data", "init", "metric", "contrib", "linalg", "utils", "vision", "transforms", "context", "runtime", "optimizer"})  # fmt: skip
_BRIDGES = frozenset({"as_np_ndarray", "as_nd_ndarray"})
_OPERATORS = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.Pow: "power", ast.Mod: "mod", ast.MatMult: "dot",
    ast.Lt: "less", ast.LtE: "less_equal", ast.Gt: "greater", ast.GtE: "greater_equal", ast.Eq: "equal", ast.NotEq: "not_equal",
    ast.USub: "negative",
}  # fmt: skip
_SAME = {
    "broadcast_add": "add",
    "broadcast_sub": "subtract",
    "broadcast_mul": "multiply",
    "broadcast_div": "divide",
    "abs": "absolute",
    "elemwise_add": "add",
}
DEEPEST = 40
SCOPED = "within "
"""Start of the head of a term that is computed inside of scopes, such as `record`; their names follow."""


@dataclass(frozen=True, slots=True)
class Term:
    """One operation, or a name or number without arguments."""

    head: str
    args: tuple[Term, ...] = ()
    keys: tuple[tuple[str, Term], ...] = ()
    node: ast.AST | None = field(default=None, compare=False, hash=False)

    @property
    def size(self) -> int:
        """Number of operations, names and numbers in the term."""
        return 1 + sum(a.size for a in self.args) + sum(t.size for _, t in self.keys)


def function_term(function: ast.FunctionDef) -> Term | None:
    """Return the normal form of a function of assignments, scopes, loops and a return; None for another function."""
    names = {p.arg: Term(f"parameter {i}", node=p) for i, p in enumerate(function.args.args)}
    try:
        return Term("block", tuple(_statements(function.body, names, "")), node=function)
    except (_TooOdd, RecursionError):
        return None


class _TooOdd(Exception):
    """The source contains an element without a normal form."""


def _statements(body: list[ast.stmt], names: dict[str, Term], scope: str) -> list[Term]:
    found: list[Term] = []
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Pass)) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            continue
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            found += _assigned(node.targets[0], node.value, names, scope)
        elif isinstance(node, ast.Return):
            found.append(Term("return", (_term(node.value, names),) if node.value else (), node=node))
        elif isinstance(node, ast.Expr):
            found.append(_scoped(_term(node.value, names), scope))
        elif isinstance(node, ast.AugAssign):
            value = Term(_operator(node.op), (_term(node.target, names), _term(node.value, names)), node=node)
            if isinstance(node.target, ast.Name):
                names[node.target.id] = _scoped(value, scope)
            else:
                found.append(Term("set", (_term(node.target, names), value), node=node))
        elif isinstance(node, ast.With):
            inner = " ".join(_head(i.context_expr) for i in node.items)
            found += _statements(node.body, names, f"{scope} {inner}".strip())
        elif isinstance(node, ast.For):
            _bind(node.target, Term("item", (_term(node.iter, names),), node=node.iter), names)
            carried = {
                n.id
                for n in ast.walk(node)
                if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.id in names
            }
            names.update(
                {
                    n: Term(f"carried {i}", (names[n],))
                    for i, n in enumerate(
                        sorted(carried - {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)})
                    )
                }
            )
            found.append(Term("for", tuple(_statements(node.body, names, scope)), node=node))
        elif isinstance(node, ast.If):
            branches = (
                Term("then", tuple(_statements(node.body, dict(names), scope))),
                Term("else", tuple(_statements(node.orelse, dict(names), scope))),
            )
            found.append(Term("if", (_term(node.test, names), *branches), node=node))
        else:
            raise _TooOdd
    return found


def _assigned(target: ast.expr, value: ast.expr, names: dict[str, Term], scope: str) -> list[Term]:
    term = _scoped(_term(value, names), scope)
    if isinstance(target, (ast.Name, ast.Tuple)):
        _bind(target, term, names)
        return []
    return [Term("set", (_term(target, names), term), node=target)]


def _bind(target: ast.expr, term: Term, names: dict[str, Term]) -> None:
    if isinstance(target, ast.Name):
        names[target.id] = term
    elif isinstance(target, (ast.Tuple, ast.List)):
        for number, part in enumerate(target.elts):
            _bind(part, Term(f"part {number}", (term,), node=term.node), names)
    else:
        raise _TooOdd


def _scoped(term: Term, scope: str) -> Term:
    return Term(f"{SCOPED}{scope}", (term,), node=term.node) if scope else term


def _head(node: ast.AST) -> str:
    name = dotted(node.func) if isinstance(node, ast.Call) else dotted(node)
    return name.rpartition(".")[2]


def _operator(op: ast.AST) -> str:
    return _OPERATORS.get(type(op)) or type(op).__name__


def _term(node: ast.AST, names: dict[str, Term], depth: int = 0) -> Term:
    if depth > DEEPEST:
        raise _TooOdd
    deeper = depth + 1
    if isinstance(node, ast.Name):
        known = names.get(node.id)
        return Term(known.head, known.args, known.keys, node) if known else Term(node.id, node=node)
    if isinstance(node, ast.Constant):
        return Term(
            repr(float(node.value))
            if isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
            else repr(node.value),
            node=node,
        )
    if isinstance(node, ast.Call):
        return _call(node, names, deeper)
    if isinstance(node, ast.Attribute):
        if (name := dotted(node)) and name.partition(".")[0] in MODULES and name.partition(".")[0] not in names:
            return Term(node.attr, node=node)
        return Term(f".{node.attr}", (_term(node.value, names, deeper),), node=node)
    if isinstance(node, ast.BinOp):
        return Term(_operator(node.op), (_term(node.left, names, deeper), _term(node.right, names, deeper)), node=node)
    if isinstance(node, ast.UnaryOp):
        return _negative(node, names, deeper)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return Term(
            _operator(node.ops[0]),
            (_term(node.left, names, deeper), _term(node.comparators[0], names, deeper)),
            node=node,
        )
    if isinstance(node, ast.comprehension):
        _bind(node.target, Term("item", (_term(node.iter, names, deeper),), node=node.iter), names)
        return Term("loop", tuple(_term(i, names, deeper) for i in node.ifs), node=node)
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        inner = dict(names)
        loops = tuple(_term(g, inner, deeper) for g in node.generators)
        return Term("collect", (*loops, _term(node.elt, inner, deeper)), node=node)
    parts = [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr)]
    if isinstance(node, (ast.Tuple, ast.List, ast.Subscript, ast.Slice, ast.Starred, ast.IfExp, ast.Dict, ast.BoolOp)):
        return Term(
            type(node).__name__.replace("List", "Tuple"), tuple(_term(n, names, deeper) for n in parts), node=node
        )
    raise _TooOdd


def _negative(node: ast.UnaryOp, names: dict[str, Term], depth: int) -> Term:
    inner = _term(node.operand, names, depth)
    if (
        isinstance(node.op, ast.USub)
        and isinstance(node.operand, ast.Constant)
        and isinstance(node.operand.value, (int, float))
    ):
        return Term(repr(-float(node.operand.value)), node=node)
    return Term(_operator(node.op), (inner,), node=node)


def _call(node: ast.Call, names: dict[str, Term], depth: int) -> Term:
    args = [_term(a, names, depth) for a in node.args]
    keys = [(k.arg or "**", _term(k.value, names, depth)) for k in node.keywords]
    name = dotted(node.func)
    if isinstance(node.func, ast.Attribute) and (
        name.partition(".")[0] not in MODULES or name.partition(".")[0] in names
    ):
        args.insert(0, _term(node.func.value, names, depth))
        head = node.func.attr
    elif name and name not in names:
        head = name.rpartition(".")[2]
    else:
        head = "call"
        args.insert(0, _term(node.func, names, depth))
    if head in _BRIDGES and len(args) == 1:
        return args[0]
    return Term(_SAME.get(head, head), tuple(args), tuple(sorted(keys, key=lambda pair: pair[0])), node)

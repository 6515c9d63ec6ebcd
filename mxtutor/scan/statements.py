"""Lowers a file to terms, statement by statement, branch by branch; functions come after the code around them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mxtutor.scan.definitions import Definitions
from mxtutor.scan.scopes import Scope
from mxtutor.scan.terms import NONE, Candidates, Lowered, Unit


class Lowering(Definitions):
    """Lowers one file."""

    def file(self, tree: ast.Module, path: str) -> Lowered:
        """Return a file as terms."""
        self.block(tree.body)
        self.finish(self.module)
        callees: dict[str, list[int]] = {}
        for site in self.sites:
            if site.kind == "call":
                callee = self.terms[self.terms[site.term][1]]
                plain = callee[0] in ("attr", "from", "builtin")
                name = callee[-1] if plain else next(self.last_names(self.terms[site.term][1]), "")
                if name:
                    callees.setdefault(name, []).append(site.term)
        bases: dict[str, list[int]] = {}
        for number, one in enumerate(self.classes):
            for name in dict.fromkeys(name for base in one.bases for name in self.last_names(base)):
                bases.setdefault(name, []).append(number)
        names = dict(self.module.environment)
        unit = Unit(path, self.terms, self.functions, self.classes, names, self.stars, self.appended, self.stored)
        return Lowered(unit, Candidates(self.sites, self.attributes, self.suspects), callees, bases, self.packages)

    def last_names(self, term: int, levels: int = 2) -> Iterator[str]:
        """Yield the last names that a callee or a base may have, as their module writes them."""
        held = self.terms[term]
        kind = held[0]
        if kind in ("attr", "from", "builtin"):
            yield held[-1]
        elif kind == "func":
            yield self.functions[held[1]].name
        elif kind in ("class", "cls"):
            yield self.classes[held[1]].name
        elif kind == "phi" and levels:
            for one in held[1]:
                yield from self.last_names(one, levels - 1)

    def block(self, body: Iterable[ast.stmt]) -> None:
        """Lower statements in order; what follows a return or raise is lowered, too, but changes nothing after it."""
        for statement in body:
            lowering = STATEMENTS.get(statement.__class__)
            if lowering is not None:
                lowering(self, statement)

    def finish(self, scope: Scope) -> None:
        """Lower the bodies of the functions that a scope defines."""
        for inner, body in scope.pending:
            outer, self.scope = self.scope, inner
            self.block(body)
            self.finish(inner)
            self.scope = outer
        scope.pending = []

    def expression(self, node: ast.Expr) -> None:
        if node.value.__class__ is not ast.Constant:
            self.lower(node.value)

    def returned(self, node: ast.Return) -> None:
        value = self._once(node.value) if node.value is not None else NONE
        if self.scope.function >= 0:
            self.functions[self.scope.function].returns.append(value)
        self.scope.ended = True

    def raised(self, node: ast.Raise) -> None:
        if node.exc is not None:
            self._once(node.exc)
        self.scope.ended = True

    def _once(self, node: ast.expr) -> int:
        """Return the term of an expression that ends the loops around it, so that it runs once."""
        loops, self.scope.loops = self.scope.loops, 0
        try:
            return self.lower(node)
        finally:
            self.scope.loops = loops

    def asserted(self, node: ast.Assert) -> None:
        self.test(node.test)
        if node.msg is not None:
            self._once(node.msg)
        self.narrow(node.test)


STATEMENTS: dict[type, Callable[[Any, Any], None]] = {
    ast.Assign: Lowering.assign,
    ast.AnnAssign: Lowering.annotated,
    ast.AugAssign: Lowering.augmented,
    ast.Expr: Lowering.expression,
    ast.Return: Lowering.returned,
    ast.Raise: Lowering.raised,
    ast.Assert: Lowering.asserted,
    ast.Delete: Lowering.deleted,
    ast.Global: Lowering.scoped,
    ast.Nonlocal: Lowering.scoped,
    ast.If: Lowering.branch,
    ast.For: Lowering.loop,
    ast.AsyncFor: Lowering.loop,
    ast.While: Lowering.loop,
    ast.Break: Lowering.left_loop,
    ast.Continue: Lowering.left_loop,
    ast.Try: Lowering.tried,
    ast.With: Lowering.entered,
    ast.AsyncWith: Lowering.entered,
    ast.Match: Lowering.matched,
    ast.Import: Lowering.imported,
    ast.ImportFrom: Lowering.imported_from,
    ast.FunctionDef: Lowering.function,
    ast.AsyncFunctionDef: Lowering.function,
    ast.ClassDef: Lowering.class_,
}
if hasattr(ast, "TryStar"):  # from Python 3.11 on
    STATEMENTS[ast.TryStar] = Lowering.tried
Lowering.expressions = {
    ast.Name: Lowering.name,
    ast.Attribute: Lowering.attribute,
    ast.Call: Lowering.call,
    ast.Constant: Lowering.constant,
    ast.Subscript: Lowering.subscript,
    ast.BinOp: Lowering.binary,
    ast.UnaryOp: Lowering.unary,
    ast.Compare: Lowering.comparison,
    ast.BoolOp: Lowering.choice,
    ast.IfExp: Lowering.conditional,
    ast.Tuple: Lowering.tuple,
    ast.List: Lowering.list,
    ast.Set: Lowering.list,
    ast.Dict: Lowering.dict,
    ast.ListComp: Lowering.comprehension,
    ast.SetComp: Lowering.comprehension,
    ast.GeneratorExp: Lowering.comprehension,
    ast.DictComp: Lowering.comprehension,
    ast.JoinedStr: Lowering.joined,
    ast.Starred: Lowering.starred,
    ast.NamedExpr: Lowering.walrus,
    ast.Await: Lowering.awaited,
    ast.Yield: Lowering.yielded,
    ast.YieldFrom: Lowering.yielded_from,
    ast.Lambda: Lowering.function_expression,
    ast.Slice: Lowering.slice,
}

"""Lowers operators, displays and the other expressions to terms."""

from __future__ import annotations

import ast
from typing import Any

from mxtutor.scan.accesses import Accesses
from mxtutor.scan.lowering import CONSTANT_TERMS
from mxtutor.scan.terms import UNKNOWN

SIGNS = {ast.Div: "/", ast.FloorDiv: "//", ast.Add: "+", ast.Mult: "*", ast.MatMult: "@", ast.Mod: "%"}


class Expressions(Accesses):
    """Lowers expressions besides attributes, calls and indices."""

    # Operators

    def binary(self, node: ast.BinOp) -> int:
        """Return the term of an operator; a chain of additions needs no deep recursion."""
        chain = []
        inner: ast.expr = node
        while isinstance(inner, ast.BinOp):
            chain.append(inner)
            inner = inner.left
        left = self.lower(inner)
        for one in reversed(chain):
            right = self.lower(one.right)
            sign = SIGNS.get(one.op.__class__, "")
            if sign in ("/", "//") and not self.quiet:
                self.suspects.append(("divide", one.lineno, left, right, self.flags()))
            left = self.add(("bin", left, right, sign))
        return left

    def unary(self, node: ast.UnaryOp) -> int:
        """Return the term of a sign or a `not`."""
        value = self.lower(node.operand)
        return CONSTANT_TERMS[bool] if node.op.__class__ is ast.Not else self.add(("unary", value))

    def comparison(self, node: ast.Compare) -> int:
        """Return the term of a comparison; `is` and `in` give a truth value."""
        left = self.lower(node.left)
        terms = [self.lower(right) for right in node.comparators]
        if node.ops[0].__class__ in (ast.Is, ast.IsNot, ast.In, ast.NotIn):
            return CONSTANT_TERMS[bool]
        return self.add(("cmp", left, terms[0]))

    def choice(self, node: ast.BoolOp) -> int:
        """Return the term of `and` or `or`: one of the operands."""
        self.testing += 1
        every = node.op.__class__ is ast.And
        bound: dict[str, int | None] = {}
        terms = []
        for value in node.values:
            terms.append(self.lower(value))
            self.narrow(value, every, bound)
        self.scope.restore(bound)
        self.testing -= 1
        return terms[-1] if every else self.phi(*terms)

    def conditional(self, node: ast.IfExp) -> int:
        """Return the term of `a if test else b`."""
        self.test(node.test)
        terms = []
        for holds, value in ((True, node.body), (False, node.orelse)):
            bound: dict[str, int | None] = {}
            self.narrow(node.test, holds, bound)
            terms.append(self.lower(value))
            self.scope.restore(bound)
        return self.phi(*terms)

    # Displays

    def tuple(self, node: ast.Tuple) -> int:
        """Return the term of a tuple."""
        return self.add(("tuple", tuple([self.lower(part) for part in node.elts])))

    def list(self, node: Any) -> int:
        """Return the term of a list or a set."""
        return self.add(("list", tuple([self.lower(part) for part in node.elts])))

    def dict(self, node: ast.Dict) -> int:
        """Return the term of a dict."""
        items: list[tuple[Any, int]] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                items.append((None, self.add(("elem", self.add(("attr", self.lower(value), "values"))))))
                continue
            literal = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
            if literal is None:
                self.lower(key)
            items.append((literal, self.lower(value)))
        return self.add(("dict", tuple(items)))

    def comprehension(self, node: Any) -> int:
        """Return the term of a comprehension, as a list or a dict with one item."""
        bound: dict[str, int | None] = {}
        self.scope.loops += 1
        for part in node.generators:
            self.bind(part.target, self.add(("elem", self.lower(part.iter))), bound)
            for condition in part.ifs:
                self.test(condition)
                self.narrow(condition, True, bound)
        if node.__class__ is ast.DictComp:
            self.lower(node.key)
            term = self.add(("dict", ((None, self.lower(node.value)),)))
        else:
            term = self.add(("list", (self.lower(node.elt),)))
        self.scope.loops -= 1
        self.scope.restore(bound)
        return term

    def starred(self, node: ast.Starred) -> int:
        """Return the term of `*value`."""
        return self.add(("star", self.lower(node.value)))

    # Others

    def walrus(self, node: ast.NamedExpr) -> int:
        """Return the term of `name := value` and bind the name."""
        value = self.lower(node.value)
        self.bind(node.target, value, None)
        return value

    def awaited(self, node: Any) -> int:
        """Return the term of `await value`."""
        return self.add(("await", self.lower(node.value)))

    def yielded(self, node: ast.Yield) -> int:
        """Note what a function yields."""
        value = self.lower(node.value) if node.value is not None else UNKNOWN
        if self.scope.function >= 0:
            self.functions[self.scope.function].yields.append(value)
        return UNKNOWN

    def yielded_from(self, node: ast.YieldFrom) -> int:
        """Note what a function yields from another iterable."""
        value = self.add(("elem", self.lower(node.value)))
        if self.scope.function >= 0:
            self.functions[self.scope.function].yields.append(value)
        return UNKNOWN

    def constant(self, node: ast.Constant) -> int:
        """Return the term of a literal; inside of an annotation a text is an annotation, too."""
        if self.quiet and node.value.__class__ is str and node.value[:1].isalpha():
            return max(self.annotation(node), UNKNOWN)
        return CONSTANT_TERMS.get(node.value.__class__, UNKNOWN)

    def joined(self, node: ast.JoinedStr) -> int:
        """Lower the expressions in an f-string."""
        for part in node.values:
            if part.__class__ is ast.FormattedValue:
                self.needed(part.value, self.lower(part.value), "shown")
        return CONSTANT_TERMS[str]

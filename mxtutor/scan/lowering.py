"""Lowers the syntax tree of a file to terms: expressions. `statements` lowers statements and keeps the scopes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from mxtutor.scan.scopes import Scope
from mxtutor.scan.terms import (
    CONSTANTS,
    FIRST_TERMS,
    IN_FORWARD,
    IN_LOOP,
    IN_TEST,
    UNKNOWN,
    Class,
    Function,
    Site,
    Term,
)

CONSTANT_TERMS = {
    kind: 1 + CONSTANTS.index(name)
    for kind, name in (
        (type(None), "None"),
        (bool, "bool"),
        (int, "int"),
        (float, "float"),
        (str, "str"),
        (bytes, "bytes"),
        (complex, "complex"),
        (type(...), "ellipsis"),
    )
}
SIGNS = {ast.Div: "/", ast.FloorDiv: "//", ast.Add: "+", ast.Mult: "*", ast.MatMult: "@", ast.Mod: "%"}
LONGEST_ANNOTATION = 400
"""Characters of an annotation in quotes that is read; longer ones are no annotations."""
GROWING = frozenset({"append", "add", "insert", "extend", "update", "appendleft", "setdefault"})
"""Methods that put something into a container."""


class Expressions:
    """Lowers expressions; each method returns the index of a term."""

    def __init__(self) -> None:
        self.terms: list[Term] = list(FIRST_TERMS)
        self.functions: list[Function] = []
        self.classes: list[Class] = []
        self.sites: list[Site] = []
        self.attributes: list[tuple[int, int, int]] = []
        self.suspects: list[tuple[str, int, int, int, int]] = []
        self.appended: dict[int, list[int]] = {}
        self.stored: dict[str, list[int]] = {}
        self.builtins: dict[str, int] = {}
        self.module = Scope(None)
        self.scope = self.module
        self.quiet = 0
        """Above 0 inside of annotations, whose calls are no sites."""
        self.testing = 0
        """Above 0 inside of conditions."""

    def add(self, term: Term) -> int:
        """Add a term and return its index."""
        self.terms.append(term)
        return len(self.terms) - 1

    def lower(self, node: ast.expr) -> int:
        """Return the term of an expression."""
        lowering = _LOWERINGS.get(node.__class__)
        return lowering(self, node) if lowering is not None else UNKNOWN

    def flags(self) -> int:
        """Return the flags of a site at this place."""
        scope = self.scope
        return IN_LOOP * (scope.loops > 0) | IN_FORWARD * scope.forward | IN_TEST * (self.testing > 0)

    def phi(self, *sources: int) -> int:
        """Return a term that is one of several; of equal ones just that one."""
        different = list(dict.fromkeys(sources))
        return different[0] if len(different) == 1 else self.add(("phi", different))

    # Names

    def name(self, node: ast.Name) -> int:
        """Return the term of a name that is read."""
        return self.named(node.id)

    def named(self, name: str) -> int:
        """Return what a name is bound to here; one that is bound nowhere is a builtin or comes from a star import."""
        scope: Scope | None = self.scope
        inside = False
        while scope is not None:
            if not (inside and scope.is_class):
                found = scope.find(name, self.terms)
                if found is not None:
                    return found
            inside = True
            scope = scope.parent
        found = self.builtins.get(name)
        if found is None:
            found = self.builtins[name] = self.add(("builtin", name))
        return found

    # Attributes, calls, indices

    def attribute(self, node: ast.Attribute) -> int:
        """Return the term of an attribute that is read and not called."""
        term = self.add(("attr", self.lower(node.value), node.attr))
        if not self.quiet:
            self.attributes.append((term, node.lineno, node.col_offset))
        return term

    def call(self, node: ast.Call) -> int:
        """Return the term of a call and note its site."""
        function = node.func
        if function.__class__ is ast.Attribute:
            base = self.lower(function.value)
            callee = self.add(("attr", base, function.attr))
            method: str = function.attr
        else:
            callee = self.lower(function)
            base, method = UNKNOWN, ""
        if self.terms[callee] == ("builtin", "super"):
            return self.super_call(node, callee)
        arguments = []
        for argument in node.args:
            if argument.__class__ is ast.Starred:
                arguments.append(self.add(("star", self.lower(argument.value))))
            else:
                arguments.append(self.lower(argument))
        keywords = tuple([(keyword.arg, self.lower(keyword.value)) for keyword in node.keywords])
        if self.quiet:
            return self.add(("call", callee, tuple(arguments), keywords, -1))
        number = len(self.sites)
        term = self.add(("call", callee, tuple(arguments), keywords, number))
        site = Site(
            "call", term, node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0,
            self.flags(), self.scope.function,
        )  # fmt: skip
        self.sites.append(site)
        if method in GROWING and arguments:
            self.grow(base, arguments[-1], method in ("extend", "update"))
        elif method in ("register_buffer", "register_parameter", "add_module", "register_module"):
            self.register(node, base, arguments)
        elif not method and self.terms[callee] == ("builtin", "setattr") and len(arguments) == 3:
            self.register(node, arguments[0], arguments[1:], node.args[1])
        elif not method and self.terms[callee] == ("builtin", "getattr") and len(node.args) >= 2:
            key = node.args[1]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                found = self.add(("attr", arguments[0], key.value))
                return self.phi(found, *arguments[2:3])
        return term

    def super_call(self, node: ast.Call, callee: int) -> int:
        """Return the term of `super()`."""
        for argument in node.args:
            self.lower(argument)
        scope: Scope | None = self.scope
        while scope is not None and scope.owner < 0:
            scope = scope.parent
        return callee if scope is None else self.add(("super", scope.owner))

    def grow(self, base: int, value: int, many: bool) -> None:
        """Note that a container gets a value, or the elements of one."""
        held = self.add(("elem", value)) if many else value
        term = self.terms[base]
        if term[0] == "attr" and self.terms[term[1]][0] == "self":
            self.classes[self.terms[term[1]][1]].appended.setdefault(term[2], []).append(held)
            return
        for _ in range(8):  # loops wrap the container in one phi each
            self.appended.setdefault(base, []).append(held)
            if self.terms[base][0] != "phi":
                break
            base = self.terms[base][1][0]

    def register(self, node: ast.Call, base: int, arguments: list[int], key: ast.expr | None = None) -> None:
        """Note an attribute that a call sets: `register_buffer`, `add_module`, `setattr`."""
        place = key or (node.args[0] if node.args else None)
        value = arguments[1] if len(arguments) > 1 else UNKNOWN
        for keyword in node.keywords:
            if keyword.arg in ("tensor", "param", "module"):
                value = self.lower(keyword.value)
            elif keyword.arg == "name":
                place = keyword.value
        if isinstance(place, ast.Constant) and isinstance(place.value, str):
            self.store_attribute(base, place.value, value)

    def store_attribute(self, base: int, name: str, value: int) -> None:
        """Note that an attribute of an object gets a value."""
        term = self.terms[base]
        if term[0] in ("self", "cls"):
            self.classes[term[1]].attributes.setdefault(name, []).append(value)
        else:
            self.stored.setdefault(name, []).append(value)

    def subscript(self, node: ast.Subscript) -> int:
        """Return the term of an index that is read."""
        base = self.lower(node.value)
        return self.index(base, node)

    def index(self, base: int, node: ast.Subscript) -> int:
        """Return the term of `base[...]`."""
        inner = node.slice
        kind = inner.__class__
        if self.quiet and kind is ast.Constant and isinstance(inner.value, str):  # type: ignore[attr-defined]
            return self.add(("sub", base, "any", self.lower(inner)))
        if kind is ast.Constant and inner.value.__class__ in (int, str):  # type: ignore[attr-defined]
            return self.add(("sub", base, "const", inner.value))  # type: ignore[attr-defined]
        if kind is ast.UnaryOp and isinstance(inner.operand, ast.Constant) and isinstance(inner.operand.value, int):  # type: ignore[attr-defined]
            value = inner.operand.value  # type: ignore[attr-defined]
            return self.add(("sub", base, "const", -value if isinstance(inner.op, ast.USub) else value))  # type: ignore[attr-defined]
        if kind is ast.Slice:
            self.slice(inner)  # type: ignore[arg-type]
            return self.add(("sub", base, "slice", 0))
        if kind is ast.Tuple:
            parts = [self.lower(part) for part in inner.elts]  # type: ignore[attr-defined]
            return self.add(("sub", base, "many", tuple(parts)))
        key = self.lower(inner)
        term = self.add(("sub", base, "any", key))
        if not self.quiet:
            self.suspects.append(("index", node.lineno, base, key, self.flags()))
        return term

    def slice(self, node: ast.Slice) -> int:
        """Lower the limits of a slice; the slice itself has no term."""
        for part in (node.lower, node.upper, node.step):
            if part is not None:
                self.lower(part)
        return UNKNOWN

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
        terms = [self.lower(value) for value in node.values]
        self.testing -= 1
        if node.op.__class__ is ast.And:
            return terms[-1]
        return self.phi(*terms)

    def conditional(self, node: ast.IfExp) -> int:
        """Return the term of `a if test else b`."""
        self.test(node.test)
        return self.phi(self.lower(node.body), self.lower(node.orelse))

    def test(self, node: ast.expr) -> int:
        """Lower a condition."""
        self.testing += 1
        term = self.lower(node)
        self.testing -= 1
        return term

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
                self.lower(part.value)
        return CONSTANT_TERMS[str]

    def annotation(self, node: ast.expr | None) -> int:
        """Return the term of an annotation, also of one in quotes; -1 for none."""
        if node is None:
            return -1
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if len(node.value) > LONGEST_ANNOTATION:
                return -1
            try:
                node = ast.parse(node.value.strip(), mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return -1
        self.quiet += 1
        try:
            return self.lower(node)
        finally:
            self.quiet -= 1

    def function_expression(self, node: ast.Lambda) -> int:
        """Return the term of a lambda; `statements` lowers it."""
        raise NotImplementedError

    def bind(self, target: ast.expr, value: int, bound: Any) -> None:
        """Bind a target; `statements` does it."""
        raise NotImplementedError


def _lambda(lowering: Expressions, node: ast.Lambda) -> int:
    return lowering.function_expression(node)


_LOWERINGS: dict[type, Callable[[Any, Any], int]] = {
    ast.Name: Expressions.name,
    ast.Attribute: Expressions.attribute,
    ast.Call: Expressions.call,
    ast.Constant: Expressions.constant,
    ast.Subscript: Expressions.subscript,
    ast.BinOp: Expressions.binary,
    ast.UnaryOp: Expressions.unary,
    ast.Compare: Expressions.comparison,
    ast.BoolOp: Expressions.choice,
    ast.IfExp: Expressions.conditional,
    ast.Tuple: Expressions.tuple,
    ast.List: Expressions.list,
    ast.Set: Expressions.list,
    ast.Dict: Expressions.dict,
    ast.ListComp: Expressions.comprehension,
    ast.SetComp: Expressions.comprehension,
    ast.GeneratorExp: Expressions.comprehension,
    ast.DictComp: Expressions.comprehension,
    ast.JoinedStr: Expressions.joined,
    ast.Starred: Expressions.starred,
    ast.NamedExpr: Expressions.walrus,
    ast.Await: Expressions.awaited,
    ast.Yield: Expressions.yielded,
    ast.YieldFrom: Expressions.yielded_from,
    ast.Lambda: _lambda,
    ast.Slice: Expressions.slice,
}

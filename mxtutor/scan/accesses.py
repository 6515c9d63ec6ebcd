"""Lowers attributes, calls and indices to terms."""

from __future__ import annotations

import ast
import re

from mxtutor.scan.lowering import Lowerer
from mxtutor.scan.scopes import Scope
from mxtutor.scan.terms import FIRST_TERMS, IN_FORWARD, IN_LOOP, UNKNOWN, Site, Term

GROWING = frozenset({"append", "add", "insert", "extend", "update", "appendleft", "setdefault"})
"""Methods that put something into a container."""

CONVERSIONS = frozenset({"float", "int", "bool"})
"""Builtins that need the value of a tensor."""
WORKERS = frozenset({"num_workers", "collate_fn", "pin_memory", "worker_init_fn"})
"""Keywords of a loader that runs processes, or code of the project in them."""
WORKERS_PLACE = 5
"""The place of `num_workers` among the arguments of a loader."""
LAST_CONSTANT = len(FIRST_TERMS) - 1


def pattern_of(node: ast.expr | None) -> str:
    """Return a name that is made at run time with `*` for what is not known: `conv*` for `f"conv{i}"`; else nothing."""
    found = re.sub(r"\*+", "*", _pattern(node)) if node is not None else ""
    return found if "*" in found and found != "*" else ""


def _pattern(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else "*"
    if isinstance(node, ast.JoinedStr):
        return "".join(_pattern(part) for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _pattern(node.left) + _pattern(node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return re.sub(r"%[\d.]*[a-z]", "*", _pattern(node.left))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return re.sub(r"\{[^}]*\}", "*", _pattern(node.func.value))
    return "*"


def _may_need_workers(node: ast.Call) -> bool:
    """Return whether a call has keywords or arguments of a loader with workers that are not None, False or 0."""
    for keyword in node.keywords:
        empty = isinstance(keyword.value, ast.Constant) and not keyword.value.value
        if (keyword.arg is None or keyword.arg in WORKERS) and not empty:
            return True
    given = node.args[WORKERS_PLACE : WORKERS_PLACE + 3]
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return "Loader" in name and any(not (isinstance(one, ast.Constant) and not one.value) for one in given)


class Accesses(Lowerer):
    """Lowers attributes, calls and indices."""

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
        self.sites.append(Site("call", term, node.lineno, node.col_offset, self.flags(), self.scope.function))
        if method in GROWING and arguments:
            self.grow(base, arguments[-1], method in ("extend", "update"))
        elif method in ("register_buffer", "register_parameter", "add_module", "register_module"):
            self.register(node, base, arguments, keywords=keywords)
        elif not method and self.terms[callee][0] == "builtin":
            return self.builtin_call(node, self.terms[callee][1], arguments, term)
        elif self.terms[callee][-1] == "import_module":
            return self.imported_by_call(node, term)
        if (keywords or len(arguments) > WORKERS_PLACE) and _may_need_workers(node):
            kept = next((value for name, value in keywords if name is None), UNKNOWN)
            self.suspects.append(("loader", node.lineno, callee, kept, self.flags()))
        return term

    def builtin_call(self, node: ast.Call, name: str, arguments: list[int], term: int) -> int:
        """Note what a call of a builtin does: it sets or reads an attribute, or needs the value of its argument."""
        if name == "setattr" and len(arguments) == 3:
            self.register(node, arguments[0], arguments[1:], node.args[1])
        elif name == "getattr" and len(arguments) >= 2:
            key = node.args[1]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                found = self.add(("attr", arguments[0], key.value))
                return self.phi(found, *arguments[2:3])
            if name := self.made_name(key):
                return self.add(("attr", arguments[0], name))
        elif name == "__import__":
            return self.imported_by_call(node, term)
        elif name in CONVERSIONS and arguments:
            self.needed(node, arguments[0])
        elif name == "print":
            for argument in arguments[:8]:
                self.needed(node, argument, "shown")
        return term

    def imported_by_call(self, node: ast.Call, term: int) -> int:
        """Return the module that `import_module("name")` or `__import__("name")` gives; the call if none is written."""
        first = node.args[0] if node.args else None
        name = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
        if not name or name.startswith("."):
            return term
        root = name.partition(".")[0]
        self.packages.add(root)
        return self.add(("import", root if isinstance(node.func, ast.Name) and node.func.id == "__import__" else name))

    def needed(self, node: ast.expr, term: int, kind: str = "value") -> None:
        """Note that Python needs the value of a term, or shows it: in a loop or in `forward` this matters."""
        flags = self.flags()
        if flags & (IN_LOOP | IN_FORWARD) and term > LAST_CONSTANT:
            self.suspects.append((kind, node.lineno, term, UNKNOWN, flags))

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
        if term[0] == "attr" and (owner := self.before_loops(term[1]))[0] == "self":
            self.classes[owner[1]].appended.setdefault(term[2], []).append(held)
            return
        for _ in range(8):  # loops wrap the container in one phi each
            self.appended.setdefault(base, []).append(held)
            if self.terms[base][0] != "phi":
                break
            base = self.terms[base][1][0]

    def register(
        self, node: ast.Call, base: int, arguments: list[int], key: ast.expr | None = None,
        keywords: tuple[tuple[str | None, int], ...] = (),
    ) -> None:  # fmt: skip
        """Note an attribute that a call sets: `register_buffer`, `add_module`, `setattr`."""
        place = key or (node.args[0] if node.args else None)
        value = arguments[1] if len(arguments) > 1 else UNKNOWN
        for (name, term), keyword in zip(keywords, node.keywords, strict=False):
            if name == "name":
                place = keyword.value
            elif name not in (None, "persistent"):  # the project's own method may call the value what it likes
                value = term
        if isinstance(place, ast.Constant) and isinstance(place.value, str):
            self.store_attribute(base, place.value, value)
        elif self.before_loops(base)[0] == "self" and (made := self.made_name(place)):
            self.store_attribute(base, made, value)

    def made_name(self, node: ast.expr | None) -> str:
        """Return a name that is made at run time, with `*` for what is not known; empty if nothing is."""
        return self.texts.get((self.scope.function, node.id), "") if isinstance(node, ast.Name) else pattern_of(node)

    def before_loops(self, number: int) -> Term:
        """Return a term; of a name inside of loops, what it is bound to before them."""
        term = self.terms[number]
        while term[0] == "phi" and len(term[1]) == 1:
            term = self.terms[term[1][0]]
        return term

    def store_attribute(self, base: int, name: str, value: int) -> None:
        """Note that an attribute of an object gets a value."""
        term = self.before_loops(base)
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
            if not self.quiet:
                self.suspects += [
                    ("index", node.lineno, base, part, self.flags()) for part in parts if part > LAST_CONSTANT
                ]
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

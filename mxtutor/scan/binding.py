"""Lowers assignments: what names, attributes and indices are bound to."""

from __future__ import annotations

import ast

from mxtutor.scan.accesses import pattern_of
from mxtutor.scan.expressions import Expressions
from mxtutor.scan.terms import NONE, UNKNOWN


class Binding(Expressions):
    """Binds targets to terms."""

    def bind(self, target: ast.expr, value: int, bound: dict[str, int | None] | None) -> None:
        """Bind a target to a term; `bound`, if given, gets the earlier terms of the names."""
        kind = target.__class__
        if kind is ast.Name:
            self.bind_name(target.id, value, bound)  # type: ignore[attr-defined]
        elif kind is ast.Attribute:
            base = self.lower(target.value)  # type: ignore[attr-defined]
            self.store_attribute(base, target.attr, value)  # type: ignore[attr-defined]
        elif kind is ast.Subscript:
            self.bind_index(target, value)  # type: ignore[arg-type]
        elif kind in (ast.Tuple, ast.List):
            self.unpack(target.elts, value, bound)  # type: ignore[attr-defined]
        elif kind is ast.Starred:
            self.bind(target.value, self.add(("list", (self.add(("elem", value)),))), bound)  # type: ignore[attr-defined]

    def bind_name(self, name: str, value: int, bound: dict[str, int | None] | None = None) -> None:
        """Bind a name in this scope, or in the one that `global` or `nonlocal` names."""
        scope = self.scope
        if bound is not None and name not in bound:
            bound[name] = scope.environment.get(name)
        other = scope.nonlocals.get(name)
        if other is None:
            scope.environment[name] = value
            if scope.is_class and scope.owner >= 0:
                self.classes[scope.owner].attributes.setdefault(name, []).append(value)
        else:
            before = other.environment.get(name)
            other.environment[name] = value if before is None else self.phi(before, value)

    def unpack(self, targets: list[ast.expr], value: int, bound: dict[str, int | None] | None) -> None:
        """Bind the targets of an unpacking."""
        held = self.terms[value]
        exact = held[0] == "tuple" and len(held[1]) == len(targets)
        starred = next((i for i, one in enumerate(targets) if isinstance(one, ast.Starred)), None)
        for place, target in enumerate(targets):
            if starred is not None and place >= starred:
                if place == starred:
                    term = self.add(("list", (self.add(("elem", value)),)))
                    self.bind(target.value, term, bound)  # type: ignore[attr-defined]
                    continue
                self.bind(target, self.add(("unpack", value, place - len(targets), True)), bound)
            elif exact:
                self.bind(target, held[1][place], bound)
            else:
                self.bind(target, self.add(("unpack", value, place, starred is not None)), bound)

    def bind_index(self, target: ast.Subscript, value: int) -> None:
        """Note a value that is stored under an index."""
        base = self.lower(target.value)
        term = self.terms[self.index(base, target)]
        key = term[3] if term[2] == "any" else UNKNOWN
        if term[2] == "any" and self.suspects and self.suspects[-1][0] == "index":
            self.suspects.pop()  # it is a write, not a read
        self.suspects.append(("store", target.lineno, base, key, self.flags()))
        self.grow(base, value, False)

    # Types

    def narrow(self, test: ast.expr, holds: bool = True, bound: dict[str, int | None] | None = None) -> None:
        """Bind names to the types that a condition gives them if it holds, or if it does not."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.narrow(test.operand, not holds, bound)
        elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And if holds else ast.Or):
            for value in test.values:
                self.narrow(value, holds, bound)
        elif holds and isinstance(test, ast.Call) and test.args and isinstance(test.args[0], ast.Name):
            self._narrow_name(test, test.args[0].id, bound)

    def _narrow_name(self, test: ast.Call, name: str, bound: dict[str, int | None] | None) -> None:
        if test.keywords or name in self.scope.nonlocals:
            return
        before = self.scope.find(name, self.terms)
        if before is None:
            return
        self.quiet += 1
        if isinstance(test.func, ast.Name) and test.func.id == "isinstance" and len(test.args) == 2:
            self.bind_name(name, self.add(("narrow", before, self.lower(test.args[1]))), bound)
        elif isinstance(test.func, ast.Attribute) and test.func.attr == "is_tensor":
            base = self.lower(test.func.value)
            self.bind_name(name, self.add(("narrow", before, self.add(("attr", base, "Tensor")))), bound)
        self.quiet -= 1

    # Assignments

    def assign(self, node: ast.Assign) -> None:
        value = self.lower(node.value)
        for target in node.targets:
            self.bind(target, value, None)
            if node.value.__class__ in (ast.JoinedStr, ast.BinOp) and isinstance(target, ast.Name):
                self.texts[self.scope.function, target.id] = pattern_of(node.value)

    def annotated(self, node: ast.AnnAssign) -> None:
        hint = self.annotation(node.annotation)
        kind = self.add(("ann", hint)) if hint >= 0 else UNKNOWN
        value = self.lower(node.value) if node.value is not None else None
        scope = self.scope
        if scope.is_class and isinstance(node.target, ast.Name) and scope.owner >= 0:
            self.classes[scope.owner].annotations[node.target.id] = hint
        if value is None:
            before = scope.environment.get(node.target.id, NONE) if isinstance(node.target, ast.Name) else NONE
            if before != NONE and not scope.is_class:
                return
            self.bind(node.target, kind, None)
            return
        if value > NONE and hint >= 0 and self._needs_hint(value):
            value = self.add(("hint", value, hint))
        self.bind(node.target, value if value > NONE else kind, None)

    def _needs_hint(self, term: int) -> bool:
        """Return whether a value may say less than its annotation: a call, an attribute, an empty container."""
        held = self.terms[term]
        return held[0] in ("call", "attr", "sub", "elem") or (held[0] in ("list", "dict") and not held[1])

    def augmented(self, node: ast.AugAssign) -> None:
        value = self.lower(node.value)
        target = node.target
        if isinstance(target, ast.Name):
            before = self.named(target.id)
        elif isinstance(target, ast.Attribute):
            before = self.add(("attr", self.lower(target.value), target.attr))
        else:
            base = self.lower(target.value)
            before = self.index(base, target)
            if self.suspects and self.suspects[-1][0] == "index":
                self.suspects.pop()
        sign = "/" if isinstance(node.op, (ast.Div, ast.FloorDiv)) else "+"
        self.suspects.append(("augment", node.lineno, before, value, self.flags()))
        term = self.add(("bin", before, value, sign))
        if isinstance(target, ast.Name):
            self.bind_name(target.id, term)
        elif isinstance(target, ast.Attribute):
            self.store_attribute(self.terms[before][1], target.attr, term)

    def deleted(self, node: ast.Delete) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Name):
                self.lower(target)

    def scoped(self, node: ast.Global | ast.Nonlocal) -> None:
        for name in node.names:
            if isinstance(node, ast.Global):
                self.scope.nonlocals[name] = self.module
                continue
            scope = self.scope.parent
            while scope is not None and (scope.is_class or name not in scope.environment):
                scope = scope.parent
            if scope is not None:
                self.scope.nonlocals[name] = scope

"""Lowers branches and loops: what a name is bound to after them is one of several terms."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from mxtutor.scan.binding import Binding
from mxtutor.scan.scopes import Environment
from mxtutor.scan.terms import UNKNOWN


class Branches(Binding):
    """Lowers statements that hold others."""

    def branches(self, bodies: list[Callable[[], None]]) -> None:
        """Lower bodies of which one runs, and merge what they bind."""
        scope = self.scope
        before = scope.environment
        ends = []
        for body in bodies:
            scope.environment, scope.ended = before.branch(), False
            body()
            if not scope.ended:
                ends.append(scope.environment)
        scope.ended = not ends
        scope.environment = self.merged(ends) if ends else before

    def merged(self, ends: list[Environment]) -> Environment:
        """Return the environment after branches that end here."""
        first = ends[0]
        for other in ends[1:]:
            if first is other:
                continue
            for name, term in other.items():
                mine = first.get(name)
                if mine is None:
                    first[name] = term
                elif mine != term:
                    first[name] = self.phi(mine, term)
        return first

    def branch(self, node: ast.If) -> None:
        chain: list[ast.If] = [node]
        while len(chain[-1].orelse) == 1 and isinstance(chain[-1].orelse[0], ast.If):
            chain.append(chain[-1].orelse[0])
        bodies: list[Callable[[], None]] = []
        for one in chain:
            term = self.test(one.test)
            self.suspects.append(("branch", one.lineno, term, UNKNOWN, self.flags()))
            bodies.append(partial(self.narrowed, one))
        bodies.append(partial(self.otherwise, chain))
        self.branches(bodies)

    def otherwise(self, chain: list[ast.If]) -> None:
        """Lower the body that runs if no condition of a chain holds."""
        for one in chain:
            self.narrow(one.test, holds=False)
        self.block(chain[-1].orelse)

    def narrowed(self, node: ast.If) -> None:
        """Lower the body of a branch with what its condition tells."""
        self.narrow(node.test)
        self.block(node.body)

    def loop(self, node: Any) -> None:
        """Lower a loop; what it binds is also there at its start."""
        scope = self.scope
        if isinstance(node, ast.While):
            target = None
            source = UNKNOWN
        else:
            source = self.lower(node.iter)
            target = self.add(("elem", source))
            self.suspects.append(("loop", node.lineno, source, UNKNOWN, self.flags()))
        before = scope.environment
        scope.environment = Environment(outer=before)
        phis = scope.environment.phis
        scope.loops += 1
        scope.exits.append([])
        if target is not None:
            self.bind(node.target, target, None)
        else:
            term = self.test(node.test)
            self.suspects.append(("branch", node.lineno, term, UNKNOWN, self.flags()))
        self.block(node.body)
        ends = scope.exits.pop()
        if not scope.ended:
            ends.append(scope.environment)
        scope.loops -= 1
        scope.ended = False
        scope.environment = self.after_loop(before, ends, phis)
        self.block(node.orelse)

    def after_loop(self, before: Environment, ends: list[Environment], phis: dict[str, int]) -> Environment:
        """Close the phis of a loop and return the environment after it."""
        for end in ends:
            for name, term in end.items():
                phi = phis.get(name)
                if phi is None:
                    earlier = before.find(name, self.terms)
                    before[name] = term if earlier is None else self.phi(earlier, term)
                elif phi != term:
                    self.terms[phi][1].append(term)
                    before[name] = self.phi(phi, term)
                elif before.get(name) is None or name not in before:
                    before[name] = phi
        for name, phi in phis.items():
            if before.get(name) == self.terms[phi][1][0] and len(self.terms[phi][1]) > 1:
                before[name] = phi
        return before

    def left_loop(self, _node: ast.stmt) -> None:
        scope = self.scope
        if scope.exits:
            scope.exits[-1].append(scope.environment.branch())
        scope.ended = True

    def tried(self, node: Any) -> None:
        def body() -> None:
            self.block(node.body)
            self.block(node.orelse)

        def handler(one: ast.ExceptHandler) -> None:
            if one.type is not None:
                self.lower(one.type)
            if one.name:
                self.bind_name(one.name, UNKNOWN)
            self.block(one.body)

        self.branches([body, *(partial(handler, one) for one in node.handlers)])
        ended = self.scope.ended
        self.block(node.finalbody)
        self.scope.ended = self.scope.ended or ended

    def entered(self, node: Any) -> None:
        for item in node.items:
            value = self.lower(item.context_expr)
            if item.optional_vars is not None:
                self.bind(item.optional_vars, self.add(("enter", value)), None)
        self.block(node.body)

    def matched(self, node: ast.Match) -> None:
        subject = self.lower(node.subject)

        def case(one: ast.match_case) -> None:
            self.pattern(one.pattern, subject)
            inner = one.pattern.pattern if isinstance(one.pattern, ast.MatchAs) else one.pattern
            if isinstance(node.subject, ast.Name) and isinstance(inner, ast.MatchClass):
                self.bind_name(node.subject.id, self.add(("narrow", subject, self.lower(inner.cls))))
            if one.guard is not None:
                self.test(one.guard)
            self.block(one.body)

        self.branches([*(partial(case, one) for one in node.cases), lambda: None])

    def pattern(self, node: ast.pattern, subject: int) -> None:
        """Bind the names of a pattern."""
        if isinstance(node, ast.MatchAs):
            if node.pattern is not None:
                self.pattern(node.pattern, subject)
            if node.name:
                if isinstance(node.pattern, ast.MatchClass):
                    subject = self.add(("narrow", subject, self.lower(node.pattern.cls)))
                self.bind_name(node.name, subject)
        elif isinstance(node, ast.MatchClass):
            narrowed = self.add(("narrow", subject, self.lower(node.cls)))
            for place, one in enumerate(node.patterns):
                self.pattern(one, self.add(("unpack", narrowed, place, False)))
            for name, one in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
                self.pattern(one, self.add(("attr", narrowed, name)))
        elif isinstance(node, ast.MatchSequence):
            for place, one in enumerate(node.patterns):
                self.pattern(one, self.add(("unpack", subject, place, False)))
        elif isinstance(node, ast.MatchMapping):
            for one in node.patterns:
                self.pattern(one, self.add(("elem", self.add(("attr", subject, "values")))))
        elif isinstance(node, ast.MatchOr):
            for one in node.patterns:
                self.pattern(one, subject)
        elif isinstance(node, ast.MatchStar) and node.name:
            self.bind_name(node.name, self.add(("list", (self.add(("elem", subject)),))))

"""Lowers the statements of a file to terms, branch by branch; functions come after the code around them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from mxtutor.scan.lowering import Expressions
from mxtutor.scan.scopes import Environment, Scope
from mxtutor.scan.terms import IN_FORWARD, NONE, UNKNOWN, Class, Function, Site, Unit

PROPERTIES = ("property", "cached_property", "lazy_property")


class Lowering(Expressions):
    """Lowers one file."""

    def unit(self, tree: ast.Module, module: str, lines: int) -> Unit:
        """Return a file as terms."""
        self.stars: list[tuple[str, int]] = []
        self.block(tree.body)
        self.finish(self.module)
        unit = Unit(
            module, self.terms, self.functions, self.classes, dict(self.module.environment), self.stars, self.sites,
            self.attributes, self.suspects, self.appended, self.stored, lines,
        )  # fmt: skip
        for site in unit.sites:
            if site.kind == "call" and (name := self.callee_name(self.terms[site.term][1])):
                unit.callees.setdefault(name, []).append(site.term)
        return unit

    def callee_name(self, term: int) -> str:
        """Return the last name of a callee, as its module writes it; empty for other expressions."""
        held = self.terms[term]
        for _ in range(3):
            if held[0] in ("attr", "from", "builtin"):
                return str(held[-1])
            if held[0] == "func":
                return self.functions[held[1]].name
            if held[0] in ("class", "cls"):
                return self.classes[held[1]].name
            if held[0] != "phi":
                return ""
            held = self.terms[held[1][0]]
        return ""

    def block(self, body: Iterable[ast.stmt]) -> None:
        """Lower statements in order; what follows a return or raise is lowered, too, but changes nothing after it."""
        for statement in body:
            lowering = _STATEMENTS.get(statement.__class__)
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

    # Binding

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

    # Assignments

    def assign(self, node: ast.Assign) -> None:
        value = self.lower(node.value)
        for target in node.targets:
            self.bind(target, value, None)

    def annotated(self, node: ast.AnnAssign) -> None:
        hint = self.annotation(node.annotation)
        kind = self.add(("ann", hint)) if hint >= 0 else UNKNOWN
        value = self.lower(node.value) if node.value is not None else None
        scope = self.scope
        if scope.is_class and isinstance(node.target, ast.Name) and scope.owner >= 0:
            self.classes[scope.owner].annotations[node.target.id] = hint
        if value is None:
            if isinstance(node.target, ast.Name) and not scope.is_class and node.target.id in scope.environment:
                return
            self.bind(node.target, kind, None)
            return
        self.bind(node.target, value if value > NONE else kind, None)

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

    def expression(self, node: ast.Expr) -> None:
        if node.value.__class__ is not ast.Constant:
            self.lower(node.value)

    def returned(self, node: ast.Return) -> None:
        value = self.lower(node.value) if node.value is not None else NONE
        if self.scope.function >= 0:
            self.functions[self.scope.function].returns.append(value)
        self.scope.ended = True

    def raised(self, node: ast.Raise) -> None:
        if node.exc is not None:
            self.lower(node.exc)
        self.scope.ended = True

    def asserted(self, node: ast.Assert) -> None:
        self.test(node.test)
        if node.msg is not None:
            self.lower(node.msg)
        self.narrow(node.test)

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

    # Branches

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
        bodies.append(lambda: self.block(chain[-1].orelse))
        self.branches(bodies)

    def narrowed(self, node: ast.If) -> None:
        """Lower the body of a branch with what its condition tells."""
        self.narrow(node.test)
        self.block(node.body)

    def narrow(self, test: ast.expr) -> None:
        """Bind a name to the type that a condition gives it."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            for value in test.values:
                self.narrow(value)
        if not (isinstance(test, ast.Call) and test.args and isinstance(test.args[0], ast.Name) and not test.keywords):
            return
        name = test.args[0].id
        before = self.scope.find(name, self.terms)
        if before is None:
            return
        self.quiet += 1
        if isinstance(test.func, ast.Name) and test.func.id == "isinstance" and len(test.args) == 2:
            self.bind_name(name, self.add(("narrow", before, self.lower(test.args[1]))))
        elif isinstance(test.func, ast.Attribute) and test.func.attr == "is_tensor":
            base = self.lower(test.func.value)
            self.bind_name(name, self.add(("narrow", before, self.add(("attr", base, "Tensor")))))
        self.quiet -= 1

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

    # Imports

    def imported(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.asname:
                self.bind_name(alias.asname, self.add(("import", alias.name)))
            else:
                self.bind_name(alias.name.partition(".")[0], self.add(("import", alias.name.partition(".")[0])))

    def imported_from(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name == "*":
                self.stars.append((node.module or "", node.level))
            else:
                term = self.add(("from", node.module or "", node.level, alias.name))
                self.bind_name(alias.asname or alias.name, term)

    # Definitions

    def function(self, node: Any) -> None:
        """Lower the head of a function now and its body after the code around it."""
        decorators = [self.decorator(one) for one in node.decorator_list]
        names = {_last_name(one) for one in node.decorator_list}
        owner = self.scope.owner if self.scope.is_class else -1
        kind = "method" if owner >= 0 else "function"
        if "staticmethod" in names:
            kind = "static"
        elif "classmethod" in names or (
            owner >= 0 and node.name in ("__new__", "__init_subclass__", "__class_getitem__")
        ):
            kind = "class"
        elif names & set(PROPERTIES):
            kind = "property"
        number = self.defined(node.name, owner, kind, node.args)
        function = self.functions[number]
        function.annotation = self.annotation(node.returns)
        function.decorators = decorators
        scope = Scope(self.scope, function=number, owner=owner)
        scope.forward = scope.forward or (owner >= 0 and node.name == "forward")
        self.bind_parameters(scope, number, kind if owner >= 0 else "function")
        self.scope.pending.append((scope, node.body))
        if owner >= 0 and names & {"setter", "deleter"}:
            return
        term = self.add(("func", number))
        if owner >= 0:
            self.classes[owner].methods.setdefault(node.name, []).append(number)
            self.scope.environment[node.name] = term
        else:
            earlier = self.scope.environment.get(node.name)
            redefined = earlier is not None and self.terms[earlier][0] == "func" and self.scope.function < 0
            self.bind_name(node.name, term if earlier is None or redefined else self.phi(earlier, term))

    def decorator(self, node: ast.expr) -> int:
        """Return the term of a decorator; one that is not a call is a site."""
        term = self.lower(node)
        if not isinstance(node, ast.Call):
            self.note("decorator", node, term)
        return term

    def note(self, kind: str, node: ast.expr, term: int) -> None:
        """Note the site of a base class or a decorator."""
        site = Site(
            kind, term, node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0,
            self.flags() & ~IN_FORWARD, self.scope.function,
        )  # fmt: skip
        self.sites.append(site)

    def defined(self, name: str, owner: int, kind: str, arguments: ast.arguments) -> int:
        """Add a function with its parameters and return its number."""
        plain = [*arguments.posonlyargs, *arguments.args]
        defaults = [-1] * (len(plain) - len(arguments.defaults)) + [self.lower(one) for one in arguments.defaults]
        parameters = [
            (one.arg, "plain", default, self.annotation(one.annotation))
            for one, default in zip(plain, defaults, strict=True)
        ]
        if arguments.vararg is not None:
            parameters.append((arguments.vararg.arg, "star", -1, self.annotation(arguments.vararg.annotation)))
        for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            value = self.lower(default) if default is not None else -1
            parameters.append((one.arg, "keyword", value, self.annotation(one.annotation)))
        if arguments.kwarg is not None:
            parameters.append((arguments.kwarg.arg, "stars", -1, self.annotation(arguments.kwarg.annotation)))
        self.functions.append(Function(name, owner, kind, parameters))
        return len(self.functions) - 1

    def bind_parameters(self, scope: Scope, number: int, kind: str) -> None:
        """Bind the parameters of a function in its scope."""
        function = self.functions[number]
        for place, (name, *_) in enumerate(function.parameters):
            first = place == 0 and function.parameters[0][1] == "plain"
            if first and kind in ("method", "property"):
                term = self.add(("self", function.owner))
            elif first and kind == "class":
                term = self.add(("cls", function.owner))
            else:
                term = self.add(("param", number, place))
            scope.environment[name] = term

    def function_expression(self, node: ast.Lambda) -> int:
        """Return the term of a lambda; its body is lowered at once, because it sees the names of this place."""
        number = self.defined("<lambda>", -1, "function", node.args)
        scope = Scope(self.scope, function=number)
        self.bind_parameters(scope, number, "function")
        outer, self.scope = self.scope, scope
        self.functions[number].returns.append(self.lower(node.body))
        self.scope = outer
        return self.add(("func", number))

    def class_(self, node: ast.ClassDef) -> None:
        """Lower the body of a class; its methods come with the functions of the code around it."""
        decorators = [self.decorator(one) for one in node.decorator_list]
        bases = []
        for base in node.bases:
            term = self.lower(base)
            bases.append(term)
            if not isinstance(base, ast.Call):
                self.note("base", base.value if isinstance(base, ast.Subscript) else base, term)
        for keyword in node.keywords:
            self.lower(keyword.value)
        number = len(self.classes)
        self.classes.append(Class(node.name, bases, node.lineno, decorators=decorators))
        self.bind_name(node.name, self.add(("class", number)))
        scope = Scope(self.scope, is_class=True, owner=number)
        outer, self.scope = self.scope, scope
        self.block(node.body)
        self.scope = outer
        outer.pending.extend(scope.pending)


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


_STATEMENTS: dict[type, Callable[[Any, Any], None]] = {
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
    _STATEMENTS[ast.TryStar] = Lowering.tried

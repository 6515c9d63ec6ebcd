"""Lowers imports, functions and classes."""

from __future__ import annotations

import ast
from typing import Any

from mxtutor.scan.branches import Branches
from mxtutor.scan.scopes import Scope
from mxtutor.scan.terms import IN_FORWARD, Class, Function, Site

PROPERTIES = ("property", "cached_property", "lazy_property")


class Definitions(Branches):
    """Lowers what binds a name to a module, a function or a class."""

    # Imports

    def imported(self, node: ast.Import) -> None:
        for alias in node.names:
            self.imports(alias.name.partition(".")[0])
            if alias.asname:
                self.bind_name(alias.asname, self.add(("import", alias.name)))
            else:
                self.bind_name(alias.name.partition(".")[0], self.add(("import", alias.name.partition(".")[0])))

    def imports(self, package: str) -> None:
        """Note that this place imports a package."""
        self.packages.add(package)
        if self.scope.owner >= 0:
            self.classes[self.scope.owner].packages.append(package)

    def imported_from(self, node: ast.ImportFrom) -> None:
        if not node.level:
            self.imports((node.module or "").partition(".")[0])
        for alias in node.names:
            if alias.name == "*":
                self.stars.append((node.module or "", node.level))
            else:
                term = self.add(("from", node.module or "", node.level, alias.name))
                self.bind_name(alias.asname or alias.name, term)

    # Definitions

    def function(self, node: Any) -> None:
        """Lower the head of a function now and its body after the code around it."""
        for decorator in node.decorator_list:
            self.decorator(decorator)
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

    def decorator(self, node: ast.expr) -> None:
        """Lower a decorator; one that is not a call is a site."""
        term = self.lower(node)
        if not isinstance(node, ast.Call):
            self.note("decorator", node, term)

    def note(self, kind: str, node: ast.expr, term: int) -> None:
        """Note the site of a base class or a decorator."""
        flags = self.flags() & ~IN_FORWARD
        self.sites.append(Site(kind, term, node.lineno, node.col_offset, flags, self.scope.function))

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
        for decorator in node.decorator_list:
            self.decorator(decorator)
        bases = []
        for base in node.bases:
            term = self.lower(base)
            bases.append(term)
            if not isinstance(base, ast.Call):
                self.note("base", base.value if isinstance(base, ast.Subscript) else base, term)
        for keyword in node.keywords:
            self.lower(keyword.value)
        number = len(self.classes)
        self.classes.append(Class(node.name, bases))
        self.bind_name(node.name, self.add(("class", number)))
        scope = Scope(self.scope, is_class=True, owner=number)
        outer, self.scope = self.scope, scope
        self.block(node.body)
        self.scope = outer
        outer.pending.extend(scope.pending)
        scope.pending = []  # else the scopes and the trees would keep each other


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""

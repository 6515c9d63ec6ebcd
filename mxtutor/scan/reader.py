"""Reads one file: follows its names from statement to statement, and hands what it calls to the naming of sites.

A file is read twice. The first round finds out what its functions return, what calls pass to their parameters and what
objects hold in their attributes, from this file alone; the second one names its sites. Of a module that another file
imports, the first round is enough: calls into the project's other files are followed in the second round only, so that
what is known of a module is what its own file says.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mxtutor.scan.annotations import described
from mxtutor.scan.calls import bound, called, operated
from mxtutor.scan.evidence import Evidence
from mxtutor.scan.library import MODULE, ROOTS, load_library
from mxtutor.scan.naming import Sites
from mxtutor.scan.objects import CONTEXT, attribute, elements, item, library_bases
from mxtutor.scan.scopes import PROPERTIES, CallSite, Class, Definition, Function, Scope, last_name, parameters_of
from mxtutor.scan.values import (
    LIKE,
    NOTHING,
    TENSOR,
    Atom,
    Value,
    has_tensor,
    instance,
    join,
    kind_of,
    mapping,
    sequence,
    tensor,
    tuple_of,
    useful,
)

if TYPE_CHECKING:
    from mxtutor.scan.project import Project

BUILTINS = frozenset(dir(builtins))
NOT_TENSOR = frozenset(
    "items keys append extend get pop insert update startswith endswith format read write step".split()
)
"""Attributes of an argument of `forward` that is not a tensor."""
MOST_INSIDE = 40
"""Maximum depth of functions that are read because their callers need the results."""


class Reader:
    def __init__(self, path: str, tree: ast.Module, project: Project) -> None:
        self.path = path
        self.tree = tree
        self.project = project
        self.library = load_library()
        self.sites = Sites(self)
        self.recording = False
        """Whether this is the second round."""
        self.explored = False
        self.quiet = 0
        """Above 0, nothing is recorded: the code that runs is recorded at another time."""
        self.scope = self.module = Scope(None)
        self.functions: dict[ast.AST, Function] = {}
        self.classes: dict[ast.AST, Class] = {}
        self.stored: dict[str, Value] = {}
        """What attributes of other objects than `self` get, by name."""
        self.stars: list[tuple[str, int]] = []
        self._known: dict[Any, Value] = {}

    @cached_property
    def evidence(self) -> Evidence:
        return Evidence(self, self.tree)

    def read(self) -> None:
        """Name the sites of the file."""
        self.explore()
        self.recording = True
        self.run_module()
        self._finish(self.module)

    def run_module(self) -> None:
        """Run the code of the module, without its functions."""
        self.scope = self.module = Scope(None)
        self._block(self.tree.body)

    def explore(self) -> None:
        """Run the functions of the file for the first time."""
        if not self.explored:
            self.explored = True
            self._finish(self.module)

    # Names

    def lookup(self, name: str) -> Value:
        for scope in self.scope.around():
            if name in scope.names and (not scope.is_class or scope is self.scope):
                found = scope.names[name]
                return found if found and found != (NOTHING,) else self._used(scope, name) or found
        return self._star_name(name) or ((("ext", f"builtins.{name}"),) if name in BUILTINS else ())

    def _used(self, scope: Scope, name: str) -> Value:
        """Return what the use of a name shows that is bound to something unknown."""
        root = _outermost(scope.function)
        return self._once((root, name), lambda: self.evidence.of_name(root, name))

    def lookup_global(self, name: str) -> Value:
        """Return a global name of the module as another file sees it."""
        found = self.module.names.get(name, ())
        return found or self._star_name(name)

    def uses_of(self, name: str) -> set[str]:
        """Return the attributes that are read on a name here."""
        return self.evidence.uses_of(_outermost(self.scope.function), name)

    def _once(self, key: Any, ask: Callable[[], Value]) -> Value:
        """Return the result of `ask`, which is called once for each key; empty while it runs."""
        if key not in self._known:
            self._known[key] = ()
            self._known[key] = ask()
        return self._known[key]

    def _star_name(self, name: str) -> Value:
        for module, level in reversed(self.stars):
            for atom in self._module_value(module, level):
                if atom[0] == "module" and (found := self.project.name_in(atom[1], name)):
                    return found
                if atom[0] == "lib" and self.library.has(f"{atom[1]}.{name}"):
                    return (("lib", self.library.canonical(f"{atom[1]}.{name}")),)
        return ()

    def is_imported(self, node: ast.expr) -> bool:
        """Return whether an expression is a path that begins with a name which only imports bind."""
        while isinstance(node, ast.Attribute):
            node = node.value
        if not isinstance(node, ast.Name):
            return False
        scope = self.scope.holder(node.id)
        if scope is None:
            return node.id in self.module.imported - self.module.rebound or bool(self.stars)
        return node.id in scope.imported and node.id not in scope.rebound

    def bind(self, target: ast.expr, value: Value, origin: ast.expr | None = None) -> None:
        """Bind a target to a value; the origin is the expression that gives it."""
        kind = target.__class__
        if kind is ast.Name:
            self.bind_name(target.id, value, origin)  # type: ignore[attr-defined]
        elif kind is ast.Attribute:
            base = self.value(target.value)  # type: ignore[attr-defined]
            self.store(base, target.attr, value)  # type: ignore[attr-defined]
        elif kind is ast.Subscript:
            base = self.value(target.value)  # type: ignore[attr-defined]
            key = self.value(target.slice)  # type: ignore[attr-defined]
            if self.is_recording:
                self.sites.patterns.written(target, base, key)  # type: ignore[arg-type]
        elif kind in (ast.Tuple, ast.List):
            self._unpack(target.elts, value)  # type: ignore[attr-defined]
        elif kind is ast.Starred:
            self.bind(target.value, (sequence(elements(value)),))  # type: ignore[attr-defined]

    def bind_name(self, name: str, value: Value, origin: ast.expr | None = None) -> None:
        scope = self.scope
        scope.names[name] = join(scope.names.get(name, ()), value) if scope.branches else value
        scope.origin[name] = origin
        if value != (NOTHING,):
            scope.rebound.add(name)

    def _unpack(self, targets: list[ast.expr], value: Value) -> None:
        starred = next((i for i, one in enumerate(targets) if isinstance(one, ast.Starred)), len(targets))
        for place, target in enumerate(targets):
            index = place if place < starred else place - len(targets)
            parts: list[Value] = []
            for atom in value:
                exact = atom[0] == "tup" and place != starred and -len(atom[1]) <= index < len(atom[1])
                parts.append(atom[1][index] if exact else elements((atom,)))
            found = join(*parts) if parts else ()
            self.bind(target, value if place == starred else found)

    def store(self, base: Value, name: str, value: Value) -> None:
        """Record the value that an attribute of an object gets."""
        held = self.stored
        for atom in base:
            if atom[0] in ("obj", "class") and atom[1].reader is self:
                held = atom[1].attributes
        held[name] = join(held.get(name, ()), value)

    # Functions and classes

    @property
    def is_recording(self) -> bool:
        """Whether this is the run of the code whose sites are recorded."""
        return self.recording and not self.quiet

    def quietly(self, node: ast.expr) -> Value:
        """Return the value of an expression without recording it."""
        self.quiet += 1
        try:
            return self.value(node)
        finally:
            self.quiet -= 1

    def annotated(self, node: ast.expr | None) -> Value:
        """Return the values that an annotation allows; empty without one."""
        if node is None:
            return ()
        scope, self.scope = self.scope, self.module if self.scope.is_class else self.scope
        try:
            return described(self, node)
        finally:
            self.scope = scope

    def observe(self, callee: Value, call: CallSite) -> None:
        """Record the arguments that a function of this file gets."""
        for atom in callee:
            if atom[0] == "fn" and atom[1].reader is self:
                known = atom[1].given
                for name, value in bound(atom[1], atom[2], call).items():
                    known[name] = join(known.get(name, ()), value)

    def result(self, function: Function, caller: Reader | None = None) -> Value:
        """Return what a function of this file returns."""
        declared = () if isinstance(function.node, ast.Lambda) else self.annotated(function.node.returns)
        if declared and not all(atom in (("py", "object"), ("seq", ()), ("map", ())) for atom in declared):
            return declared
        if caller is not None and caller is not self:
            if not caller.recording:
                return ()
            self.explore()
        if function.state == "new" and self.project.inside < MOST_INSIDE:
            self._run_once(function)
        return function.result

    def _run_once(self, function: Function) -> None:
        """Run a function for all its callers together."""
        function.state = "busy"
        self.project.inside += 1
        try:
            function.result = self._run(function)
        finally:
            self.project.inside -= 1
            function.state = "done"

    def _run(self, function: Function) -> Value:
        node, outer = function.node, self.scope
        scope = Scope(function.scope, function, function.owner)
        scope.forward = function.scope.forward or (function.name == "forward" and function.owner is not None)
        for place, (argument, kind, _) in enumerate(function.parameters):
            scope.names[argument.arg] = self._parameter(function, place, argument, kind)
            scope.origin[argument.arg] = None
        self.scope = scope
        try:
            if isinstance(node, ast.Lambda):
                scope.returns.append(self.value(node.body))
            else:
                self._block(node.body)
            self._finish(scope)
        finally:
            self.scope = outer
        if scope.yields:
            return (sequence(join(*scope.yields)),)
        returned = [value for value in scope.returns if value != (NOTHING,)]
        return join(*returned) if returned else (NOTHING,) if scope.returns else ()

    def _finish(self, scope: Scope) -> None:
        """Run the functions that a scope defines, after the code around them."""
        for function in scope.pending:
            again = self.is_recording and not function.recorded
            function.recorded = function.recorded or again
            if again or function.state == "new":
                self._run_once(function)

    def _parameter(self, function: Function, place: int, argument: ast.arg, kind: str) -> Value:
        owner, name = function.owner, argument.arg
        if owner is not None and place == 0 and function.kind in ("method", "property", "class"):
            return (("class" if function.kind == "class" else "obj", owner),)
        declared = self.annotated(argument.annotation)
        if kind in ("star", "stars"):
            return function.given.get(name) or ((sequence(declared),) if kind == "star" else (mapping(declared),))
        if declared:
            return _masked(declared, name)
        plain = useful(function.defaults.get(name, ()))
        seen = useful(function.given.get(name, ()))
        found = (plain or self._special(function, place, name, seen)) if owner is not None else ()
        found = _as_given(join(found, seen) if not (found and function.name == "forward") else found) or plain
        if not found or all(atom[0] == "py" for atom in found):
            root = _outermost(function)
            used = self._once((root, name), lambda: self.evidence.of_name(root, name))
            found = join(found, used) if has_tensor(used) and found != (kind_of("str"),) else found or used
        return _masked(_as_given(join(found, plain)), name)

    def _special(self, function: Function, place: int, name: str, seen: Value) -> Value:
        """Return the value of a parameter of a method that torch calls, such as `forward`."""
        assert function.owner is not None
        bases = library_bases(function.owner)
        if not bases:
            return ()
        if function.name in ("forward", "backward", "setup_context") and any(
            self.library.inherits(base, "torch.autograd.Function") for base in bases
        ):
            context = 1 if function.kind == "class" else 0
            return (instance(CONTEXT),) if place == context else seen or (TENSOR,)
        if function.name == "forward" and any(self.library.inherits(base, MODULE) for base in bases):
            uses = self.evidence.uses_of(_outermost(function), name)
            return () if uses & NOT_TENSOR else seen or (TENSOR,)
        if function.name in ("training_step", "validation_step", "test_step") and place == 1:
            return (TENSOR,)
        return (kind_of("int"),) if function.name == "__getitem__" and place == 1 else ()

    def _defined(self, node: Definition, name: str, kind: str, owner: Class | None) -> Function:
        """Return the function of a definition, which stays the same in all rounds."""
        function = self.functions.get(node)
        if function is None:
            parameters = parameters_of(node.args)
            function = self.functions[node] = Function(name, self, node, self.scope, parameters, owner, kind)
        function.scope = self.scope
        for argument, _, default in function.parameters:
            if default is not None:
                function.defaults[argument.arg] = self.value(default)
        self.scope.pending.append(function)
        return function

    def _site(self, kind: str, node: ast.expr, place: ast.expr) -> Value:
        """Return the value of a decorator or base class; unless it is a call, name its site (at the node `place`)."""
        value = self.value(node)
        if self.is_recording and not isinstance(node, ast.Call):
            self.sites.site(kind, place, place, value, None)
        return value

    def _function(self, node: Any) -> None:
        for decorator in node.decorator_list:
            self._site("decorator", decorator, decorator)
        names = {last_name(one) for one in node.decorator_list}
        owner = self.scope.owner if self.scope.is_class else None
        kind = "method" if owner is not None else "function"
        if "staticmethod" in names:
            kind = "static"
        elif "classmethod" in names or (owner is not None and node.name in ("__new__", "__init_subclass__")):
            kind = "class"
        elif names & PROPERTIES:
            kind = "property"
        function = self._defined(node, node.name, kind, owner)
        if owner is None or not names & {"setter", "deleter"}:
            earlier = self.scope.names.get(node.name, ()) if owner is None and self.scope.function is not None else ()
            self.bind_name(node.name, join(earlier, (("fn", function, None),)))

    def _lambda(self, node: ast.Lambda) -> Value:
        return (("fn", self._defined(node, "<lambda>", "function", None), None),)

    def _class(self, node: ast.ClassDef) -> None:
        for decorator in node.decorator_list:
            self._site("decorator", decorator, decorator)
        cls = self.classes.setdefault(node, Class(node.name, self, node))
        bases: list[Atom] = []
        for base in node.bases:
            bases += self._site("base", base, base.value if isinstance(base, ast.Subscript) else base)
        for keyword in node.keywords:
            self.value(keyword.value)
        cls.bases = tuple(atom for atom in bases if atom != ("class", cls))
        self.bind_name(node.name, (("class", cls),))
        outer = self.scope
        self.scope = Scope(outer, outer.function, cls, is_class=True, names=cls.names, pending=outer.pending)
        self._block(node.body)
        self.scope = outer

    # Imports

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            name = alias.name if alias.asname else alias.name.partition(".")[0]
            self._bind_import(alias.asname or name, self._module_value(name, 0))

    def _import_from(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        for alias in node.names:
            if alias.name == "*":
                if (module, node.level) not in self.stars:
                    self.stars.append((module, node.level))
            else:
                value = self._module_value(module, node.level)
                self._bind_import(alias.asname or alias.name, attribute(self, value, alias.name))

    def _bind_import(self, name: str, value: Value) -> None:
        was = name in self.scope.rebound
        self.bind_name(name, value)
        self.scope.imported.add(name)
        if not was:
            self.scope.rebound.discard(name)

    def _module_value(self, module: str, level: int) -> Value:
        path = self.project.modules.resolve(self.path, module, level)
        if path is not None:
            return (("module", path),)
        if level:
            return ()
        return (("lib" if module.partition(".")[0] in ROOTS else "ext", self.library.canonical(module)),)

    # Statements

    def _block(self, body: Iterable[ast.stmt]) -> None:
        """Run statements in order; what follows a return or raise runs, too, but changes nothing after it."""
        for statement in body:
            run = STATEMENTS.get(statement.__class__)
            if run is not None:
                run(self, statement)

    def _branch(self, body: list[ast.stmt]) -> None:
        """Read code that may run any number of times, or never."""
        self.scope.branches += 1
        self._block(body)
        self.scope.branches -= 1

    def _if(self, node: ast.If) -> None:
        value = self.value(node.test)
        if self.is_recording:
            self.sites.patterns.tested(node, node.test, value)
        self._branch(node.body)
        self._branch(node.orelse)

    def _for(self, node: ast.For) -> None:
        value = self.value(node.iter)
        if self.is_recording:
            self.sites.patterns.iterated(node, value)
        self.scope.loops += 1
        self.bind(node.target, elements(value))
        self._branch(node.body)
        self.scope.loops -= 1
        self._branch(node.orelse)

    def _while(self, node: ast.While) -> None:
        self.scope.loops += 1
        value = self.value(node.test)
        if self.is_recording:
            self.sites.patterns.tested(node, node.test, value)
        self._branch(node.body)
        self.scope.loops -= 1
        self._branch(node.orelse)

    def _try(self, node: ast.Try) -> None:
        self._block(node.body)
        for one in node.handlers:
            if one.type is not None:
                self.value(one.type)
            if one.name:
                self.bind_name(one.name, (kind_of("object"),))
            self._branch(one.body)
        self._block(node.orelse + node.finalbody)

    def _with(self, node: Any) -> None:
        for one in node.items:
            value = self.value(one.context_expr)
            if one.optional_vars is not None:
                self.bind(one.optional_vars, tuple(atom for atom in value if atom[0] in ("inst", "other", "py")))
        self._block(node.body)

    def _match(self, node: ast.Match) -> None:
        value = self.value(node.subject)
        for case in node.cases:
            for part in ast.walk(case.pattern):
                if isinstance(part, ast.MatchAs | ast.MatchStar) and part.name:
                    self.bind_name(part.name, value if part is case.pattern else ())
            if case.guard is not None:
                self.value(case.guard)
            self._branch(case.body)

    def _assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.bind(target, value, node.value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        declared = self.annotated(node.annotation)
        value = self.value(node.value) if node.value is not None else ()
        name = node.target.id if isinstance(node.target, ast.Name) else ""
        if self.scope.is_class and self.scope.owner is not None:
            self.scope.owner.annotations[name] = node.annotation
        if node.value is None and not declared:
            return
        little = all(atom == LIKE or (atom[0] in ("seq", "map") and not atom[1]) for atom in useful(value))
        self.bind(node.target, declared if little and declared else value, node.value)

    def _augmented(self, node: ast.AugAssign) -> None:
        value = self.value(node.value)
        target = node.target
        before = self.quietly(target)
        if not isinstance(target, ast.Name):
            self.value(target.value)
        if self.is_recording:
            self.sites.patterns.augmented(target, before)
        found = operated(before, value)
        if isinstance(target, ast.Name):
            self.bind_name(target.id, found, self.scope.origin.get(target.id))
        elif isinstance(target, ast.Attribute):
            self.store(self.quietly(target.value), target.attr, found)

    def _return(self, node: ast.Return) -> None:
        self.scope.returns.append(self._leaving(node.value) if node.value is not None else (NOTHING,))

    def _raise(self, node: ast.Raise) -> None:
        if node.exc is not None:
            self._leaving(node.exc)

    def _leaving(self, node: ast.expr) -> Value:
        """Return the value of an expression that ends the loops around it, so that it runs once."""
        loops, self.scope.loops = self.scope.loops, 0
        value = self.value(node)
        self.scope.loops = loops
        return value

    def _assert(self, node: ast.Assert) -> None:
        self.value(node.test)
        if node.msg is not None:
            self._leaving(node.msg)

    # Expressions

    def value(self, node: ast.expr) -> Value:
        """Return the possible values of an expression."""
        evaluate = EXPRESSIONS.get(node.__class__)
        return evaluate(self, node) if evaluate is not None else ()

    def _expression(self, node: ast.Expr) -> None:
        if node.value.__class__ is not ast.Constant:
            self.value(node.value)

    def _name(self, node: ast.Name) -> Value:
        return self.lookup(node.id)

    def _constant(self, node: ast.Constant) -> Value:
        return CONSTANTS.get(node.value.__class__, ())

    def _attribute(self, node: ast.Attribute) -> Value:
        return self.member(node, self.value(node.value))

    def member(self, node: ast.Attribute, base: Value) -> Value:
        """Return an attribute of a value; what is not known is judged by its use."""
        found = attribute(self, base, node.attr)
        if found and found != (NOTHING,):
            return _masked(found, node.attr)
        if all(atom[0] in ("obj", "made", "super") for atom in base) or base == ():
            used = self._once(("attribute", node.attr), lambda: self.evidence.of_attribute(node.attr))
            return _masked(used, node.attr)
        return found

    def _call(self, node: ast.Call) -> Value:
        func = node.func
        if isinstance(func, ast.Attribute):
            base = self.value(func.value)
            if not base and not isinstance(func.value, ast.Name | ast.Attribute):
                axis = any(one.arg in ("dim", "keepdim") for one in node.keywords)
                base = self.evidence.of_call(func.attr, axis)
            callee = attribute(self, base, func.attr) or (self.member(func, base) if not has_tensor(base) else ())
        else:
            base, callee = (), self.value(func)
            if callee == (("ext", "builtins.super"),):
                return self._super()
        call = CallSite(node, [self.value(argument) for argument in node.args], {}, last_name(func))
        for keyword in node.keywords:
            value = self.value(keyword.value)
            if keyword.arg is not None:
                call.keywords[keyword.arg] = value
        if self.is_recording:
            self.sites.call(node, call, base, callee)
        return called(self, callee, call)

    def _super(self) -> Value:
        owner = self.scope.owner
        return () if owner is None else (("super", owner),)

    def _subscript(self, node: ast.Subscript) -> Value:
        base = self.value(node.value)
        inner = node.slice
        if isinstance(inner, ast.Slice):
            self._slice(inner)
            return item(base, None, "slice")
        keys = [self.value(one) for one in (inner.elts if isinstance(inner, ast.Tuple) else [inner])]
        if self.is_recording and not isinstance(inner, ast.Constant) and isinstance(node.ctx, ast.Load):
            self.sites.patterns.indexed(node, base, keys)
        negative = isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.USub)
        constant = inner.operand if isinstance(inner, ast.UnaryOp) and negative else inner
        if isinstance(constant, ast.Constant) and isinstance(constant.value, int | str):
            key = -constant.value if negative and isinstance(constant.value, int) else constant.value
            return item(base, key, "const")
        return item(base, None, "any")

    def _slice(self, node: ast.Slice) -> Value:
        for part in (node.lower, node.upper, node.step):
            if part is not None:
                self.value(part)
        return ()

    def _binary(self, node: ast.BinOp) -> Value:
        chain = []  # of additions, needs no deep recursion
        inner: ast.expr = node
        while isinstance(inner, ast.BinOp):
            chain.append(inner)
            inner = inner.left
        left = self.value(inner)
        for one in reversed(chain):
            right = self.value(one.right)
            left = operated(left, right)
        return left

    def _unary(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        return (kind_of("bool"),) if node.op.__class__ is ast.Not else value

    def _comparison(self, node: ast.Compare) -> Value:
        left = self.value(node.left)
        right, *_ = [self.value(one) for one in node.comparators]
        if node.ops[0].__class__ in (ast.Is, ast.IsNot, ast.In, ast.NotIn):
            return (kind_of("bool"),)
        both = left + right
        if has_tensor(both):
            return (LIKE,) if LIKE in both else tensor(mask=True)
        if any(atom[0] == "other" for atom in both):
            return tuple(atom for atom in both if atom[0] == "other")[:1]
        return (kind_of("bool"),) if left and right and all(atom[0] == "py" for atom in both) else ()

    def _choice(self, node: ast.BoolOp) -> Value:
        values = [self.value(one) for one in node.values]
        return values[-1] if node.op.__class__ is ast.And else useful(join(*values)) or values[-1]

    def _conditional(self, node: ast.IfExp) -> Value:
        self.value(node.test)
        values = [self.value(one) for one in (node.body, node.orelse)]
        return useful(join(*values)) or values[0]

    def _tuple(self, node: ast.Tuple) -> Value:
        if any(isinstance(one, ast.Starred) for one in node.elts):
            return self._list(node)
        return (tuple_of([self.value(one) for one in node.elts]),)

    def _list(self, node: Any) -> Value:
        parts = [self.value(one) for one in node.elts]
        return (sequence(join(*parts) if parts else ()),)

    def _starred(self, node: ast.Starred) -> Value:
        return elements(self.value(node.value))

    def _dict(self, node: ast.Dict) -> Value:
        values: list[Value] = []
        for key, one in zip(node.keys, node.values, strict=True):
            value = self.value(one)
            if key is None:
                values += [atom[1] for atom in value if atom[0] == "map"]
            else:
                values.append(value)
                self.value(key)
        return (mapping(join(*values) if values else ()),)

    def _comprehension(self, node: Any) -> Value:
        outer = self.scope
        scope = Scope(outer, outer.function, outer.owner, False, outer.forward, pending=outer.pending)
        scope.loops, scope.yields = outer.loops + 1, outer.yields
        for part in node.generators:
            inner = elements(self.value(part.iter))
            self.scope = scope
            self.bind(part.target, inner)
            for condition in part.ifs:
                self.value(condition)
        if isinstance(node, ast.DictComp):
            self.value(node.key)
            found = mapping(self.value(node.value))
        else:
            found = sequence(self.value(node.elt))
        self.scope = outer
        return (found,)

    def _walrus(self, node: ast.NamedExpr) -> Value:
        value = self.value(node.value)
        self.bind(node.target, value, node.value)
        return value

    def _await(self, node: ast.Await) -> Value:
        return self.value(node.value)

    def _yield(self, node: ast.Yield) -> Value:
        self.scope.yields.append(self.value(node.value) if node.value is not None else ())
        return ()

    def _yield_from(self, node: ast.YieldFrom) -> Value:
        self.scope.yields.append(elements(self.value(node.value)))
        return ()

    def _format(self, node: ast.JoinedStr) -> Value:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                value = self.value(part.value)
                if self.is_recording:
                    self.sites.patterns.needed(node, value, shown=True)
        return (kind_of("str"),)


def _outermost(function: Function | None) -> ast.AST | None:
    """Return the definition of the outermost function around a function; None for the module."""
    while function is not None and function.scope.function is not None:
        function = function.scope.function
    return function.node if function is not None else None


def _as_given(value: Value) -> Value:
    """Return a value whose classes and functions of torch are marked: a caller elsewhere may give others."""
    return tuple([("lib", atom[1], "given") if atom[0] == "lib" else atom for atom in value])


def _masked(value: Value, name: str) -> Value:
    """Return a tensor that is named a mask as one of truth values."""
    return tensor(mask=True) if value == (TENSOR,) and "mask" in name.split("_") else value


CONSTANTS: dict[type, Value] = {kind: (kind_of(kind.__name__),) for kind in (bool, int, float, str, bytes, complex)} | {
    type(None): (NOTHING,)
}
STATEMENTS: dict[type, Callable[[Any, Any], None]] = {
    ast.Assign: Reader._assign, ast.AnnAssign: Reader._annotated, ast.AugAssign: Reader._augmented,
    ast.Expr: Reader._expression, ast.Return: Reader._return, ast.Raise: Reader._raise, ast.Assert: Reader._assert,
     ast.If: Reader._if,
    ast.For: Reader._for, ast.AsyncFor: Reader._for, ast.While: Reader._while, ast.Try: Reader._try,
    ast.With: Reader._with, ast.AsyncWith: Reader._with,
    ast.Match: Reader._match, ast.Import: Reader._import, ast.ImportFrom: Reader._import_from,
    ast.FunctionDef: Reader._function, ast.AsyncFunctionDef: Reader._function, ast.ClassDef: Reader._class,
}  # fmt: skip
if hasattr(ast, "TryStar"):  # from Python 3.11 on
    STATEMENTS[ast.TryStar] = Reader._try
EXPRESSIONS: dict[type, Callable[[Any, Any], Value]] = {
    ast.Name: Reader._name, ast.Attribute: Reader._attribute, ast.Call: Reader._call, ast.Constant: Reader._constant,
    ast.Subscript: Reader._subscript, ast.BinOp: Reader._binary, ast.UnaryOp: Reader._unary,
    ast.Compare: Reader._comparison, ast.BoolOp: Reader._choice, ast.IfExp: Reader._conditional,
    ast.Tuple: Reader._tuple, ast.List: Reader._list, ast.Set: Reader._list, ast.Dict: Reader._dict,
    ast.ListComp: Reader._comprehension, ast.SetComp: Reader._comprehension, ast.GeneratorExp: Reader._comprehension,
    ast.DictComp: Reader._comprehension, ast.JoinedStr: Reader._format, ast.Starred: Reader._starred,
    ast.NamedExpr: Reader._walrus, ast.Await: Reader._await, ast.Yield: Reader._yield,
    ast.YieldFrom: Reader._yield_from, ast.Lambda: Reader._lambda, ast.Slice: Reader._slice,
}  # fmt: skip

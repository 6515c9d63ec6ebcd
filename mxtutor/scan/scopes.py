"""Scopes, functions and classes of a file that is read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mxtutor.scan.values import Value

if TYPE_CHECKING:
    from mxtutor.scan.reader import Reader

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Parameter = tuple[ast.arg, str, ast.expr | None]
"""A parameter, its kind (`plain`, `star`, `keyword`, `stars`) and its default."""
PROPERTIES = frozenset({"property", "cached_property", "lazy_property"})


@dataclass(slots=True, eq=False)
class Class:
    """A class of the project."""

    name: str
    reader: Reader
    node: ast.ClassDef
    bases: Value = ()
    names: dict[str, Value] = field(default_factory=dict)
    """What its body binds, its methods among it."""
    attributes: dict[str, Value] = field(default_factory=dict)
    """What is stored in its attributes."""
    annotations: dict[str, ast.expr] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Function:
    """A function, a method or a lambda of the project."""

    name: str
    reader: Reader
    node: Definition
    scope: Scope
    """The scope that defines it."""
    parameters: list[Parameter]
    owner: Class | None = None
    kind: str = "function"
    """`function`, `method`, `static`, `class` or `property`."""
    defaults: dict[str, Value] = field(default_factory=dict)
    given: dict[str, Value] = field(default_factory=dict)
    """What calls in its file give to its parameters."""
    result: Value = ()
    state: str = "new"
    """`new`, `busy` or `done`."""
    recorded: bool = False


@dataclass(slots=True, eq=False)
class Scope:
    """The names of a module, a class or one run of a function."""

    parent: Scope | None
    function: Function | None = None
    owner: Class | None = None
    """The innermost class around the code."""
    is_class: bool = False
    forward: bool = False
    """Whether the code is inside of a net's `forward`."""
    names: dict[str, Value] = field(default_factory=dict)
    origin: dict[str, ast.expr | None] = field(default_factory=dict)
    """The expression that a name was bound to; None for parameters and elements."""
    imported: set[str] = field(default_factory=set)
    """Names that an import binds."""
    rebound: set[str] = field(default_factory=set)
    """Names that something else binds too."""
    pending: list[Function] = field(default_factory=list)
    """Functions whose bodies come after the code around them."""
    returns: list[Value] = field(default_factory=list)
    yields: list[Value] = field(default_factory=list)
    loops: int = 0
    branches: int = 0
    """Branches and loops around the code: what they bind joins what a name was bound to before them."""

    def around(self) -> Iterator[Scope]:
        """Yield this scope and those around it, the innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def holder(self, name: str) -> Scope | None:
        """Return the innermost scope around the code that binds a name; None if none does."""
        return next((scope for scope in self.around() if name in scope.names), None)


@dataclass(slots=True)
class CallSite:
    """A call with the values of its arguments; those of `*x` are one element of x."""

    node: ast.Call | None
    arguments: list[Value]
    keywords: dict[str, Value]
    callee: str = ""
    """The last name of the callee as the code writes it."""

    @property
    def first(self) -> Value:
        """The first argument, positional or not; empty if there is none."""
        return self.arguments[0] if self.arguments else next(iter(self.keywords.values()), ())


def parameters_of(arguments: ast.arguments) -> list[Parameter]:
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults: list[Any] = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults
    found = [(one, "plain", default) for one, default in zip(plain, defaults, strict=True)]
    if arguments.vararg is not None:
        found.append((arguments.vararg, "star", None))
    found += [(one, "keyword", value) for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    if arguments.kwarg is not None:
        found.append((arguments.kwarg, "stars", None))
    return found


def last_name(node: ast.expr) -> str:
    """Return the last name of a path, or of what is called."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""

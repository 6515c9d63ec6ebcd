"""Syntax trees of answers: replace one node, drop docstrings, show a statement as one line."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mxtutor.content.model import Compare

Made = ast.AST | Sequence[ast.stmt]
"""What replaces a node: another node, or statements (an empty sequence drops the node)."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One small change of a syntax tree."""

    operator: str
    """Name of the rule that made it, as the documentation lists them."""
    target: ast.AST
    new: Made
    label: str = ""
    """The change in words, for a change that the first line of the statement does not show; else empty."""


@dataclass(slots=True)
class Site:
    """A node of an answer with what the rules need to know about its surroundings."""

    node: ast.AST
    parents: dict[int, ast.AST]
    """Parent of each node, by `id`."""
    params: tuple[str, ...] = ()
    """Parameters of the entry function; empty outside of it."""
    constants: dict[str, list[Any]] = field(default_factory=dict)
    """Values that the cases give to each parameter."""
    shapes: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    """Shapes that the cases give to each parameter."""
    names: tuple[str, ...] = ()
    """Parameters and variables of the enclosing function."""
    source: str = ""
    descriptions: Mapping[str, str] = field(default_factory=dict)
    """Description of each parameter in `exercise.yaml`."""
    entry: str = ""
    plain: bool = False
    """Whether this is the idiomatic answer. Changes of an argument or of the result are tried on it only."""
    compare: Compare = field(default_factory=Compare)
    """How the result is judged."""
    constant: bool = False
    """Whether every right result is filled with one number."""

    @property
    def parent(self) -> ast.AST | None:
        """The node that holds this one."""
        return self.parents.get(id(self.node))

    @property
    def function(self) -> str:
        """Name of the innermost function around the node; empty outside of any."""
        return next((node.name for node in self.above if isinstance(node, ast.FunctionDef)), "")

    @property
    def above(self) -> Iterator[ast.AST]:
        """The nodes that hold this one, the innermost first."""
        node = self.parents.get(id(self.node))
        while node is not None:
            yield node
            node = self.parents.get(id(node))


def parents_of(tree: ast.AST) -> dict[int, ast.AST]:
    """Return the parent of each node below `tree`, by `id`."""
    return {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def replaced(node: ast.AST, target: ast.AST, new: Made) -> ast.AST:
    """Return a copy of a tree in which `new` replaces `target`; an empty block gets `pass`.

    Raises:
        TypeError: statements would replace the tree itself.
    """
    if node is target:
        if not isinstance(new, ast.AST):
            raise TypeError("statements cannot replace the whole tree")
        return new
    fields: dict[str, Any] = {}
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            fields[name] = _listed(value, target, new)
            if name == "body" and value and not fields[name]:
                fields[name] = [ast.Pass()]
        else:
            fields[name] = replaced(value, target, new) if isinstance(value, ast.AST) else value
    made = type(node)(**fields)
    return ast.copy_location(made, node) if isinstance(node, (ast.stmt, ast.expr)) else made


def _listed(items: list[Any], target: ast.AST, new: Made) -> list[Any]:
    made: list[Any] = []
    for item in items:
        if item is target and not isinstance(new, ast.AST):
            made += new
        else:
            made.append(replaced(item, target, new) if isinstance(item, ast.AST) else item)
    return made


def bare(tree: ast.Module) -> ast.Module:
    """Return a tree without docstrings, so that answers which differ in docstrings, layout and comments are equal."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return tree


def statement_of(node: ast.AST, parents: dict[int, ast.AST]) -> ast.stmt | None:
    """Return the innermost statement that holds a node, which may be the node itself."""
    found: ast.AST | None = node
    while found is not None and not isinstance(found, ast.stmt):
        found = parents.get(id(found))
    return found


def line_of(statement: ast.AST) -> str:
    """Return a statement as one line; of a compound statement, the first line."""
    bare: dict[str, Any] = {
        name: [] if name in ("body", "orelse", "finalbody", "handlers") and isinstance(value, list) else value
        for name, value in ast.iter_fields(statement)
    }
    head = ast.fix_missing_locations(type(statement)(**bare))
    return " ".join(ast.unparse(head).split())


def altered(node: Any, **fields: Any) -> Any:
    """Return a copy of a node with other fields."""
    made = type(node)(**{**dict(ast.iter_fields(node)), **fields})
    return ast.copy_location(made, node) if hasattr(node, "lineno") else made


def expression(source: str) -> ast.expr:
    """Return the tree of an expression."""
    return ast.parse(source, mode="eval").body


def only_traces(site: Site, statement: ast.AST | None) -> bool:
    """Return whether a statement is `net(x)` alone, outside of every scope: it only fixes shapes and graphs."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    called = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "net"
    return called and not any(isinstance(above, ast.With) for above in (site.node, *site.above))


def literal(value: object) -> ast.expr:
    """Return the tree of a Python literal."""
    return expression(repr(value))

"""Functions on syntax trees of answers: replace a node, drop docstrings, show a statement as a line."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mxtutor.content.model import Exercise

Made = ast.AST | Sequence[ast.stmt]
"""Replacement of a node: another node, or statements (an empty sequence drops the node)."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One small change of a syntax tree."""

    operator: str
    """Name of the rule that made the edit, as in the documentation."""
    target: ast.AST
    new: Made
    label: str = ""
    """The change in words, if it is not visible in the statement's first line; else empty."""


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """A right answer, with the facts about its exercise that the rules need."""

    exercise: Exercise
    source: str
    parents: Mapping[int, ast.AST]
    """Parent of each node, by `id`."""
    constants: Mapping[str, list[Any]]
    """Values that the cases give to each parameter."""
    shapes: Mapping[str, list[tuple[int, ...]]]
    """Shapes that the cases give to each parameter."""
    plain: bool
    """Whether this is the idiomatic answer; only on it, changes of arguments and results are tried."""
    constant: bool
    """Whether all elements of every right result are equal."""


@dataclass(frozen=True, slots=True)
class Site:
    """A node of an answer and its surroundings."""

    node: ast.AST
    answer: RightAnswer
    function: ast.FunctionDef | None
    """The innermost function around the node."""

    @property
    def parent(self) -> ast.AST | None:
        return self.answer.parents.get(id(self.node))

    @property
    def above(self) -> Iterator[ast.AST]:
        """The ancestors of the node, innermost first."""
        return above(self.node, self.answer.parents)

    @property
    def source(self) -> str:
        return self.answer.source

    @property
    def in_entry(self) -> bool:
        """Whether the node is in the function that the exercise asks for."""
        return self.function is not None and self.function.name == self.answer.exercise.entry

    @property
    def params(self) -> tuple[str, ...]:
        """Parameters of the function around the node, except `self` and the like."""
        args = self.function.args.args if self.function else ()
        return tuple(a.arg for a in args if a.arg not in ("self", "F"))

    @property
    def shapes(self) -> Mapping[str, list[tuple[int, ...]]]:
        """Shapes that the cases give to each parameter; empty outside of the entry."""
        return self.answer.shapes if self.in_entry else {}


def above(node: ast.AST, parents: Mapping[int, ast.AST]) -> Iterator[ast.AST]:
    """Yield the ancestors of a node, innermost first."""
    at = parents.get(id(node))
    while at is not None:
        yield at
        at = parents.get(id(at))


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
            made: list[Any] = []
            for item in value:
                if item is target and not isinstance(new, ast.AST):
                    made += new
                else:
                    made.append(replaced(item, target, new) if isinstance(item, ast.AST) else item)
            fields[name] = made or [ast.Pass()] if name == "body" and value else made
        else:
            fields[name] = replaced(value, target, new) if isinstance(value, ast.AST) else value
    copy = type(node)(**fields)
    return ast.copy_location(copy, node) if isinstance(node, (ast.stmt, ast.expr)) else copy


def bare(tree: ast.Module) -> ast.Module:
    """Return a tree without docstrings, to compare answers independent of docstrings, layout and comments."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return tree


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


def change(operator: str, node: ast.AST, **fields: Any) -> Edit:
    return Edit(operator, node, altered(node, **fields))


def expression(source: str) -> ast.expr:
    return ast.parse(source, mode="eval").body


def literal(value: object) -> ast.expr:
    return expression(repr(value))


def called(call: ast.AST | None) -> str:
    """Return the last name of a call's callee; empty if it has none, and for other nodes."""
    if not isinstance(call, ast.Call):
        return ""
    if isinstance(call.func, ast.Call):  # `L2Loss()(a, b)`
        return called(call.func)
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def names_in(node: ast.AST, context: type[ast.expr_context] = ast.expr_context) -> set[str]:
    """Return the names in a tree; only those read or stored, if `context` is `ast.Load` or `ast.Store`."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, context)}

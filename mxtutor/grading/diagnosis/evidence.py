"""The data about a refused answer, and the findings of rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from mxtutor import syntax
from mxtutor.content.model import Exercise, Mistake
from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.protocol import CaseResult, ErrorDetail
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.values import Outcome

MAX_PARSED = 32 * 1024
"""Largest parsed source, in characters: Python 3.10 crashes on chains of 100,000 operators of two characters each."""


@dataclass(frozen=True)
class RefusedAnswer:
    """A refused answer with all data about it."""

    exercise: Exercise
    source: str
    result: Result
    cases: tuple[CaseResult, ...] = ()
    expected: tuple[Outcome, ...] = ()
    """Reference results, one per case."""
    drawn: tuple[DrawnCase, ...] = ()
    known: Mapping[str, Result] = field(default_factory=dict)
    """Results of the shipped wrong answers on the same inputs, by the codes of their mistakes."""

    @cached_property
    def tree(self) -> ast.Module | None:
        """The syntax tree; None for a source that does not parse or is too long."""
        return parse(self.source)

    @cached_property
    def code(self) -> str:
        """The source without comments and docstrings; unchanged if it does not parse."""
        tree = parse(self.source)  # a separate tree, because it is changed here
        if tree is None:
            return self.source[:MAX_PARSED]
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if isinstance(body, list):
                kept = [n for n in body if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))]
                node.body = kept or [ast.Pass()]  # type: ignore[attr-defined]
        return ast.unparse(tree)

    @cached_property
    def entry(self) -> ast.FunctionDef | None:
        """The top-level function that the exercise asks for, the one that `entry_of` runs; None without one."""
        defined = {
            node.name: node for node in (self.tree.body if self.tree else []) if isinstance(node, ast.FunctionDef)
        }
        found = [defined[name] for name in self.exercise.entries if name in defined]
        fitting = [node for node in found if _takes(node.args, len(self.exercise.params))]
        return next(iter([*fitting, *found]), None)

    @cached_property
    def error(self) -> ErrorDetail | None:
        """The exception that ended the answer, if one did."""
        return self.result.raised

    @property
    def known_mistakes(self) -> list[Mistake]:
        """The mistakes of the exercise whose shipped answers ran."""
        return [mistake for mistake in self.exercise.mistakes if mistake.code in self.known]

    @cached_property
    def rights(self) -> tuple[ast.Module, ...]:
        """The syntax trees of the right answers that ship with the exercise, the solution first."""
        return right_answers(self.exercise.folder)


@dataclass(frozen=True, slots=True)
class Finding:
    """A shared mistake that an answer makes."""

    code: str
    name: str
    """The mistake in one sentence, without any part of the solution."""
    message: str
    """The mistake and what to do instead."""
    certain: bool = True
    """Whether no other mistake has this effect; such a finding takes precedence over a vague pattern of an exercise."""
    key: str = ""
    """The learner's wrong word; a pattern of an exercise that contains this word is not vague."""


UNNAMED = Finding("", "", "")
"""A mistake that stays without a name, whatever later ranks find."""


def _takes(parameters: ast.arguments, count: int) -> bool:
    """Return whether a function with these parameters can be called with this many arguments by position."""
    listed = len(parameters.posonlyargs) + len(parameters.args)
    enough = parameters.vararg is not None or count <= listed
    return enough and count >= listed - len(parameters.defaults) and None not in parameters.kw_defaults


def parse(source: str) -> ast.Module | None:
    """Return the syntax tree of a source; None where it does not parse or is too long."""
    if len(source) > MAX_PARSED:
        return None
    try:
        return syntax.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@lru_cache(maxsize=256)
def right_answers(folder: Path) -> tuple[ast.Module, ...]:
    """Return the syntax trees of `solution.py` and the `right_*.py` of an exercise."""
    paths = [folder / "solution.py", *sorted(folder.glob("right_*.py"))]
    trees = (parse(path.read_text(encoding="utf-8")) for path in paths if path.is_file())
    return tuple(tree for tree in trees if tree is not None)


def dotted(node: ast.AST) -> str:
    """Return an expression as a dotted name ("nd.random.uniform"); empty if it is not one."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def last_name(node: ast.AST) -> str:
    """Return the last part of a called name: `step` of `trainer.step`, `nd.step` and `step`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def calls_of(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def used_names(tree: ast.AST) -> frozenset[str]:
    """Return the last parts of all names that a tree uses: attributes, variables, keywords and imported names."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.update(node.name.split("."))
        elif isinstance(node, ast.keyword) and node.arg:
            found.add(node.arg)
    return frozenset(found)


def calls_named(tree: ast.AST, *names: str) -> list[ast.Call]:
    """Return the calls of functions or methods whose last name is one of `names`."""
    return [c for c in calls_of(tree) if last_name(c.func) in names]


def keyword_of(call: ast.Call, name: str) -> ast.expr | None:
    """Return the value of a keyword of a call; None if the call does not have it."""
    return next((k.value for k in call.keywords if k.arg == name), None)


def text_of(node: ast.AST | None) -> str:
    """Return a node as source text; the empty text for None."""
    return ast.unparse(node) if node is not None else ""

"""Makes the mutants of an exercise: each change of each right answer once, in a fixed order."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mxtutor.authoring.mutation.expressions import EXPRESSION_RULES
from mxtutor.authoring.mutation.families import free
from mxtutor.authoring.mutation.statements import STATEMENT_RULES
from mxtutor.authoring.mutation.trees import (
    Edit,
    Site,
    bare,
    line_of,
    parents_of,
    replaced,
    statement_of,
)
from mxtutor.authoring.mutation.values import VALUE_RULES
from mxtutor.content.model import Exercise

MOST_CONSTANTS = 4
"""Greatest number of values of the cases that replace one parameter."""

_FILLED = re.compile(r"\b(ones|zeros|full)\(")
"""Calls that make an array of one number."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A right answer with one small change."""

    name: str
    """`solution: old line -> new line`; the same as long as that line and the change stay the same."""
    operator: str
    file: str
    line: int
    source: str


def mutants_of(exercise: Exercise) -> tuple[Mutant, ...]:
    """Return the mutants of the solution and the other right answers, without those that equal a right answer."""
    files = [exercise.folder / "solution.py", *sorted(exercise.folder.glob("right_*.py"))]
    trees = {path: bare(ast.parse(path.read_text(encoding="utf-8"))) for path in files}
    seen = {"\n\n".join(_parts(tree)) for tree in trees.values()}
    made: list[Mutant] = []
    for path, tree in trees.items():
        made += _of_file(exercise, path, tree, seen)
    return tuple(made)


def _parts(tree: ast.Module) -> list[str]:
    return [ast.unparse(statement) for statement in tree.body]


def _of_file(exercise: Exercise, path: Path, tree: ast.Module, seen: set[str]) -> Iterator[Mutant]:
    parents, parts, counts = parents_of(tree), _parts(tree), dict[str, int]()
    places = {id(node): i for i, statement in enumerate(tree.body) for node in ast.walk(statement)}
    for edit in _edits(exercise, tree, parents, path, path.read_text(encoding="utf-8")):
        at = places[id(edit.target)]
        try:
            changed = replaced(ast.Module([tree.body[at]], []), edit.target, edit.new)
            source = "\n\n".join([*parts[:at], ast.unparse(ast.fix_missing_locations(changed)), *parts[at + 1 :]])
        except (ValueError, TypeError):  # the edit gives no valid Python
            continue
        if source in seen:
            continue
        seen.add(source)
        change = edit.label or _changed_line(edit, parents)
        if free(*change.partition(" -> ")[::2], f"{exercise.title} {exercise.prompt}"):
            continue
        label = f"{path.stem}: {change}"
        counts[label] = counts.get(label, 0) + 1
        name = label if counts[label] == 1 else f"{label} ({counts[label]})"
        line = getattr(statement_of(edit.target, parents), "lineno", 1)
        yield Mutant(name, edit.operator, path.name, line, f"{source}\n")


def _changed_line(edit: Edit, parents: dict[int, ast.AST]) -> str:
    """Return the changed line, before and after."""
    statement = statement_of(edit.target, parents)
    if statement is None:
        return edit.operator
    new = replaced(statement, edit.target, edit.new)
    return f"{line_of(statement)} -> {line_of(new)}"


def _edits(
    exercise: Exercise, tree: ast.Module, parents: dict[int, ast.AST], path: Path, source: str
) -> Iterator[Edit]:
    constants, shapes = _constants(exercise), _shapes(exercise)
    for node in _nodes(tree):
        function = next((n for n in _above(node, parents) if isinstance(n, ast.FunctionDef)), None)
        entry = function is not None and function.name == exercise.entry
        own = tuple(a.arg for a in function.args.args if a.arg not in ("self", "F")) if function else ()
        site = Site(
            node,
            parents,
            own,
            constants if entry else {},
            shapes if entry else {},
            _names(function) if function else (),
            source,
            exercise.params,
            exercise.entry,
            path.stem == "solution",
            exercise.compare,
            bool(exercise.trivial) or bool(_FILLED.search(source)),
        )
        for rule in (*EXPRESSION_RULES, *VALUE_RULES, *STATEMENT_RULES):
            yield from rule(site)


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield nodes in the order of the source, without imports and annotations; and without the parts of a `raise`."""
    yield tree
    if isinstance(tree, ast.Raise):  # the text of an error is not judged
        return
    for child in ast.iter_child_nodes(tree):
        if not isinstance(child, (ast.Import, ast.ImportFrom, ast.expr_context)):
            yield from _nodes(child)


def _above(node: ast.AST, parents: dict[int, ast.AST]) -> Iterator[ast.AST]:
    at: ast.AST | None = parents.get(id(node))
    while at is not None:
        yield at
        at = parents.get(id(at))


def _names(function: ast.FunctionDef) -> tuple[str, ...]:
    stored = [n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    own = [a.arg for a in function.args.args if a.arg not in ("self", "F")]
    return tuple(dict.fromkeys([*own, *stored]))


def _constants(exercise: Exercise) -> dict[str, list[Any]]:
    """Return the scalars, texts and tuples that the cases give to each parameter."""
    found: dict[str, list[Any]] = {}
    for case in exercise.cases:
        for name, spec in case.inputs.items():
            value = tuple(spec["tuple"]) if isinstance(spec, Mapping) and isinstance(spec.get("tuple"), list) else spec
            if not isinstance(value, (Mapping, list)) and not _among(value, found.setdefault(name, [])):
                found[name].append(value)
    return {name: values[:MOST_CONSTANTS] for name, values in found.items()}


def _among(value: object, values: list[Any]) -> bool:
    return any(type(v) is type(value) and v == value for v in values)


def _shapes(exercise: Exercise) -> dict[str, list[tuple[int, ...]]]:
    found: dict[str, list[tuple[int, ...]]] = {}
    for case in exercise.cases:
        for name, spec in case.inputs.items():
            shape = _shape(spec)
            if shape is not None and shape not in found.setdefault(name, []):
                found[name].append(shape)
    return found


def _shape(spec: object) -> tuple[int, ...] | None:
    """Return the shape of the array that a spec describes; None for other specs."""
    if not isinstance(spec, Mapping):
        return None
    if isinstance(spec.get("shape"), list):
        return tuple(spec["shape"])
    if isinstance(spec.get("labels"), int):
        return (spec["labels"],)
    if isinstance(spec.get("values"), list):
        shape, at = [], spec["values"]
        while isinstance(at, list):
            shape.append(len(at))
            at = at[0] if at else None
        return tuple(shape)
    return None

"""The source of a right answer as rules see it: its tree, its names, its loops, and what ran."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from mxtutor.content.model import Exercise
from mxtutor.grading.diagnosis.evidence import calls_of
from mxtutor.grading.flags.source_names import Names
from mxtutor.grading.results.counts import Counts, LineCount

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
ARRAYS = frozenset({"shape", "values", "rows", "spectrum", "view_of"})
"""Keys of a case's spec that describe an array."""
_OF_SHAPE = frozenset({"shape", "ndim", "size", "dtype", "context", "ctx"})
"""Attributes of an array that tell nothing about its elements."""
_ENDS_OF_COPIES = frozenset({"mxnet.nd.array", "mxnet.np.array", "len"})
"""Functions whose result is no array of NumPy, whatever they get."""


@dataclass(frozen=True)
class RightCode:
    """The code of a right answer."""

    exercise: Exercise
    tree: ast.Module
    counts: Counts | None = None
    """What ran; None if only the syntax is known."""

    @cached_property
    def names(self) -> Names:
        """The modules and members that names stand for."""
        return Names(self.tree)

    @cached_property
    def calls(self) -> tuple[ast.Call, ...]:
        """All calls, in the order of their lines."""
        return tuple(sorted(calls_of(self.tree), key=lambda node: (node.lineno, node.col_offset)))

    @cached_property
    def rounds(self) -> tuple[ast.AST, ...]:
        """The parts that run in each round of a loop: bodies, tests of `while`, elements of comprehensions."""
        return tuple(part for node in ast.walk(self.tree) for part in _rounds(node))

    @cached_property
    def in_loops(self) -> frozenset[ast.AST]:
        """All nodes that run in each round of a loop."""
        return frozenset(inner for part in self.rounds for inner in ast.walk(part))

    @cached_property
    def loop_lines(self) -> frozenset[int]:
        """The lines of statements that run in each round of a `for` or `while`."""
        bodies = (part for part in self.rounds if isinstance(part, ast.stmt))
        return frozenset(n for part in bodies for n in range(part.lineno, (part.end_lineno or part.lineno) + 1))

    @cached_property
    def arrays(self) -> frozenset[str]:
        """The parameters of the exercise that are arrays."""
        given = ((name, spec) for case in self.exercise.cases for name, spec in case.inputs.items())
        return frozenset(name for name, spec in given if isinstance(spec, dict) and ARRAYS & spec.keys())

    @cached_property
    def takes_plain_arguments(self) -> bool:
        """Whether all arguments are arrays, numbers and texts: no nets, no data sets, no lists."""
        given = ((name, spec) for case in self.exercise.cases for name, spec in case.inputs.items())
        return all(name in self.arrays or not isinstance(spec, dict) or "pick" in spec for name, spec in given)

    @cached_property
    def uses_np(self) -> bool:
        """Whether the code uses arrays of `mxnet.np`."""
        names = {self.names.resolve(n) for n in ast.walk(self.tree) if isinstance(n, (ast.Name, ast.Attribute))}
        return any(name.startswith(("mxnet.np", "mxnet.numpy")) or name.endswith("as_np_ndarray") for name in names)

    def full_name(self, call: ast.Call) -> str:
        """Return the full name of what is called, `mxnet.nd.take`; empty if it is no dotted name."""
        name = self.names.resolve(call.func)
        return name.replace("mxnet.ndarray.", "mxnet.nd.", 1).replace("mxnet.numpy.", "mxnet.np.", 1)

    def counted(self, line: int) -> LineCount:
        """Return the counts of a line; zeros if it did not run or nothing is counted."""
        lines = self.counts.lines if self.counts else ()
        return next((one for one in lines if one.line == line), LineCount(line))

    @cached_property
    def copied(self) -> frozenset[str]:
        """The names of variables that hold NumPy's copy of an array, or what is computed from one."""
        found: set[str] = set()
        for _ in range(3):  # a copy of a copy of a copy
            found |= {name for names, value in self.bindings if self._from_copy(value, found) for name in names}
        return frozenset(found)

    @cached_property
    def bindings(self) -> tuple[tuple[frozenset[str], ast.expr], ...]:
        """The variables of each assignment with the value that they get."""
        found = []
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                inner = (n for target in targets for n in ast.walk(target))
                names = (n.id for n in inner if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
                found.append((frozenset(names), node.value))
        return tuple(found)

    def is_copied(self, node: ast.expr) -> bool:
        """Return whether an expression holds elements of NumPy's copy of an array."""
        return self._from_copy(node, self.copied)

    def _from_copy(self, node: ast.AST, names: set[str] | frozenset[str]) -> bool:
        if isinstance(node, ast.Attribute) and node.attr in _OF_SHAPE:
            return False
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr == "asnumpy":
                return True
            if self.full_name(node) in _ENDS_OF_COPIES:
                return False
        if isinstance(node, ast.Name):
            return node.id in names
        return any(self._from_copy(child, names) for child in ast.iter_child_nodes(node))

    def may_be_numpy(self, name: str) -> bool:
        """Return whether a variable holds an array of NumPy somewhere."""
        inner = (node for names, value in self.bindings if name in names for node in ast.walk(value))
        made = any(isinstance(node, ast.Call) and self.full_name(node).startswith("numpy.") for node in inner)
        return made or name in self.copied

    def spans(self, line: int) -> Iterator[ast.expr | ast.stmt]:
        """Yield the expressions and statements that a line is a part of."""
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.expr, ast.stmt)) and node.lineno <= line <= (node.end_lineno or node.lineno):
                yield node


def _rounds(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, (ast.For, ast.AsyncFor)):
        yield from node.body
    elif isinstance(node, ast.While):
        yield from (node.test, *node.body)
    elif isinstance(node, COMPREHENSIONS):
        yield from (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        for number, generator in enumerate(node.generators):
            yield from generator.ifs
            if number:
                yield generator.iter

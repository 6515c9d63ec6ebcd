"""The review of a right answer: its notes by kind, and its cost beside the solution.

A note that the shipped solution would get as well is left out: the solution is the idiomatic answer.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

import numpy as np

from mxtutor.content.model import Exercise
from mxtutor.grading.diagnosis.evidence import parse
from mxtutor.grading.messages import CaseInputs, CountJob
from mxtutor.grading.protocol import Cost, Note, Review
from mxtutor.grading.references.prepare import Prepared, answer_limits
from mxtutor.grading.results.decode import Counts
from mxtutor.grading.results.execute import execute
from mxtutor.grading.reviews import rules
from mxtutor.grading.reviews.rules import RightCode, RuleMatch
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import Worker


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of note. `{word}` in a sentence stands for a word that the rule finds."""

    code: str
    happens: str
    """What happens, one or two sentences."""
    instead: str
    """What to write instead, one sentence."""
    lesson: str
    """The lesson that explains it."""
    alone: Callable[[RightCode], Iterator[RuleMatch]] | None = None
    """The rule, about the answer alone."""
    beside: Callable[[RightCode, RightCode], Iterator[RuleMatch]] | None = None
    """The rule, about the answer beside the solution."""

    def found(self, code: RightCode, solution: RightCode) -> Iterator[RuleMatch]:
        """Yield the places of the answer to which the kind applies."""
        if self.alone is not None:
            yield from self.alone(code)
        if self.beside is not None:
            yield from self.beside(code, solution)


KINDS = (
    Kind(
        "head-size",
        "The gradient that `backward` gets has another number of elements than the output, and MXNet does not check it.",
        "Pass an array of the output's shape.",
        "autograd/heads",
        rules.head_of_other_size,
    ),
    Kind(
        "unchecked-reshape",
        "The function `nd.reshape` does not check the number of elements: with a wrong shape it reads outside the array.",
        "Write `x.reshape(shape)`; the method checks it.",
        "tensors/reshaping",
        rules.unchecked_reshape,
    ),
    Kind(
        "written-argument",
        "The call changes its argument `{name}`; the solution leaves it as it is.",
        "Work on `{name}.copy()`, or compute a new array.",
        "tensors/copying",
        beside=rules.written_argument,
    ),
    Kind(
        "wait-in-loop",
        "In a loop, the code waits{count} for a result. Without that, MXNet computes ahead.",
        "Keep arrays in the loop, and read the numbers once after it.",
        "autograd/waiting",
        beside=rules.waits_in_loop,
    ),
    Kind(
        "numpy-round-trip",
        "`{called}` computes in NumPy: the array is copied out of MXNet and back, and no gradient passes.",
        "Use `{ours}` of MXNet{takes}.",
        "tensors/families",
        rules.numpy_round_trip,
    ),
    Kind(
        "loop-of-numbers",
        "A loop of Python computes with single numbers: the array is copied out of MXNet and back, and no gradient passes.",
        "Look for an operator that works on the whole array.",
        "tensors/families",
        beside=rules.loop_of_numbers,
    ),
    Kind(
        "loop-of-operators",
        "The code runs {own} operators, because each round of a loop runs some; the solution runs {needed}.",
        "Look for one operator that works on the whole array, or along an axis.",
        "tensors/axes",
        beside=rules.loop_of_operators,
    ),
    Kind(
        "whole-copy",
        "`{part}` copies all {elements} elements to NumPy to take a part of them.",
        "Index the MXNet array first: then only that part is copied.",
        "tensors/families",
        rules.whole_copy,
    ),
    Kind(
        "clipped-index",
        "`{called}` replaces an index outside the array by the nearest valid one, without an error.",
        "Check indices that may be wrong before you use them.",
        "tensors/axes",
        rules.clipped_index,
    ),
    Kind(
        "deprecated-name",
        "MXNet's documentation calls `{called}` deprecated.",
        "Write `{ours}`.",
        "tensors/where",
        rules.deprecated_name,
    ),
    Kind(
        "default-context",
        "`{called}` makes its array in the default context, wherever the arguments are.",
        "Pass `ctx=`, or use a function such as `nd.zeros_like` that follows its argument.",
        "gpu/creating",
        rules.default_context,
    ),
)
"""All kinds about answers in MXNet, the most important first."""
_KINDS: Mapping[str, tuple[Kind, ...]] = {"mxnet": KINDS}
"""The kinds by the framework that answers."""


def notes_of(
    exercise: Exercise,
    source: str,
    counts: Counts | None = None,
    solution: Counts | None = None,
    framework: str = "mxnet",
) -> tuple[Note, ...]:
    """Return the notes on a right answer, one per kind, the most important first.

    `counts` is what ran for the answer and `solution` what ran for the shipped solution, both on the same case. Where
    they are None, only the rules about the syntax apply. A source in which no note can be looked for has none.
    """
    try:
        return _notes_of(exercise, source, counts, solution, _KINDS.get(framework, ()))
    except Exception:  # such as RecursionError: notes are no part of the verdict and must never prevent one
        return ()


def _notes_of(
    exercise: Exercise, source: str, counts: Counts | None, solution: Counts | None, kinds: Sequence[Kind]
) -> tuple[Note, ...]:
    tree = parse(source)
    path = exercise.folder / "solution.py"
    shipped = _parsed(path.read_text(encoding="utf-8")) if path.is_file() else None
    if tree is None or shipped is None or _same(tree, shipped):
        return ()
    own, usual = RightCode(exercise, tree, counts), RightCode(exercise, shipped, solution)
    notes = []
    for kind in kinds:
        first = next(kind.found(own, usual), None)
        if first is not None and next(kind.found(usual, usual), None) is None:
            happens, instead = kind.happens.format(**first.words), kind.instead.format(**first.words)
            notes.append(Note(kind.code, happens, instead, kind.lesson, first.line))
    return tuple(notes)


@lru_cache(maxsize=256)
def _parsed(source: str) -> ast.Module | None:
    return parse(source)


def _same(first: ast.AST, second: ast.AST) -> bool:
    """Return whether two trees differ at most in their places in the source; deep trees need no deep recursion."""
    return all(
        one == other for one, other in zip_longest(map(_outline, ast.walk(first)), map(_outline, ast.walk(second)))
    )


def _outline(node: ast.AST) -> tuple[object, ...]:
    """Return the type of a node and its fields, each node in them by its type alone."""
    fields = ((name, value if isinstance(value, list) else [value]) for name, value in ast.iter_fields(node))
    return type(node), *(
        (name, [type(v) if isinstance(v, ast.AST) else repr(v) for v in values]) for name, values in fields
    )


def review(answers: Worker, running: RunningJobs, prepared: Prepared, source: bytes) -> Review:
    """Return the notes on a right answer, and its cost on one case beside that of the solution.

    Counts that cannot be had leave the cost out, and the notes that need them.

    Raises:
        BrokenError: the worker cannot be used.
    """
    exercise = prepared.exercise
    own = _counts(answers, running, prepared, source)
    shipped = own is not None and (exercise.folder / "solution.py").is_file()  # own code has none before it is solved
    usual = _counts(answers, running, prepared, exercise.solution.encode()) if shipped else None
    both: tuple[Counts | None, Counts | None] = (own, usual) if usual is not None else (None, None)
    return Review(
        notes_of(exercise, source.decode("utf-8", "replace"), *both, framework=answers.role.framework), _cost(*both)
    )


def _counts(answers: Worker, running: RunningJobs, prepared: Prepared, source: bytes) -> Counts | None:
    exercise = prepared.exercise
    case = (
        max(prepared.cases, key=lambda one: _elements(one.inputs)) if exercise.domain else prepared.cases[0]
    )  # small drawn cases show little
    inputs = (CaseInputs(case.inputs, case.extra),)
    job = CountJob(source, exercise.entries, exercise.observer(answers.role.framework), inputs)
    return execute(answers, job, answer_limits(exercise), running=running).counts


def _elements(made: object) -> int:
    """Return the number of elements of all arrays in recipes."""
    if isinstance(made, np.ndarray):
        return int(made.size)
    parts = made.values() if isinstance(made, Mapping) else made if isinstance(made, (list, tuple)) else ()
    return sum(map(_elements, parts))


def _cost(own: Counts | None, usual: Counts | None) -> tuple[Cost, ...]:
    """Return the counts of both sides; empty if neither ran anything."""
    if own is None or usual is None:
        return ()
    pairs = (("operators", own.operators, usual.operators), ("copies", own.copies, usual.copies),
             ("waits", own.waits, usual.waits))  # fmt: skip
    return tuple(Cost(*pair) for pair in pairs if pair[1] or pair[2])

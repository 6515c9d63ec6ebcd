"""Makes the mutants of right answers in a fixed order, runs them, and reports figures and faults."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mxtutor.authoring.findings import Finding
from mxtutor.authoring.mutation.families import free
from mxtutor.authoring.mutation.rules import edits_at
from mxtutor.authoring.mutation.trees import Edit, RightAnswer, Site, above, bare, line_of, replaced
from mxtutor.content.model import Exercise
from mxtutor.grading.cases.draw import all_cases
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict

MOST_CONSTANTS = 4
"""Maximum number of values of the cases that replace one parameter."""

_FILLED = re.compile(r"\b(ones|zeros|full)\(")
"""Calls that make an array with equal elements."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A right answer with one small change."""

    name: str
    """`solution: old line -> new line`; stable as long as line and change stay the same."""
    operator: str
    file: str
    line: int
    source: str

    def marked(self, exercise: Exercise) -> bool:
        """Return whether the exercise marks it as equivalent, by its name or by its change in any answer."""
        return not exercise.equivalent.keys().isdisjoint(self.marks)

    @property
    def marks(self) -> tuple[str, str]:
        """The keys that mark it as equivalent: its name, and its change without the name of the answer."""
        return self.name, self.name.partition(": ")[2]


def mutants_of(exercise: Exercise) -> tuple[Mutant, ...]:
    """Return the mutants of all right answers, without those that equal a right answer."""
    files = [exercise.folder / "solution.py", *sorted(exercise.folder.glob("right_*.py"))]
    sources = {path: path.read_text(encoding="utf-8") for path in files}
    trees = {path: bare(ast.parse(source)) for path, source in sources.items()}
    seen = {"\n\n".join(map(ast.unparse, tree.body)) for tree in trees.values()}
    constants, shapes = _given(exercise)
    made: list[Mutant] = []
    for path, tree in trees.items():
        parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        plain, constant = path.stem == "solution", bool(exercise.trivial) or bool(_FILLED.search(sources[path]))
        answer = RightAnswer(exercise, sources[path], parents, constants, shapes, plain, constant)
        made += _of_file(answer, path, tree, seen)
    return tuple(made)


def _of_file(answer: RightAnswer, path: Path, tree: ast.Module, seen: set[str]) -> Iterator[Mutant]:
    exercise, counts = answer.exercise, dict[str, int]()
    parts = [ast.unparse(statement) for statement in tree.body]
    places = {id(node): i for i, statement in enumerate(tree.body) for node in ast.walk(statement)}
    for edit in _edits(tree, answer):
        at = places[id(edit.target)]
        try:
            changed = replaced(ast.Module([tree.body[at]], []), edit.target, edit.new)
            source = "\n\n".join([*parts[:at], ast.unparse(ast.fix_missing_locations(changed)), *parts[at + 1 :]])
        except (ValueError, TypeError):  # the edit results in invalid Python
            continue
        if source in seen:
            continue
        seen.add(source)
        statement = next(n for n in (edit.target, *above(edit.target, answer.parents)) if isinstance(n, ast.stmt))
        change = edit.label or f"{line_of(statement)} -> {line_of(replaced(statement, edit.target, edit.new))}"
        if free(*change.partition(" -> ")[::2], f"{exercise.title} {exercise.prompt}"):
            continue
        label = f"{path.stem}: {change}"
        counts[label] = counts.get(label, 0) + 1
        name = label if counts[label] == 1 else f"{label} ({counts[label]})"
        yield Mutant(name, edit.operator, path.name, statement.lineno, f"{source}\n")


def _edits(node: ast.AST, answer: RightAnswer, function: ast.FunctionDef | None = None) -> Iterator[Edit]:
    """Yield the edits of a node and its descendants, except in imports and `raise` statements.

    They are in the order of the source; `function` is the innermost one around the node.
    """
    yield from edits_at(Site(node, answer, function))
    if isinstance(node, ast.Raise):  # the text of an error is not checked
        return
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.Import, ast.ImportFrom, ast.expr_context)):
            yield from _edits(child, answer, node if isinstance(node, ast.FunctionDef) else function)


def _given(exercise: Exercise) -> tuple[dict[str, list[Any]], dict[str, list[tuple[int, ...]]]]:
    """Return the cases' values of each parameter (scalars, strings, tuples), and the shapes of arrays."""
    constants: dict[str, list[Any]] = {}
    shapes: dict[str, list[tuple[int, ...]]] = {}
    for case in all_cases(exercise):
        for name, spec in case.inputs.items():
            value = tuple(spec["tuple"]) if isinstance(spec, Mapping) and isinstance(spec.get("tuple"), list) else spec
            known = constants.setdefault(name, [])
            if not isinstance(value, (Mapping, list)) and not any(type(v) is type(value) and v == value for v in known):
                known.append(value)
            shape = _shape(spec) if isinstance(spec, Mapping) else None
            if shape is not None and shape not in shapes.setdefault(name, []):
                shapes[name].append(shape)
    return {name: values[:MOST_CONSTANTS] for name, values in constants.items()}, shapes


def _shape(spec: Mapping[str, Any]) -> tuple[int, ...] | None:
    """Return the shape of the array that a spec describes; None for other specs."""
    if isinstance(spec.get("shape"), list):
        return tuple(spec["shape"])
    if isinstance(spec.get("labels"), int):
        return (spec["labels"],)
    return np.shape(spec["values"]) if "values" in spec else None


SEEDS = 3
"""Number of draws for a mutant that passes, or that only one case refuses."""

Outcome = Literal["killed", "survived", "sometimes", "died", "broken"]
"""`killed`: it ran and was refused. `survived`: right on every draw. `sometimes`: right on some draws.
`died`: an error, a timeout or a crash. `broken`: it could not be graded."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A mutant and its outcome."""

    exercise: str
    mutant: Mutant
    outcome: Outcome
    message: str = ""
    """Why it could not be graded; else empty."""

    @property
    def ran(self) -> bool:
        """Whether it returned a result, which was right or wrong."""
        return self.outcome in ("killed", "survived", "sometimes")

    @property
    def passed(self) -> bool:
        """Whether it was right on at least one draw."""
        return self.outcome in ("survived", "sometimes")


def chosen(exercises: Sequence[Exercise], sample: int | None, seed: int) -> list[tuple[Exercise, Mutant]]:
    """Return the mutants to run, in the order of exercises: all, or `sample` of them, chosen at random with `seed`."""
    every = [(exercise, mutant) for exercise in exercises for mutant in mutants_of(exercise)]
    if sample is None or sample >= len(every):
        return every
    picked = random.Random(seed).sample(range(len(every)), sample)  # noqa: S311 - a choice, not a secret
    return [every[i] for i in sorted(picked)]


def run(
    grader: LocalGrader, todo: Sequence[tuple[Exercise, Mutant]], seed: int, jobs: int
) -> Generator[Tried, None, None]:
    """Run `jobs` mutants at a time and yield each outcome; closing the iterator cancels running ones."""
    with ThreadPoolExecutor(jobs, "mxtutor-mutants") as pool:
        try:
            running = [pool.submit(tried, grader, exercise, mutant, seed) for exercise, mutant in todo]
            for future in as_completed(running):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            grader.cancel()


def tried(grader: LocalGrader, exercise: Exercise, mutant: Mutant, seed: int) -> Tried:
    """Run a mutant; with `SEEDS` draws if it passes, or if only one case refuses it."""
    report = _graded(grader, exercise, mutant, seed)
    if report.verdict is Verdict.BROKEN:
        return Tried(exercise.id, mutant, "broken", report.headline)
    if report.verdict not in (Verdict.RIGHT, Verdict.WRONG):
        return Tried(exercise.id, mutant, "died")
    if report.verdict is Verdict.WRONG and sum(c.verdict is not Verdict.RIGHT for c in report.cases) > 1:
        return Tried(exercise.id, mutant, "killed")
    right = [report.verdict is Verdict.RIGHT]
    right += [_graded(grader, exercise, mutant, seed + i).verdict is Verdict.RIGHT for i in range(1, SEEDS)]
    return Tried(exercise.id, mutant, "survived" if all(right) else "sometimes" if any(right) else "killed")


def _graded(grader: LocalGrader, exercise: Exercise, mutant: Mutant, seed: int) -> Report:
    """Return the report of a mutant; retry once after a failure of mxtutor, as on a busy machine."""
    submission = Submission(exercise, mutant.source.encode(), seed)
    report = grader.grade(submission, named=False)
    return grader.grade(submission, named=False) if report.verdict is Verdict.BROKEN else report


MAX_MARKED_SHARE = 0.05
"""Largest share of an exercise's running mutants that may be marked as equivalent."""


def survivors(exercises: Sequence[Exercise], results: Sequence[Tried]) -> Iterator[Tried]:
    """Yield the passing mutants without a mark, in the order of exercises and files."""
    known, order = {e.id: e for e in exercises}, {e.id: i for i, e in enumerate(exercises)}
    found = [r for r in results if r.passed and not r.mutant.marked(known[r.exercise])]
    yield from sorted(found, key=lambda r: (order[r.exercise], r.mutant.file, r.mutant.line, r.mutant.name))


def findings_of(exercise: Exercise, results: Sequence[Tried], *, whole: bool) -> Iterator[Finding]:
    """Yield faults of an exercise's marks, and mutants without a verdict; `whole` means that all its mutants ran."""
    place = f"{exercise.id}/exercise.yaml"
    own = {r.mutant.name: r for r in results if r.exercise == exercise.id}
    for mark in exercise.equivalent:
        meant = [r for r in own.values() if mark in r.mutant.marks]
        if not meant and whole:
            yield Finding(place, f"equivalent: there is no mutant {mark!r} now: remove the mark")
        for refused in (r.mutant.name for r in meant if r.outcome in ("killed", "died")):
            fix = "remove the mark" if refused == mark or len(meant) == 1 else "name the answers in which it is right"
            yield Finding(place, f"equivalent: {refused!r} is refused: {fix}")
    running = sum(r.ran for r in own.values())
    marked = sum(r.mutant.marked(exercise) for r in own.values())
    if whole and marked > MAX_MARKED_SHARE * running:
        found = f"{marked} of {running} running mutants are marked"
        yield Finding(place, f"equivalent: {found}, at most {MAX_MARKED_SHARE:.0%} may be")
    for name, result in own.items():
        if result.outcome == "broken":
            yield Finding(exercise.id, f"{name} could not be graded: {result.message}")


LEAST_KILLED = 0.995
"""Minimum share of killed mutants, in each topic, among the running ones without a mark."""


def killed_share(exercises: Sequence[Exercise], results: Sequence[Tried]) -> float:
    """Return the share of killed mutants of some exercises among the running ones without a mark; 1 without any."""
    known = {e.id for e in exercises}
    killed = sum(r.exercise in known and r.outcome == "killed" for r in results)
    left = len(list(survivors(exercises, [r for r in results if r.exercise in known])))
    return killed / (killed + left) if killed + left else 1.0


def by_topic(exercises: Sequence[Exercise]) -> dict[str, list[Exercise]]:
    """Return the exercises of each topic, in their order."""
    return {topic: [e for e in exercises if e.topic == topic] for topic in dict.fromkeys(e.topic for e in exercises)}


def table(exercises: Sequence[Exercise], results: Sequence[Tried]) -> Iterator[str]:
    """Yield the counts of mutants by topic as lines of a table.

    `died` had an error, a timeout or a crash; `marked` pass and are marked as equivalent; `share` is the share of
    killed mutants among the running ones without a mark.
    """
    yield f"{'topic':<12}{'mutants':>9}{'died':>8}{'running':>9}{'marked':>8}{'killed':>8}{'left':>6}{'share':>9}"
    rows = list(by_topic(exercises).items())
    for name, group in [*rows, *([("all", list(exercises))] if len(rows) > 1 else [])]:
        own = [r for r in results if r.exercise in {e.id for e in group}]
        died, killed = (sum(r.outcome == outcome for r in own) for outcome in ("died", "killed"))
        passed, left = sum(r.passed for r in own), len(list(survivors(group, own)))
        counts = f"{len(own):>9}{died:>8}{killed + passed:>9}{passed - left:>8}{killed:>8}{left:>6}"
        yield f"{name:<12}{counts}{killed_share(group, own):>9.2%}"

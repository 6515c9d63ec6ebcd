"""Prepares a grading: draws cases from a seed, and computes the reference results."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

import msgspec
import numpy as np

from mxtutor.content.comparison import Allowance
from mxtutor.content.model import Compare, Exercise, Observation, Statistics
from mxtutor.errors import BrokenError, ContentError
from mxtutor.grading.cases.domain import LEAST
from mxtutor.grading.cases.draw import DrawnCase, draw, judging_device, on_gpus
from mxtutor.grading.judging.numeric import largest
from mxtutor.grading.judging.observations import fault_of_observation, observations
from mxtutor.grading.messages import AnswerJob, Backward, CaseInputs, JobLimits, Probe
from mxtutor.grading.protocol import ErrorDetail
from mxtutor.grading.recipes import Recipe
from mxtutor.grading.results.decode import FailureReason, Result
from mxtutor.grading.results.execute import execute
from mxtutor.grading.results.values import Array, Outcome, reference_array
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import FrameworkName, Worker

SHARE = 4
"""A perturbation may use 1 / SHARE of the tolerance."""
DRAWS = 5
"""Maximum number of draws per seed."""


def perturbed(cases: Sequence[DrawnCase], by: float, seed: int) -> list[DrawnCase]:
    """Return the cases with arrays of fractions perturbed by random amounts, by the opposite amounts for `-by`.

    `by` is relative to each value. Arrays of whole numbers (labels, counts), arrays whose values an author wrote, and
    single numbers (a learning rate) stay unchanged.
    """
    return [_perturb(case, by, np.random.default_rng(seed)) for case in cases]


def _perturb(case: DrawnCase, by: float, rng: np.random.Generator) -> DrawnCase:
    def moved(made: Mapping[str, Recipe]) -> dict[str, Recipe]:
        return {k: v if _is_written(case.specs.get(k)) else _moved(v, by, rng) for k, v in made.items()}

    return replace(case, inputs=moved(case.inputs), extra=moved(case.extra))


def _is_written(spec: Any) -> bool:
    return isinstance(spec, Mapping) and isinstance(spec.get("values"), list)


def _moved(tree: Any, by: float, rng: np.random.Generator) -> Any:
    if isinstance(tree, dict):
        return {key: _moved(value, by, rng) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(_moved(value, by, rng) for value in tree)
    if not isinstance(tree, np.ndarray) or tree.dtype.kind != "f" or not tree.ndim or (tree == np.round(tree)).all():
        return tree
    return (tree * (1 + by * rng.standard_normal(tree.shape))).astype(tree.dtype)


def steady(compare: Compare, by: float, want: Outcome, moved: Outcome) -> bool:
    """Return whether result and observations of a case perturbed by `by` stay within a share of the tolerance.

    No tolerance is below what a copy of the inputs needs, so that an exact result may follow them, but not jump.
    """
    near = {
        name: msgspec.structs.replace(wanted, values=_near(wanted.values or compare.values, by))
        for name, wanted in compare.observe.items()
    }
    result = Observation("The result differs.", _near(compare.values, by))
    pairs = [(result, want.value, moved.value)] if compare.statistics is None else []
    loose = msgspec.structs.replace(compare, observe=near)
    return all(fault_of_observation(loose, *pair) is None for pair in pairs) and all(
        aspect.ok for aspect in observations(loose, want.observed, moved.observed)
    )


def _near(values: Allowance, by: float) -> tuple[float, float]:
    rtol, atol = (0.0, 0.0) if values == "exact" else values
    return max(rtol / SHARE, 10 * by), max(atol / SHARE, by)


@dataclass(frozen=True, slots=True)
class WantedGradients:
    """The reference's gradients of the arguments of one call."""

    place: int
    """The case whose shapes, dtypes and other arguments the call has; its arrays have other contents."""
    call: Backward
    expected: Mapping[str, Array]
    scales: Mapping[str, float]
    """The largest magnitude of each argument's gradients in all calls: elsewhere they may be nearly 0 by rounding."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """The data for grading answers to one exercise."""

    exercise: Exercise
    seed: int
    cases: tuple[DrawnCase, ...]
    expected: tuple[Outcome, ...]
    gradients: tuple[WantedGradients, ...] = ()
    """Gradients that an answer must have besides its results."""
    device: str = "cpu(0)"
    """Device of the grading: "cpu(0)", "gpu(0)" or "standin"."""
    gpus: int = 0
    """Number of GPUs in use; 0 for CPU contexts."""


def fresh_seed() -> int:
    """Return a seed that answers cannot predict, short enough to type."""
    return secrets.randbelow(10**6)


def answer_limits(exercise: Exercise, cases: int) -> JobLimits:
    """Return the limits of a job with an answer to this number of cases; a case that runs once more has its own time.

    They are the same with such a case and without, and from `LEAST` cases on: a child that waits with other limits is
    replaced, which takes 20 ms.
    """
    return JobLimits(exercise.seconds * (1 + 1 / min(cases or 1, LEAST)), exercise.processes, exercise.loopback)


def later_case(cases: Sequence[DrawnCase]) -> int:
    """Return the place of the case that costs least to run once more: the last of those with the fewest elements."""
    sizes = [elements(case.inputs) + elements(case.extra) for case in cases]
    return min(range(len(cases)), key=lambda at: (not sizes[at], sizes[at], -at))


def elements(made: object) -> int:
    """Return the number of elements of all arrays in recipes."""
    if isinstance(made, np.ndarray):
        return int(made.size)
    parts = made.values() if isinstance(made, Mapping) else made if isinstance(made, (list, tuple)) else ()
    return sum(map(elements, parts))


def answer_job(
    exercise: Exercise,
    source: bytes,
    cases: Sequence[DrawnCase],
    seed: int,
    framework: FrameworkName,
    later: int | None = None,
    backward: Sequence[Backward] = (),
) -> AnswerJob:
    """Return the job that runs an answer on drawn cases, on the one at place `later` once more, and `backward`.

    It contains inputs and probes, but no expected results.
    """
    compare = exercise.compare
    return AnswerJob(
        source=source,
        entries=exercise.entries,
        observer=exercise.observer(framework),
        cases=tuple(CaseInputs(case.inputs, case.extra) for case in cases),
        probe=Probe(
            inputs=compare.inputs != "any",
            alias=compare.alias != "any",
            repeat=compare.statistics is not None,
            seeds=_seeds(seed) if compare.statistics is not None else (),
            refill=bool(compare.statistics and _only_shapes(compare.statistics, cases)),
        ),
        later=later,
        backward=tuple(backward),
    )


def _seeds(seed: int) -> tuple[int, int]:
    """Return the seed of the first call and one with another high bit: adjacent seeds share generators in MXNet."""
    first = seed % 2**31
    return first, first ^ (1 << 10 + seed % 21)


def _only_shapes(wanted: Statistics, cases: Sequence[DrawnCase]) -> bool:
    """Return whether only the shapes of array arguments matter, since no parameter of the law is an array."""
    named = [p for p in wanted.law if isinstance(p, str)][1:]
    return bool(wanted.law) and not any(c.inputs[p]["is"] == "array" for c in cases for p in named)


def prepare(
    worker: Worker, exercise: Exercise, seed: int, gpus: int = 0, *, running: RunningJobs | None = None
) -> Prepared:
    """Draw the cases for a seed, on `gpus` GPUs, and run the reference; draw ill-conditioned cases again.

    A case from the domain that is ill-conditioned in `DRAWS` draws is left out, unless no case would remain. `running`
    can cancel it.

    Raises:
        BrokenError: the reference's framework cannot be used, or the computation was cancelled.
        ContentError: the cases or the reference of the exercise are wrong.
    """
    cases = on_gpus(draw(exercise, seed), gpus)
    expected = [*_run(worker, exercise, cases, seed, running)]
    doubtful = {*range(len(cases))} if exercise.steady else set[int]()
    for again in range(1, DRAWS + 1):
        doubtful = _unsteady(worker, exercise, cases, expected, sorted(doubtful), seed, running)
        if not doubtful or again == DRAWS:
            break
        others = on_gpus(draw(exercise, seed, again), gpus)
        results = _run(worker, exercise, [others[i] for i in sorted(doubtful)], seed, running)
        for i, result in zip(sorted(doubtful), results, strict=True):
            cases[i], expected[i] = others[i], result
    kept = steady_cases(cases, doubtful)
    cases, expected = [cases[i] for i in kept], [expected[i] for i in kept]
    gradients = wanted_gradients(worker, exercise, cases, seed, running) if exercise.compare.gradient else ()
    return Prepared(exercise, seed, tuple(cases), tuple(expected), gradients, judging_device(cases, gpus), gpus)


GRADIENTS = 3
"""Maximum number of calls per grading whose gradients are compared; each takes 0.7 to 1 ms."""
CANDIDATES = 12
"""Maximum number of calls among which these are: those with a gradient of 0, as outside of limits, show nothing."""
SMALL = 1e-4
"""Gradients that are all below this share of those of other calls are left out, since they may be rounding errors."""
REACH = 100.0
"""Magnitude of the numbers in these calls, if the case's numbers allow it."""


def wanted_gradients(
    worker: Worker, exercise: Exercise, cases: Sequence[DrawnCase], seed: int, running: RunningJobs | None
) -> tuple[WantedGradients, ...]:
    """Choose cases at random and return the reference's gradients there; without those that are 0 or not finite.

    Drawn cases whose arrays of floats all get other numbers come first: MXNet leaves out some gradients if an argument,
    as a weight of zeros, has none, and written cases may be large. None for a reference that cannot be called in a
    recording, as one that writes into its arguments.
    """
    rng = np.random.default_rng(seed)
    drawn: list[tuple[int, int, Backward]] = []
    for place in map(int, rng.permutation(len(cases))):
        inputs = {name: _smooth(recipe, rng) for name, recipe in cases[place].inputs.items()}
        names = tuple(name for name, recipe in inputs.items() if recipe is not cases[place].inputs[name])
        if names:
            left = sum(map(_is_of_floats, inputs.values())) - len(names) + cases[place].written
            drawn.append((left, place, Backward(CaseInputs(inputs, cases[place].extra), names)))
    calls = [(place, call) for _, place, call in sorted(drawn, key=itemgetter(0))[:CANDIDATES]]
    if not calls:
        return ()
    job = answer_job(exercise, exercise.runnable_reference.encode(), (), seed, worker.role.framework)
    job = replace(job, backward=tuple(call for _, call in calls))
    limits = JobLimits(max(worker.role.seconds, exercise.seconds), worker.role.processes)
    result = execute(worker, job, limits, cases=len(calls), running=running)
    found: list[tuple[int, Backward, dict[str, Array]]] = []
    for (place, call), outcome in zip(calls, result.cases, strict=False):
        if isinstance(outcome, Outcome):
            slopes = dict(zip(outcome.value.keys, map(reference_array, outcome.value.items), strict=True))
            if all(np.isfinite(array).all() for array in slopes.values()) and _greatest(slopes):
                found.append((place, call, slopes))
    usual = SMALL * float(np.median([_greatest(slopes) for *_, slopes in found] or [0.0]))
    found, scales = [one for one in found if _greatest(one[2]) >= usual][:GRADIENTS], dict[str, float]()
    for name, array in (item for _, _, slopes in found for item in slopes.items()):
        scales[name] = max(scales.get(name, 0.0), largest(array))
    return tuple(WantedGradients(*one, scales) for one in found)


def _greatest(slopes: Mapping[str, Array]) -> float:
    return max(map(largest, slopes.values()))


def _is_of_floats(recipe: Recipe) -> bool:
    return recipe["is"] == "array" and recipe["array"].dtype in (np.float32, np.float64) and recipe["array"].size > 0


def _smooth(recipe: Recipe, rng: np.random.Generator) -> Recipe:
    """Return the recipe of an array of fractions with other numbers in its range; other recipes as they are.

    The drawn numbers include ties, zeros and ends of ranges, where frameworks may choose among several gradients.
    """
    if not _is_of_floats(recipe):
        return recipe
    array = recipe["array"]
    finite = array[np.isfinite(array)]
    if not finite.size or (finite == np.round(finite)).all():
        return recipe
    low, high = float(finite.min()), float(finite.max())
    if low < REACH and high > -REACH:
        low, high = max(low, -REACH), min(high, REACH)
    new = (low + high) / 2 + (high - low) / 2 * rng.uniform(-0.95, 0.95, array.shape) ** 3  # large and small ones
    return {**recipe, "array": new.astype(array.dtype)}


def steady_cases(cases: Sequence[DrawnCase], doubtful: Collection[int]) -> list[int]:
    """Return the places of the cases to grade: without doubtful ones of the domain, but never none at all."""
    kept = [i for i, case in enumerate(cases) if case.written or i not in doubtful]
    return kept or [*range(len(cases))]


def _unsteady(
    worker: Worker,
    exercise: Exercise,
    cases: Sequence[DrawnCase],
    expected: Sequence[Outcome],
    doubtful: Sequence[int],
    seed: int,
    running: RunningJobs | None,
) -> set[int]:
    """Return which of the doubtful cases change too much when their inputs are perturbed in one or the other way."""
    found = set[int]()
    for by in (exercise.steady, -exercise.steady) if doubtful else ():
        moved = _run(worker, exercise, perturbed([cases[i] for i in doubtful], by, seed), seed, running)
        pairs = zip(doubtful, moved, strict=True)
        found |= {i for i, result in pairs if not steady(exercise.compare, exercise.steady, expected[i], result)}
    return found


def run_reference(
    worker: Worker, exercise: Exercise, cases: Sequence[DrawnCase], seed: int, running: RunningJobs | None
) -> Result:
    """Run the reference on drawn cases; on cases that a learner chose, it may raise.

    Raises:
        BrokenError: the reference's framework cannot be used.
    """
    role = worker.role
    job = answer_job(exercise, exercise.runnable_reference.encode(), cases, seed, role.framework)
    job = replace(job, probe=Probe(seeds=job.probe.seeds))
    limits = JobLimits(max(role.seconds, exercise.seconds), role.processes)
    return execute(worker, job, limits, cases=len(cases), running=running)


def _run(
    worker: Worker, exercise: Exercise, cases: Sequence[DrawnCase], seed: int, running: RunningJobs | None
) -> tuple[Outcome, ...]:
    result = run_reference(worker, exercise, cases, seed, running)
    if (failure := result.failure) is not None:
        cancelled = failure.reason is FailureReason.CANCELLED
        headline = "" if cancelled else f"The reference of {exercise.id} did not finish: "
        raise BrokenError(f"{headline}{failure.headline}", fix=failure.fix or "Try again.")
    if (error := result.raised) is not None:
        raise ContentError(f"{exercise.folder}/reference.py raised {error.type}: {error.text}")
    return tuple(c for c in result.cases if not isinstance(c, ErrorDetail))

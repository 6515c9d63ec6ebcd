"""Prepares a grading: draws cases from a seed, and computes the reference results."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import msgspec
import numpy as np

from mxtutor.content.model import Compare, Exercise, Observation, Statistics
from mxtutor.errors import BrokenError, ContentError
from mxtutor.grading.cases.draw import DrawnCase, draw, judging_device, on_gpus
from mxtutor.grading.judging.observations import observations
from mxtutor.grading.messages import AnswerJob, CaseInputs, JobLimits, Probe
from mxtutor.grading.protocol import ErrorDetail
from mxtutor.grading.results.decode import FailureReason, Result
from mxtutor.grading.results.execute import execute
from mxtutor.grading.results.values import Outcome
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import FrameworkName, Worker

Judged = TypeVar("Judged", Compare, Observation)

SHARE = 4
"""A perturbation may use 1 / SHARE of the tolerance."""


def perturbed(cases: Sequence[DrawnCase], by: float, seed: int) -> list[DrawnCase]:
    """Return the cases twice: with arrays of fractions perturbed by random amounts, then by the opposite amounts.

    `by` is relative to each value. Arrays of whole numbers (labels, counts) and single numbers (a learning rate) stay
    unchanged.
    """
    return [_perturb(case, by * sign, np.random.default_rng(seed)) for sign in (1, -1) for case in cases]


def _perturb(case: DrawnCase, by: float, rng: np.random.Generator) -> DrawnCase:
    return replace(case, inputs=_moved(dict(case.inputs), by, rng), extra=_moved(dict(case.extra), by, rng))


def _moved(tree: Any, by: float, rng: np.random.Generator) -> Any:
    if isinstance(tree, dict):
        return {key: _moved(value, by, rng) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(_moved(value, by, rng) for value in tree)
    if not isinstance(tree, np.ndarray) or tree.dtype.kind != "f" or tree.size < 2 or (tree == np.round(tree)).all():
        return tree
    return (tree * (1 + by * rng.standard_normal(tree.shape))).astype(tree.dtype)


def steady(compare: Compare, expected: Sequence[Outcome], moved: Sequence[Outcome]) -> bool:
    """Return whether the observations stay within a share of the tolerance; `moved` has every case twice."""
    tight = stricter(compare, SHARE)
    return all(
        aspect.ok
        for want, have in zip([*expected, *expected], moved, strict=True)
        for aspect in observations(tight, want.observed, have.observed)
    )


def stricter(compare: Compare, factor: float) -> Compare:
    """Return a comparison with tolerances divided by `factor`; the rules for random results stay unchanged."""
    observe = {name: _stricter(o, factor) for name, o in compare.observe.items()}
    return _stricter(compare, factor, observe=observe)


def _stricter(judged: Judged, factor: float, **changes: Any) -> Judged:
    if judged.rtol is not None and judged.atol is not None:
        changes["values"] = (judged.rtol / factor, judged.atol / factor)
    return msgspec.structs.replace(judged, **changes)


DRAWS = 8
"""Most draws per seed; 3 % of the draws of the capstone are ill-conditioned."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """The data for grading answers to one exercise."""

    exercise: Exercise
    seed: int
    cases: tuple[DrawnCase, ...]
    expected: tuple[Outcome, ...]
    device: str = "cpu(0)"
    """Device of the grading: "cpu(0)", "gpu(0)" or "standin"."""
    gpus: int = 0
    """Number of GPUs in use; 0 for CPU contexts."""


def fresh_seed() -> int:
    """Return a seed that answers cannot predict, short enough to type."""
    return secrets.randbelow(10**6)


def answer_limits(exercise: Exercise) -> JobLimits:
    return JobLimits(exercise.seconds, exercise.processes, exercise.loopback)


def answer_job(
    exercise: Exercise, source: bytes, cases: Sequence[DrawnCase], seed: int, framework: FrameworkName
) -> AnswerJob:
    """Return the job that runs an answer on drawn cases; it contains inputs and probes, but no expected results."""
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

    `running` can cancel it.

    Raises:
        BrokenError: the reference's framework cannot be used, or the computation was cancelled.
        ContentError: the cases or the reference of the exercise are wrong.
    """
    cases = on_gpus(draw(exercise, seed), gpus)
    expected = [*_run(worker, exercise, cases, seed, running)]
    doubtful = [*range(len(cases))] if exercise.steady else []
    for again in range(1, DRAWS + 1):
        if not doubtful:
            break
        moved = _run(worker, exercise, perturbed([cases[i] for i in doubtful], exercise.steady, seed), seed, running)
        pairs = zip(moved[: len(doubtful)], moved[len(doubtful) :], strict=True)
        doubtful = [
            i for i, pair in zip(doubtful, pairs, strict=True) if not steady(exercise.compare, [expected[i]], pair)
        ]
        if doubtful and again < DRAWS:
            others = on_gpus(draw(exercise, seed, again), gpus)
            results = _run(worker, exercise, [others[i] for i in doubtful], seed, running)
            for i, result in zip(doubtful, results, strict=True):
                cases[i], expected[i] = others[i], result
    return Prepared(exercise, seed, tuple(cases), tuple(expected), judging_device(cases, gpus), gpus)


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

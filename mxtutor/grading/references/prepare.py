"""Prepares a grading: draws cases from a seed, and computes the reference results."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mxtutor.content.model import Exercise, Statistics
from mxtutor.errors import BrokenError, ContentError
from mxtutor.grading.cases.devices import judging_device, on_gpus
from mxtutor.grading.cases.draw import DrawnCase, draw
from mxtutor.grading.messages import AnswerJob, CaseInputs, JobLimits, Probe
from mxtutor.grading.protocol import ErrorDetail
from mxtutor.grading.references.stability import perturbed, steady
from mxtutor.grading.results.decode import Completed, FailureReason, ProcessFailure
from mxtutor.grading.results.execute import execute
from mxtutor.grading.results.outcome import Outcome
from mxtutor.grading.workers.job import Running
from mxtutor.grading.workers.roles import FrameworkName
from mxtutor.grading.workers.worker import Worker

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
    """GPUs in use; 0: CPU contexts."""


def fresh_seed() -> int:
    """Return a seed that answers cannot predict, short enough to type."""
    return secrets.randbelow(10**6)


def answer_limits(exercise: Exercise) -> JobLimits:
    """Return the limits for an answer to an exercise."""
    return JobLimits(exercise.seconds, exercise.processes, exercise.loopback)


def answer_job(
    exercise: Exercise, source: bytes, cases: Sequence[DrawnCase], seed: int, framework: FrameworkName
) -> AnswerJob:
    """Return the job that runs an answer on drawn cases: it holds inputs and probes, but no expected results."""
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
    """Return the seed of the first call and a distant second one: adjacent seeds share generators in MXNet."""
    return seed % 2**31, (seed * 7919 + 1_000_003) % 2**31


def _only_shapes(wanted: Statistics, cases: Sequence[DrawnCase]) -> bool:
    """Return whether only the shapes of array arguments matter, since no parameter of the law is an array."""
    named = [p for p in wanted.law if isinstance(p, str)][1:]
    return bool(wanted.law) and not any(c.inputs[p]["is"] == "array" for c in cases for p in named)


def prepare(
    worker: Worker, exercise: Exercise, seed: int, gpus: int = 0, *, running: Running | None = None
) -> Prepared:
    """Draw the cases of a seed, on `gpus` GPUs, and run the reference on them; draw again if they are ill-conditioned.

    `running` can cancel it.

    Raises:
        BrokenError: the reference's framework cannot be used, or the computation was cancelled.
        ContentError: the cases or the reference of the exercise are wrong.
    """
    for again in range(DRAWS):
        cases = on_gpus(draw(exercise, seed, again), gpus)
        expected = _run(worker, exercise, cases, seed, running)
        if not exercise.steady:
            break
        moved = _run(worker, exercise, perturbed(cases, exercise.steady, seed), seed, running)
        if steady(exercise.compare, expected, moved):
            break
    return Prepared(exercise, seed, tuple(cases), expected, judging_device(cases, gpus), gpus)


def run_reference(
    worker: Worker, exercise: Exercise, cases: Sequence[DrawnCase], seed: int, running: Running | None
) -> Completed | ProcessFailure:
    """Run the reference on drawn cases; on cases that a learner chose, it may raise.

    Raises:
        BrokenError: the reference's framework cannot be used.
    """
    role = worker.role
    job = answer_job(exercise, exercise.runnable_reference.encode(), cases, seed, role.framework)
    job = replace(job, probe=Probe(seeds=job.probe.seeds))
    limits = JobLimits(max(role.seconds, exercise.seconds), role.processes)
    return execute(worker, job, limits, cases=len(cases), running=running).result


def _run(
    worker: Worker, exercise: Exercise, cases: Sequence[DrawnCase], seed: int, running: Running | None
) -> tuple[Outcome, ...]:
    ran = run_reference(worker, exercise, cases, seed, running)
    if isinstance(ran, ProcessFailure) and ran.reason is FailureReason.CANCELLED:
        raise BrokenError(ran.headline, fix=ran.fix)
    if isinstance(ran, ProcessFailure):
        raise BrokenError(f"The reference of {exercise.id} did not finish: {ran.headline}", fix=ran.fix or "Try again.")
    return _expected(exercise, ran)


def _expected(exercise: Exercise, ran: Completed) -> tuple[Outcome, ...]:
    error = ran.error or next((c for c in ran.cases if isinstance(c, ErrorDetail)), None)
    if error is not None:
        raise ContentError(f"{exercise.folder}/reference.py raised {error.type}: {error.text}")
    return tuple(c for c in ran.cases if not isinstance(c, ErrorDetail))

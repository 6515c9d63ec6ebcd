"""Runs mutants through the grader and returns the outcome of each."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Literal

from mxtutor.authoring.mutation.make import Mutant, mutants_of
from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict

SEEDS = 3
"""Number of draws for a mutant that passes, or that only one case refuses."""

Outcome = Literal["killed", "survived", "sometimes", "died", "broken"]
"""`killed`: it ran and was refused. `survived`: right on every draw. `sometimes`: right on some draws.
`died`: an error, a timeout or a crash ended it. `broken`: it could not be graded."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A mutant and its outcome."""

    exercise: str
    mutant: Mutant
    outcome: Outcome
    message: str = ""
    """Headline of the report that refused it, or why it could not be graded; empty if every draw was right."""

    @property
    def ran(self) -> bool:
        """Whether it gave a result that could be judged."""
        return self.outcome in ("killed", "survived", "sometimes")

    @property
    def passed(self) -> bool:
        """Whether it was right on at least one draw."""
        return self.outcome in ("survived", "sometimes")


def chosen(exercises: Sequence[Exercise], sample: int | None, seed: int) -> list[tuple[Exercise, Mutant]]:
    """Return the mutants to run, in the order of the exercises: all, or `sample` of them, chosen by `seed`."""
    every = [(exercise, mutant) for exercise in exercises for mutant in mutants_of(exercise)]
    if sample is None or sample >= len(every):
        return every
    picked = random.Random(seed).sample(range(len(every)), sample)  # noqa: S311 - a choice, not a secret
    return [every[i] for i in sorted(picked)]


def run(
    grader: LocalGrader, todo: Sequence[tuple[Exercise, Mutant]], seed: int, jobs: int
) -> Generator[Tried, None, None]:
    """Yield the outcome of each mutant as it is known, `jobs` at a time; closing the iterator ends what runs."""
    with ThreadPoolExecutor(jobs, "mxtutor-mutants") as pool:
        try:
            running = [pool.submit(tried, grader, exercise, mutant, seed) for exercise, mutant in todo]
            for future in as_completed(running):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            grader.cancel()


def tried(grader: LocalGrader, exercise: Exercise, mutant: Mutant, seed: int) -> Tried:
    """Return the outcome of a mutant. It is graded on more draws if it passes or if only one case refuses it."""
    report = _graded(grader, exercise, mutant, seed)
    if report.verdict is Verdict.BROKEN:
        return Tried(exercise.id, mutant, "broken", report.headline)
    if report.verdict not in (Verdict.RIGHT, Verdict.WRONG):
        return Tried(exercise.id, mutant, "died", report.headline)
    if report.verdict is Verdict.WRONG and sum(c.verdict is not Verdict.RIGHT for c in report.cases) > 1:
        return Tried(exercise.id, mutant, "killed", report.headline)
    reports = [report, *(_graded(grader, exercise, mutant, seed + i) for i in range(1, SEEDS))]
    right = sum(r.verdict is Verdict.RIGHT for r in reports)
    refused = next((r.headline for r in reports if r.verdict is not Verdict.RIGHT), "")
    outcome: Outcome = "killed" if right == 0 else "survived" if right == len(reports) else "sometimes"
    return Tried(exercise.id, mutant, outcome, refused)


def _graded(grader: LocalGrader, exercise: Exercise, mutant: Mutant, seed: int) -> Report:
    """Return the report of a mutant. A second attempt follows a failure of mxtutor itself, as on a busy machine."""
    submission = Submission(exercise, mutant.source.encode(), seed)
    report = grader.grade(submission, named=False)
    return grader.grade(submission, named=False) if report.verdict is Verdict.BROKEN else report

"""Runs the wrong answers that ship with an exercise on the inputs of a check, to recognise mistakes by behaviour."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from mxtutor.grading.protocol import Verdict
from mxtutor.grading.references.prepare import Prepared, answer_job, answer_limits
from mxtutor.grading.references.store import kept
from mxtutor.grading.results.decode import FailureReason, Result
from mxtutor.grading.results.execute import execute
from mxtutor.grading.results.values import Outcome
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import Worker

AT_ONCE = (os.cpu_count() or 1) + 1
"""Number of wrong answers that run in parallel; more would not end sooner, and would delay other checks."""


class _IncompleteError(Exception):
    """Some jobs were cancelled, lost or ran out of time, so the results are not cached."""

    def __init__(self, found: Mapping[str, Result]) -> None:
        super().__init__()
        self.found = dict(found)


class KnownMistakes:
    """Cache of the results of shipped wrong answers; it stores only complete runs of an exercise; thread-safe."""

    def __init__(self, answers: Worker) -> None:
        self._answers = answers
        self._cached = kept(self._run, key=_key)

    def results(self, prepared: Prepared, running: RunningJobs) -> dict[str, Result]:
        """Return the result of each shipped wrong answer on the same inputs, by the code of its mistake.

        `running` can cancel the runs.

        Raises:
            BrokenError: the worker cannot be used.
        """
        try:
            return self._cached(prepared, running)
        except _IncompleteError as incomplete:
            return incomplete.found

    def _run(self, prepared: Prepared, running: RunningJobs) -> dict[str, Result]:
        """Run the shipped wrong answers in parallel."""
        exercise, running = (
            prepared.exercise,
            running.call(),
        )  # so that a cancellation also ends runs that begin after it
        framework, count = self._answers.role.framework, len(prepared.cases)
        limits = answer_limits(exercise, count)

        def result(source: Path) -> Result:
            job = answer_job(exercise, source.read_bytes(), prepared.cases, prepared.seed, framework)
            found = execute(self._answers, job, limits, cases=count, running=running)
            # without its result a less certain rule could name another mistake
            if _overran(found):
                found = execute(self._answers, job, limits, cases=count, running=running)
            cases = (replace(one, studies=()) if isinstance(one, Outcome) else one for one in found.cases)
            return replace(found, cases=tuple(cases))  # traces are large, and no mistake is recognised by them

        sources = {mistake.code: mistake.source for mistake in exercise.mistakes if mistake.source is not None}
        with ThreadPoolExecutor(AT_ONCE, "mxtutor-mistake") as pool:
            try:
                found = dict(zip(sources, pool.map(result, sources.values()), strict=True))
            except KeyboardInterrupt:  # the end of the pool waits for its jobs
                running.cancel()
                raise
        whole = {code: one for code, one in found.items() if not _unknown(one)}
        if len(whole) < len(found):
            raise _IncompleteError(whole)
        return whole


def _overran(result: Result) -> bool:
    """Return whether the machine was too busy for a wrong answer to end; one that never ends uses up its own time."""
    return result.failure is not None and result.failure.reason is FailureReason.WALL


def _unknown(result: Result) -> bool:
    """Return whether a run does not show how a wrong answer behaves; no answer is compared with it then."""
    return result.failure is not None and result.failure.verdict in (Verdict.BROKEN, Verdict.TIMEOUT)


def _key(prepared: Prepared, _running: RunningJobs) -> tuple[str, str, int, int]:
    return str(prepared.exercise.folder), prepared.exercise.task_hash, prepared.seed, prepared.gpus

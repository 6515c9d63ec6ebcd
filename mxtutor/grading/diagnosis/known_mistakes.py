"""Runs the wrong answers that ship with an exercise on the inputs of a check, to recognise mistakes by behaviour."""

from __future__ import annotations

from collections.abc import Mapping

from mxtutor.grading.messages import Job
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.references.prepare import Prepared, answer_job, answer_limits
from mxtutor.grading.references.store import kept
from mxtutor.grading.results.decode import FailureReason, Result, interrupted, read
from mxtutor.grading.results.execute import execute
from mxtutor.grading.workers.job import RunningJob, RunningJobs
from mxtutor.grading.workers.worker import Worker


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
        exercise = prepared.exercise
        handed: list[tuple[str, Job, RunningJob, str]] = []
        limits = answer_limits(exercise)
        for mistake in exercise.mistakes:
            if mistake.source is not None:
                source, framework = mistake.source.read_bytes(), self._answers.role.framework
                job = answer_job(exercise, source, prepared.cases, prepared.seed, framework)
                handed.append((mistake.code, job, *self._answers.submit(job, limits)))
        running.expect(started for _, _, started, _ in handed)
        count = len(prepared.cases)
        found: dict[str, Result] = {}
        for code, payload, started, nonce in handed:
            end = running.wait(started)
            found[code] = read(end, nonce, count)
            if interrupted(end) or _overran(found[code]):
                # without its result a less certain rule could name another mistake
                found[code] = execute(self._answers, payload, limits, cases=count, running=running)
        whole = {code: result for code, result in found.items() if not _unknown(result)}
        if len(whole) < len(found):
            raise _IncompleteError(whole)
        return whole


def _overran(result: Result) -> bool:
    """Return whether the machine was too busy for a wrong answer to end; one that never ends uses up its own time."""
    return result.failure is not None and result.failure.reason is FailureReason.WALL


def _unknown(result: Result) -> bool:
    """Return whether a run does not show how a wrong answer behaves; no answer is compared with it then."""
    return result.failure is not None and result.failure.verdict in (Verdict.BROKEN, Verdict.TIMEOUT)


def _key(prepared: Prepared, _running: RunningJobs) -> tuple[str, int, int]:
    return str(prepared.exercise.folder), prepared.seed, prepared.gpus

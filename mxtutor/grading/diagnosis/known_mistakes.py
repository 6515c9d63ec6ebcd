"""Runs the wrong answers that ship with an exercise on the inputs of a check, to recognise mistakes by behaviour."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from cachetools import LRUCache, cached

from mxtutor.grading.diagnosis.diagnose import Behaviour
from mxtutor.grading.messages import JobLimits, JobPayload
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.references.prepare import Prepared, answer_job
from mxtutor.grading.results.decode import ProcessFailure, interrupted, read
from mxtutor.grading.results.execute import execute
from mxtutor.grading.workers.job import Job, Running
from mxtutor.grading.workers.worker import Worker

SECONDS = 20.0
"""Time limit of a shipped wrong answer, or that of an answer if it is shorter."""
KEPT = 64
"""Number of exercises and seeds in the cache; the least recently used ones leave it first."""


class _IncompleteError(Exception):
    """Some jobs were cancelled or lost, so the behaviours are not cached."""

    def __init__(self, found: Mapping[str, Behaviour]) -> None:
        super().__init__()
        self.found = dict(found)


class KnownMistakes:
    """Cache of the behaviours of shipped wrong answers; it stores only complete runs of an exercise; thread-safe."""

    def __init__(self, answers: Worker, running: Running) -> None:
        self._answers, self._running = answers, running
        self._cached = cached(LRUCache(KEPT), key=_key, condition=threading.Condition())(self._run)

    def behaviours(self, prepared: Prepared) -> dict[str, Behaviour]:
        """Return the behaviour of each shipped wrong answer on the same inputs, by the code of its mistake.

        Raises:
            BrokenError: the worker cannot be used.
        """
        try:
            return self._cached(prepared)
        except _IncompleteError as incomplete:
            return incomplete.found

    def _run(self, prepared: Prepared) -> dict[str, Behaviour]:
        """Run the shipped wrong answers in parallel."""
        exercise = prepared.exercise
        handed: list[tuple[str, JobPayload, Job, str]] = []
        limits = JobLimits(min(SECONDS, exercise.seconds), exercise.processes, exercise.loopback)
        for mistake in exercise.mistakes:
            if mistake.source is not None:
                source, framework = mistake.source.read_bytes(), self._answers.role.framework
                job = answer_job(exercise, source, prepared.cases, prepared.seed, framework)
                handed.append((mistake.code, job, *self._answers.submit(job, limits)))
        self._running.expect(running for _, _, running, _ in handed)
        count = len(prepared.cases)
        found: dict[str, Behaviour] = {}
        for code, payload, running, nonce in handed:
            end = self._running.wait(running)
            if interrupted(end):  # without its behaviour a less certain rule could name another mistake
                found[code] = execute(self._answers, payload, limits, cases=count, running=self._running).result
            else:
                found[code] = read(end, nonce, count)
        whole = {c: b for c, b in found.items() if not (isinstance(b, ProcessFailure) and b.verdict is Verdict.BROKEN)}
        if len(whole) < len(found):
            raise _IncompleteError(whole)
        return whole


def _key(prepared: Prepared) -> tuple[str, int, int]:
    return str(prepared.exercise.folder), prepared.seed, prepared.gpus

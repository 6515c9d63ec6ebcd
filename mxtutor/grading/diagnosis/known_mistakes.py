"""Runs the wrong answers that ship with an exercise on the inputs of a check, to recognise mistakes by behaviour."""

from __future__ import annotations

from collections.abc import Mapping

from mxtutor.grading.diagnosis.diagnose import Behaviour
from mxtutor.grading.messages import JobPayload
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.references.prepare import Prepared, answer_job, answer_limits
from mxtutor.grading.references.store import kept
from mxtutor.grading.results.decode import FailureReason, ProcessFailure, interrupted, read
from mxtutor.grading.results.execute import execute
from mxtutor.grading.workers.job import Job, Running
from mxtutor.grading.workers.worker import Worker


class _IncompleteError(Exception):
    """Some jobs were cancelled, lost or ran out of time, so the behaviours are not cached."""

    def __init__(self, found: Mapping[str, Behaviour]) -> None:
        super().__init__()
        self.found = dict(found)


class KnownMistakes:
    """Cache of the behaviours of shipped wrong answers; it stores only complete runs of an exercise; thread-safe."""

    def __init__(self, answers: Worker) -> None:
        self._answers = answers
        self._cached = kept(self._run, key=_key)

    def behaviours(self, prepared: Prepared, running: Running) -> dict[str, Behaviour]:
        """Return the behaviour of each shipped wrong answer on the same inputs, by the code of its mistake.

        `running` can cancel the runs.

        Raises:
            BrokenError: the worker cannot be used.
        """
        try:
            return self._cached(prepared, running)
        except _IncompleteError as incomplete:
            return incomplete.found

    def _run(self, prepared: Prepared, running: Running) -> dict[str, Behaviour]:
        """Run the shipped wrong answers in parallel."""
        exercise = prepared.exercise
        handed: list[tuple[str, JobPayload, Job, str]] = []
        limits = answer_limits(exercise)
        for mistake in exercise.mistakes:
            if mistake.source is not None:
                source, framework = mistake.source.read_bytes(), self._answers.role.framework
                job = answer_job(exercise, source, prepared.cases, prepared.seed, framework)
                handed.append((mistake.code, job, *self._answers.submit(job, limits)))
        running.expect(started for _, _, started, _ in handed)
        count = len(prepared.cases)
        found: dict[str, Behaviour] = {}
        for code, payload, started, nonce in handed:
            end = running.wait(started)
            found[code] = read(end, nonce, count)
            if interrupted(end) or _overran(found[code]):
                # without its behaviour a less certain rule could name another mistake
                found[code] = execute(self._answers, payload, limits, cases=count, running=running).result
        whole = {code: behaviour for code, behaviour in found.items() if not _unknown(behaviour)}
        if len(whole) < len(found):
            raise _IncompleteError(whole)
        return whole


def _overran(behaviour: Behaviour) -> bool:
    """Return whether the machine was too busy for a wrong answer to end; one that never ends uses up its own time."""
    return isinstance(behaviour, ProcessFailure) and behaviour.reason is FailureReason.WALL


def _unknown(behaviour: Behaviour) -> bool:
    """Return whether a run does not show how a wrong answer behaves; no answer is compared with it then."""
    return isinstance(behaviour, ProcessFailure) and behaviour.verdict in (Verdict.BROKEN, Verdict.TIMEOUT)


def _key(prepared: Prepared, _running: Running) -> tuple[str, int, int]:
    return str(prepared.exercise.folder), prepared.seed, prepared.gpus

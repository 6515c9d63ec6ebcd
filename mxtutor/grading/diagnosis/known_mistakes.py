"""What an exercise's shipped wrong answers do on the inputs of an answer, so that a slip is known by its behaviour."""

from __future__ import annotations

from collections.abc import Mapping

from mxtutor.grading.diagnosis.diagnose import Behaviour
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.references.prepare import Prepared, answer_order
from mxtutor.grading.results.decode import ProcessFailure, read
from mxtutor.grading.workers.job import Running
from mxtutor.grading.workers.worker import Worker

SECONDS = 20.0
"""Wall clock of a shipped wrong answer; an answer's own where that is shorter, so that one waiting supervisor fits both."""


class Interrupted(Exception):
    """Some slips did not end by themselves, so that what was found is not worth remembering."""

    def __init__(self, found: Mapping[str, Behaviour]) -> None:
        super().__init__()
        self.found = dict(found)


def run_known_mistakes(answers: Worker, prepared: Prepared, running: Running) -> dict[str, Behaviour]:
    """Run the shipped wrong answers side by side; return code to behaviour.

    Raises:
        Interrupted: not all of them ended by themselves.
    """
    exercise, handed = prepared.exercise, []
    for mistake in exercise.mistakes:
        if mistake.source is not None:
            order = answer_order(exercise, mistake.source.read_bytes(), prepared.cases, prepared.seed)
            job, nonce = answers.submit(
                order,
                seconds=min(SECONDS, exercise.seconds),
                processes=exercise.processes,
                loopback=exercise.loopback,
            )
            handed.append((mistake.code, job, nonce))
    running.expect(job for _, job, _ in handed)
    found = {code: read(running.wait(job), nonce, len(prepared.cases)) for code, job, nonce in handed}
    whole = {c: b for c, b in found.items() if not (isinstance(b, ProcessFailure) and b.verdict is Verdict.BROKEN)}
    if len(whole) < len(found):
        raise Interrupted(whole)
    return whole

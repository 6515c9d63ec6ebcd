"""Recomputes observations in a process that never ran the answer, from the traces and facts of the answer's process.

It replays the trace of a Block, and passes facts to `verify_<framework>.py` of the exercise. The recomputed
observations replace those of the answer's process, so that only the trace of a right computation passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mxtutor.errors import BrokenError
from mxtutor.grading.messages import CaseInputs, Evidence, VerifyJob
from mxtutor.grading.protocol import Flag, Verdict
from mxtutor.grading.references.prepare import Prepared, answer_limits
from mxtutor.grading.results.decode import Failure, FailureReason, Result
from mxtutor.grading.results.execute import execute
from mxtutor.grading.results.values import SEQUENCES, Outcome, Value, ValueKind
from mxtutor.grading.wire import WireError
from mxtutor.grading.workers.job import RunningJobs
from mxtutor.grading.workers.worker import Worker


def verify(
    answers: Worker, running: RunningJobs, prepared: Prepared, result: Result
) -> tuple[Result, tuple[Flag, ...]]:
    """Return the result of an answer, which agrees with PyTorch so far, with recomputed observations; and flags.

    Raises:
        BrokenError: the worker cannot be used, or was lost.
    """
    outcomes = [o for o in result.cases if isinstance(o, Outcome)]
    verifier = prepared.exercise.verifier(answers.role.framework)
    if not verifier and not any(e.studies for e in prepared.expected):
        return result, ()
    reasons = [r for e, o in zip(prepared.expected, outcomes, strict=True) for r in _missing(e, o)]
    if verifier and any(o.facts is None for o in outcomes):
        return _without_observations(result, outcomes), _flags(reasons)
    played = _run(answers, running, prepared, outcomes)
    if played.failure is not None and played.failure.verdict is Verdict.BROKEN:
        raise BrokenError(played.failure.headline, fix=played.failure.fix)
    if played.failure is not None or played.error is not None:
        reasons.append("the replay did not end")
        return _without_observations(result, outcomes) if verifier else result, _flags(reasons)
    cases = []
    for outcome, again in zip(outcomes, played.cases, strict=True):
        fault = again.value.plain if isinstance(again, Outcome) else again.text
        if fault is not None:  # why the replay failed
            reasons.append(str(fault).splitlines()[0][:200])
        observed = again.observed if isinstance(again, Outcome) else {}
        kept = {} if verifier and fault is not None else outcome.observed
        cases.append(replace(outcome, observed={**kept, **observed}))
    return replace(result, cases=tuple(cases)), _flags(reasons)


def _without_observations(result: Result, outcomes: Sequence[Outcome]) -> Result:
    """Return the result of an answer without its observations, so that it cannot pass."""
    return replace(result, cases=tuple(replace(o, observed={}) for o in outcomes))


def _missing(expected: Outcome, outcome: Outcome) -> list[str]:
    """Return why studies of a case cannot be replayed."""
    if len(outcome.studies) < len(expected.studies):
        return ["its process sent no graph"]
    return [s["reason"] for s in outcome.studies if "reason" in s]


def _flags(reasons: Sequence[str]) -> tuple[Flag, ...]:
    if not reasons:
        return ()
    message = (
        f"The grader could not recompute the results of this answer's net in a second process ({reasons[0]}). "
        "Its verdict relies on the report of the answer's process."
    )
    return (Flag("unverified", message),)


def _run(answers: Worker, running: RunningJobs, prepared: Prepared, outcomes: Sequence[Outcome]) -> Result:
    cases = tuple(
        Evidence(
            CaseInputs(case.inputs, case.extra),
            plain(outcome.facts),
            tuple(s for s in outcome.studies if "reason" not in s),
        )
        for case, outcome in zip(prepared.cases, outcomes, strict=True)
    )
    job = VerifyJob(prepared.exercise.verifier(answers.role.framework), cases)
    try:
        return execute(answers, job, answer_limits(prepared.exercise, len(cases)), cases=len(cases), running=running)
    except WireError:  # traces and facts at the size limit, together with the inputs of the case, exceed it
        headline = "The observations of this answer are too large to be verified."
        return Result(failure=Failure(Verdict.CRASH, FailureReason.TOO_LARGE_TO_VERIFY, headline))


def plain(value: Value | None) -> Any:
    """Return a value as a tree for a frame; any other object becomes the name of its type."""
    if value is None:
        return None
    if value.array is not None:
        return value.array
    if value.kind is ValueKind.DICT:
        return {key: plain(item) for key, item in zip(value.keys, value.items, strict=True)}
    if value.kind in SEQUENCES:
        return [plain(item) for item in value.items]
    return value.type if value.kind is ValueKind.OTHER else value.plain

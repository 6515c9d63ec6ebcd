"""Makes the call that a request asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import MAX_SOURCE, Grader, Submission
from mxtutor.grading.service.messages import (
    AnyRequest,
    ExerciseId,
    Grade,
    GradeLive,
    Pair,
    PlayDraft,
    Prepare,
    ReferenceLosses,
    ReviewAnswer,
    Run,
)


def perform(
    request: AnyRequest,
    data: bytes,
    grader: Grader,
    exercise_of: Callable[[ExerciseId], Exercise],
    on_output: Callable[[bytes], object],
) -> Any:
    """Return the result of a request; `data` are the bytes of its answer, `on_output` is given what that prints.

    Raises:
        TutorError: the content lacks the exercise, or the call fails.
    """
    match request:
        case Grade():
            source = data[: MAX_SOURCE + 1]
            submission = Submission(exercise_of(request.exercise), source, request.seed, request.device)
            return grader.grade(submission, on_output if request.wants_output else None)
        case GradeLive():
            named = exercise_of(request.exercise)
            return grader.grade(Submission(named, data[: MAX_SOURCE + 1], request.seed, request.device, live=True))
        case Run():
            return grader.run(request.framework, request.source)
        case Pair():
            return grader.pair(request.torch, request.mxnet, request.rtol, own=request.own)
        case PlayDraft():
            exercise = exercise_of(request.exercise)
            return grader.play(exercise, data, case=request.case, seed=request.seed, inputs=request.inputs)
        case ReviewAnswer():
            return grader.review(Submission(exercise_of(request.exercise), data, request.seed, request.device))
        case Prepare():
            return grader.prepare(exercise_of(request.exercise))
        case ReferenceLosses():
            return grader.reference_losses(exercise_of(request.exercise))

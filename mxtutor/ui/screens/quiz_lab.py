"""The lab of a question: the code that it asks about, or the proof of its options, once it is answered."""

from __future__ import annotations

from mxtutor.content.model import Exercise
from mxtutor.grading.protocol import Grader
from mxtutor.ui.platform.threads import in_thread
from mxtutor.ui.screens.lab import PairLab
from mxtutor.ui.session import Session

CLOSED = "There is no lab here."
UNSOLVED = "The lab would show the answer. Answer first: after a right answer it opens with the code."
NO_CODE = "This question has no code to run."
RTOL = 1e-4
"""Allowed relative error between the results of both sides."""


class QuizLab(PairLab):
    """The code of a question in MXNet; the side of PyTorch is empty, for the learner's own comparison."""

    AUTO_FOCUS = "#lab-mxnet"

    def __init__(self, grader: Grader, exercise: Exercise, code: str) -> None:
        super().__init__(grader, (exercise.id,), "", code, RTOL)


async def quiz_lab(session: Session, exercise: Exercise) -> QuizLab | str:
    """Return the lab of a question that the learner has answered or given up; else why there is none, as a sentence."""
    standing = session.standing(exercise.id)
    if not session.allowed.screen("lab"):
        return CLOSED
    if standing.status != "done" and not standing.gave_up:
        return UNSOLVED
    code = await in_thread(lambda: _code(exercise))
    return QuizLab(session.grader, exercise, code) if code else NO_CODE


def _code(exercise: Exercise) -> str:
    return f"{exercise.snippet.strip()}\nresult\n" if exercise.kind == "predict" else exercise.proof

"""With the roles exchanged, an exercise grades its own PyTorch reference as right, beside the MXNet solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from tests.grading.exchanged import ONE_WAY, coded, exchanged, exchanged_grader, reports, sampled
from tests.grading.tiny import SEED, exercise

pytestmark = [pytest.mark.grading, pytest.mark.slow]


def refused(names: Sequence[str]) -> dict[str, str]:
    return {one.exercise: one.headline for one in reports(names) if one.verdict is not Verdict.RIGHT}


def test_a_sample_of_the_course_can_be_answered_in_torch() -> None:
    assert refused(sampled(coded(), 16)) == {}


@pytest.mark.long
def test_the_course_can_be_answered_in_torch() -> None:
    assert len(ONE_WAY) <= 4
    assert refused(coded()) == {}


@pytest.fixture(scope="module")
def torch_grader() -> Iterator[LocalGrader]:
    with exchanged_grader() as grader:
        yield grader


@pytest.fixture
def square(tmp_path: Path) -> Exercise:
    return exchanged(exercise("square"), tmp_path)


WRONG = {
    "another value": ("import torch\n\n\ndef square(x):\n    return x * x + 1\n", "values differ"),
    "NumPy": ("def square(x):\n    return (x * x).numpy()\n", "A PyTorch tensor expected, got a NumPy array."),
    "an argument is written": ("def square(x):\n    return x.mul_(x)\n", "The argument x was changed"),
    "MXNet": (
        "import mxnet as mx\n\n\ndef square(x):\n    return mx.nd.array(x.numpy() ** 2)\n",
        "mxnet is not available to answers",
    ),
    "a library": ("import textual\n\n\ndef square(x):\n    return x * x\n", "textual is not available to answers"),
}


@pytest.mark.parametrize("mistake", list(WRONG))
def test_a_wrong_torch_answer_is_refused(torch_grader: LocalGrader, square: Exercise, mistake: str) -> None:
    source, says = WRONG[mistake]
    report = torch_grader.grade(Submission(square, source.encode(), SEED), named=False)
    assert report.verdict in (Verdict.WRONG, Verdict.ERROR)
    assert says in report.headline


def test_the_lines_that_repeat_a_case_are_those_of_the_answers_framework(
    torch_grader: LocalGrader, square: Exercise
) -> None:
    report = torch_grader.grade(Submission(square, WRONG["another value"][0].encode(), SEED), named=False)
    first = next(case for case in report.cases if case.repro)
    assert first.repro.startswith("x = torch.tensor(")
    assert "nd." not in first.repro

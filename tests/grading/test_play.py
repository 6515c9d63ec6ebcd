"""A draft beside the reference, and what an answer prints while it runs."""

from __future__ import annotations

import re

import numpy as np
import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from tests.grading.rig import exercise

pytestmark = pytest.mark.grading
RIGHT = b"def arccos(x):\n    print('called')\n    return x.arccos()\n"


def test_draft_and_reference_get_the_same_arguments(grader: LocalGrader) -> None:
    play = grader.play(exercise("tensors/arccos"), RIGHT)
    (torch, torch_numbers), (mxnet, mxnet_numbers) = _shown(play.torch.value), _shown(play.mxnet.value)
    assert torch.startswith("torch.Tensor, float32")
    assert mxnet.startswith("mx.nd.NDArray, float32")
    np.testing.assert_allclose(mxnet_numbers, torch_numbers, rtol=1e-5)
    assert play.mxnet.output == "called\n"
    assert play.inputs.startswith("x = ")


def test_the_case_of_a_check_comes_back(grader: LocalGrader) -> None:
    arccos = exercise("tensors/arccos")
    report = grader.grade(Submission(arccos, b"def arccos(x):\n    return x.arcsin()\n"))
    for place, case in enumerate(report.cases):
        if not case.hidden:
            assert grader.play(arccos, RIGHT, case=place, seed=report.seed).inputs == case.inputs


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (b"def arccos(x):\n    return x.acos()\n", "'NDArray' object has no attribute 'acos'"),
        (b"other = 1\n", "defines no function arccos"),
        (b"import os\nos._exit(3)\n", "exit status 3"),
    ],
)
def test_a_draft_that_fails_is_reported_beside_the_reference(grader: LocalGrader, source: bytes, message: str) -> None:
    play = grader.play(exercise("tensors/arccos"), source)
    assert play.torch.value
    assert message in (play.mxnet.error.text if play.mxnet.error else play.mxnet.broken)


def test_prints_are_heard_as_they_come(grader: LocalGrader) -> None:
    on_output: list[bytes] = []
    report = grader.grade(Submission(exercise("tensors/arccos"), RIGHT), on_output.append)
    assert report.verdict is Verdict.RIGHT
    assert b"".join(on_output).decode() == report.output


def _shown(value: str) -> tuple[str, list[float]]:
    """Return the line that describes an array, and its numbers."""
    name, _, numbers = value.partition("\n")
    return name, [float(n) for n in re.findall(r"-?\d+\.?\d*(?:e[-+]\d+)?", numbers)]

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


def test_chosen_inputs_reach_both_frameworks_and_the_tables_mark_what_differs(grader: LocalGrader) -> None:
    wrong = b"def arccos(x):\n    return x.arcsin()\n"
    play = grader.play(exercise("tensors/arccos"), wrong, inputs="x = array([[1, 0], [-1, 0.5]])")
    (table,) = play.tables
    assert table.torch == "Tensor float32 (2, 2)"
    assert table.torch_cells[0] == ("0.", "1.570796")
    assert table.mxnet_cells[0] == ("1.570796", "0.")
    assert "4 of 4 values differ" in table.note
    assert play.lines == "x = array([[1, 0], [-1, 0.5]])"


def test_the_lines_of_a_play_give_the_same_play(grader: LocalGrader) -> None:
    first = grader.play(exercise("tensors/arccos"), RIGHT, seed=5)
    again = grader.play(exercise("tensors/arccos"), RIGHT, seed=5, inputs=first.lines)
    assert first.inputs == again.inputs
    assert first.tables[0].same


def test_an_error_of_the_reference_on_chosen_inputs_is_an_error_and_not_a_failure(grader: LocalGrader) -> None:
    play = grader.play(exercise("tensors/arccos"), RIGHT, inputs="x = ['a', 2]")
    assert play.torch.error is not None
    assert play.torch.error.type == "TypeError"
    assert play.mxnet.error is not None
    assert play.mxnet.error.type == "AttributeError"
    assert play.tables == ()


def test_inputs_that_cannot_be_used_run_nothing(grader: LocalGrader) -> None:
    play = grader.play(exercise("tensors/arccos"), RIGHT, inputs="x = zeros(999999)")
    assert "at most 10000 elements" in play.problem
    assert play.mxnet.output == ""


def test_torch_code_of_a_learner_is_confined(grader: LocalGrader) -> None:
    code = "import os\nsorted(os.listdir('/proc/1/fd') + os.listdir('/root') + os.listdir('/home'))"
    ran = grader.pair(code, "nd.ones(2)", 1e-4, own=True)
    assert ran.torch.error is not None, ran.torch
    assert ran.torch.error.type in ("PermissionError", "FileNotFoundError")
    assert grader.pair("torch.ones(2)", "nd.ones(2)", 1e-4, own=True).tables[0].same


def test_sides_without_a_value_are_not_compared(grader: LocalGrader) -> None:
    assert grader.pair("x = 1", "y = 2", 1e-4, own=True).tables == ()

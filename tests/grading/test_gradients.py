"""A right result that cannot be trained through as PyTorch's is not right, and the report says why."""

from __future__ import annotations

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import AspectKind, Report, Submission, Verdict
from tests.grading.rig import exercise

pytestmark = pytest.mark.grading

NUMPY = """
import numpy as onp
from mxnet import nd


def arcsin(x):
    return nd.array(onp.arcsin(x.asnumpy()), dtype=x.dtype)
"""
DETACHED = """
from mxnet import nd


def frac(x):
    return nd.BlockGrad(x) - nd.trunc(x)
"""
ONE_SIDE = """
from mxnet import nd


def bmm(x, y):
    return nd.batch_dot(x, nd.BlockGrad(y))
"""
ITEMS = """
from mxnet import nd


def chunk(x, chunks):
    rows = -(-len(x) // chunks)
    parts = [x[i : i + rows] for i in range(0, len(x), rows)]
    return [parts[0], *map(nd.BlockGrad, parts[1:])]
"""
FORMULA = """
from mxnet import autograd, nd


class Cut(autograd.Function):
    def forward(self, x):
        self.save_for_backward(x)
        return nd.arctan(x)

    def backward(self, slope):
        (x,) = self.saved_tensors
        return slope / (1 - x * x)


def arctan(x):
    return Cut()(x)
"""
IN_PLACE = """
def clip(x, lo, hi):
    result = x.as_np_ndarray().copy()
    result[result < lo] = lo
    result[result > hi] = hi
    return result
"""

WRITTEN = """
import numpy as onp
from mxnet import autograd, nd


def arctan(x):
    if autograd.is_recording():
        x.grad[:] = nd.array(1.5 + onp.cos(onp.arange(x.size))).reshape(x.shape) / (1 + x * x)
    return nd.array(onp.arctan(x.asnumpy()))
"""
FALLBACK = """
from mxnet import np


def gather(x, index):
    return np.take_along_axis(x.as_np_ndarray(), index.as_np_ndarray(), 1)
"""
LONG = """
from mxnet import autograd, nd


def arctan(x):
    if autograd.is_recording():
        raise ValueError("long " * 1000)
    return nd.arctan(x)
"""


def graded(grader: LocalGrader, identity: str, source: str) -> Report:
    return grader.grade(Submission(exercise(identity), source.encode(), seed=7))


@pytest.mark.parametrize(
    ("identity", "source", "message", "code"),
    [
        ("tensors/arcsin", NUMPY, "`x` is 0", "gradient-cut"),
        ("tensors/frac", DETACHED, "`x` is 0", "gradient-cut"),
        ("tensors/bmm", ONE_SIDE, "`y` is 0", "gradient-cut"),
        ("tensors/chunk", ITEMS, "`x` is not the reference's", "gradient-cut"),
        ("tensors/arctan", FORMULA, "`x` is not the reference's", ""),
        ("tensors/clip", IN_PLACE, "it raises MXNetError", "in-place-recorded"),
        ("tensors/arctan", WRITTEN, "`x` is 0", "gradient-cut"),
        ("tensors/gather", FALLBACK, "(line 6)", "numpy-recorded"),
    ],
)
def test_a_right_result_with_another_gradient_is_refused(
    grader: LocalGrader, identity: str, source: str, message: str, code: str
) -> None:
    report = graded(grader, identity, source)

    assert report.verdict is Verdict.WRONG
    failed = [aspect for case in report.cases for aspect in case.aspects if not aspect.ok]
    assert {aspect.kind for aspect in failed} == {AspectKind.GRADIENT}
    assert message in failed[0].message
    assert [diagnosis.code for diagnosis in report.diagnosis] == ([code] if code else [])


def test_the_lines_that_repeat_a_gradient_keep_the_arguments(grader: LocalGrader) -> None:
    report = graded(grader, "tensors/bmm", ONE_SIDE)

    shown = [case.repro for case in report.cases if "attach_grad" in case.repro]
    assert shown
    assert all("result = bmm(x, y)" in lines and "print(y.grad)" in lines for lines in shown)


def test_a_long_error_in_a_recording_is_cut(grader: LocalGrader) -> None:
    report = graded(grader, "tensors/arctan", LONG)

    assert "it raises ValueError: long" in report.headline
    assert len(report.headline) < 300


def test_an_answer_in_mxnets_numpy_can_be_trained_through(grader: LocalGrader) -> None:
    source = "from mxnet import np\n\n\ndef arcsin(x):\n    return np.arcsin(x.as_np_ndarray())\n"

    assert graded(grader, "tensors/arcsin", source).verdict is Verdict.RIGHT


def test_the_prompt_says_that_gradients_count() -> None:
    assert "backward pass" in exercise("tensors/arcsin").prompt
    assert "backward pass" not in exercise("tensors/eigh").prompt

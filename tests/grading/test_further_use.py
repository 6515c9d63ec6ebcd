"""A returned Block that gives the right results once, but cannot be trained or hybridized, is not right."""

from __future__ import annotations

import pytest

from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from tests.grading.rig import exercise

pytestmark = pytest.mark.grading

SPOILED = """

import mxnet as _mx

_right = {entry}


class _Reading(_mx.gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return x if x.shape else None


def {entry}(*arguments):
    net = _right(*arguments)
    {change}
    return net
"""
MULTIPLIER = "net.collect_params().setattr('{name}', {value})"
CHANGES = {
    "no learning": (MULTIPLIER.format(name="lr_mult", value=0), "lr_mult"),
    "half the learning": (MULTIPLIER.format(name="lr_mult", value=0.5), "lr_mult"),
    "no weight decay": (MULTIPLIER.format(name="wd_mult", value=0), "wd_mult"),
}
FROZEN = {
    "a frozen parameter": "list(net.collect_params().values())[-1].grad_req = 'null'",
    "one without decay": "list(net.collect_params().values())[-1].wd_mult = 0.0",
    "gradients that add up": "net.collect_params().setattr('grad_req', 'add')",
    "another device": "net.collect_params().reset_ctx(_mx.cpu(3))",
}
EXERCISES = ("blocks/own-parameter", "blocks/residual-port", "blocks/embedding-tying", "io/port-state-dict")


def spoiled(grader: LocalGrader, name: str, change: str) -> Report:
    task = exercise(name)
    right = (task.folder / "solution.py").read_text()
    source = right + SPOILED.format(entry=task.entry, change=change)
    return grader.grade(Submission(task, source.encode(), seed=3), named=False)


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("what", list(CHANGES))
def test_a_block_whose_parameters_no_trainer_changes_as_pytorch_is_not_right(
    what: str, name: str, grader: LocalGrader
) -> None:
    change, named = CHANGES[what]
    report = spoiled(grader, name, change)
    assert report.verdict is Verdict.WRONG
    assert named in report.headline


@pytest.mark.parametrize("name", ["blocks/new-block", "blocks/own-parameter"])
@pytest.mark.parametrize("what", list(FROZEN))
def test_a_block_that_cannot_be_trained_further_is_not_right(what: str, name: str, grader: LocalGrader) -> None:
    assert spoiled(grader, name, FROZEN[what]).verdict in (Verdict.WRONG, Verdict.ERROR)


@pytest.mark.parametrize("name", ["blocks/embedding-tying", "blocks/convnet"])
def test_a_block_whose_weights_start_with_one_number_is_not_right(name: str, grader: LocalGrader) -> None:
    report = spoiled(grader, name, "[setattr(p, 'init', 'zeros') for p in net.collect_params('.*weight').values()]")
    assert report.verdict is Verdict.WRONG
    assert "hold one number only" in report.headline


@pytest.mark.parametrize("name", ["blocks/convnet", "blocks/partial-shape"])
def test_a_block_that_fails_after_hybridize_is_not_right(name: str, grader: LocalGrader) -> None:
    report = spoiled(grader, name, "net.add(_Reading())")
    assert report.verdict is Verdict.WRONG
    assert "After `hybridize()`" in report.headline
    assert "'Symbol'" in report.headline


@pytest.mark.parametrize("name", [*EXERCISES, "blocks/convnet"])
def test_the_same_wrapping_of_a_right_answer_is_right(name: str, grader: LocalGrader) -> None:
    assert spoiled(grader, name, "pass").verdict is Verdict.RIGHT


KEPT = """

import mxnet as _mx

_right, _one = {entry}, _mx.gluon.Parameter("one", shape=(1,), init="ones", grad_req="null")
_one.initialize()


def {entry}(*arguments):
    net = _right(*arguments)

    class Kept(type(net)):
        def forward(self, *inputs):
            return super().forward(*inputs) * _one.data(inputs[0].context)

    net.__class__ = Kept
    return net
"""


def test_a_block_that_does_not_work_on_another_device_is_not_right(grader: LocalGrader) -> None:
    task = exercise("blocks/fix-tagger")
    source = (task.folder / "solution.py").read_text() + KEPT.format(entry=task.entry)
    report = grader.grade(Submission(task, source.encode(), seed=3), named=False)
    assert report.verdict is Verdict.WRONG
    assert "another device" in report.headline

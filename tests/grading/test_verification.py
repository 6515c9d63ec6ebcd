"""A second process recomputes what an answer's process claims, so that claims alone are never enough."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from mxtutor.grading.references.prepare import Prepared
from mxtutor.grading.references.verification import plain, verify
from mxtutor.grading.reports.verdict import headline_of, judge_cases
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.values import Outcome, Value, ValueKind
from mxtutor.grading.workers.job import RunningJobs
from tests.grading.rig import exercise

pytestmark = pytest.mark.grading

NET = b"""
from mxnet import autograd, nd
from mxnet.gluon import Block, nn


class Own(Block):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return OWN


def make_cnn(channels, classes):
    net = nn.Sequential()
    net.add(nn.Conv2D(channels, kernel_size=3, padding=1, activation="relu"), nn.MaxPool2D(2))
    net.add(Own(nn.Dense(classes)))
    return net
"""
WRONG = {
    "an added Dropout": b"self.layer(nd.Dropout(x, 0.5))",
    "a detached input": b"self.layer(x.detach())",
    "a frozen layer": b"self.layer.collect_params().setattr('grad_req', 'null') or self.layer(x)",
    "a scaled gradient": b"self.layer(x) / 2 + self.layer(x).detach() / 2",
    "noise in training mode": b"self.layer(x) + (nd.random.normal(shape=(1,)) if autograd.is_training() else 0)",
}


def prepared_with(grader: LocalGrader, source: bytes, subject: Exercise) -> tuple[Prepared, Result]:
    prepared = grader.references.get(subject, 11)
    ran = grader.run_answer(prepared, source)
    assert ran.failure is None
    assert ran.error is None
    return prepared, ran


def verified(grader: LocalGrader, prepared: Prepared, ran: Result) -> tuple[Verdict, list[str]]:
    """Return the verdict of an answer's result after its verification, and the codes of its flags."""
    result, flags = verify(grader.frameworks.answer, RunningJobs(), prepared, ran)
    return headline_of(result, judge_cases(prepared, result))[0], [flag.code for flag in flags]


def forged(prepared: Prepared, ran: Result, **changes: object) -> Result:
    """Return what came back with every claim replaced by PyTorch's own."""
    cases = [
        replace(case, value=want.value, observed=want.observed, **changes)  # type: ignore[arg-type]
        for case, want in zip(ran.cases, prepared.expected, strict=True)
        if isinstance(case, Outcome)
    ]
    return replace(ran, cases=tuple(cases), later=None)


@pytest.mark.parametrize("fault", list(WRONG))
def test_a_forged_claim_about_a_net_is_refuted_by_its_graph(fault: str, grader: LocalGrader) -> None:
    prepared, ran = prepared_with(grader, NET.replace(b"OWN", WRONG[fault]), exercise("blocks/convnet"))
    liar = forged(prepared, ran)
    assert headline_of(liar, judge_cases(prepared, liar))[0] is Verdict.RIGHT
    assert verified(grader, prepared, liar)[0] is Verdict.WRONG


@pytest.mark.parametrize("own", [b"self.layer(x)", b"self.layer(x * nd.ones((1,)))", b"self.layer(x)[0:999]"])
def test_a_right_net_is_replayed_without_a_flag(own: bytes, grader: LocalGrader) -> None:
    prepared, ran = prepared_with(grader, NET.replace(b"OWN", own), exercise("blocks/convnet"))
    assert verified(grader, prepared, ran) == (Verdict.RIGHT, [])


def test_a_net_that_cannot_be_replayed_is_flagged_and_right(grader: LocalGrader) -> None:
    own = (
        b"Id()(self.layer(x))\n\n\nclass Id(autograd.Function):\n    def forward(self, x):\n        return x + 0\n\n"
        b"    def backward(self, d):\n        return d\n"
    )
    prepared, ran = prepared_with(grader, NET.replace(b"OWN", own), exercise("blocks/convnet"))
    assert verified(grader, prepared, ran) == (Verdict.RIGHT, ["unverified"])


@pytest.mark.parametrize(
    "studies",
    [
        (),
        ({"reason": "no reason"},),
        ({"predict": np.zeros(9, np.uint8), "train": np.zeros(0, np.uint8), "names": {"output": "output"}},),
    ],
)
def test_claims_without_a_graph_are_flagged(studies: tuple[Mapping[str, object], ...], grader: LocalGrader) -> None:
    prepared, ran = prepared_with(grader, NET.replace(b"OWN", b"self.layer(x)"), exercise("blocks/convnet"))
    empty = {"leaves": {}, "inputs": [], "parameters": [], "running": [], "heads": [], "np": False}
    full = tuple(s if "reason" in s else {**s, **empty} for s in studies)
    assert verified(grader, prepared, forged(prepared, ran, studies=full))[1] == ["unverified"]


@functools.cache
def filed(folder: Path) -> Exercise:
    """Return an exercise whose observer hands over a file's bytes, and whose verifier reads them."""
    texts = {
        "exercise.yaml": (
            "kind: code\ntitle: Save\nprompt: Save an array.\nentry: save\nparams: {x: array}\n"
            "hints: [one, two, three]\ncases: [{x: {shape: [2, 3]}}]\n"
            "compare: {type: none, values: [1.0e-6, 1.0e-7], observe: {content: The file holds something else.}}\n"
        ),
        "reference.py": "def save(x):\n    pass\n",
        "observe_torch.py": "def observe(save, case, kit):\n    return {'content': case.x}\n",
        "observe_mxnet.py": (
            "def observe(save, case, kit):\n    save(case.x)\n"
            "    return {'content': kit.mx.nd.load('x')[0], 'facts': {'file': kit.file('x')}}\n"
        ),
        "verify_mxnet.py": (
            "def verify(facts, case, kit):\n    kit.write('copy', facts['file'])\n"
            "    return {'content': kit.mx.nd.load('copy')[0]}\n"
        ),
        "solution.py": "from mxnet import nd\n\n\ndef save(x):\n    nd.save('x', x)\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    return load_exercise(folder, "tensors/save")


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Exercise:
    """The exercise about a file."""
    return filed(tmp_path_factory.mktemp("save"))


def test_a_file_is_read_in_another_process(save: Exercise, grader: LocalGrader) -> None:
    report = grader.grade(Submission(save, save.solution.encode()))
    assert (report.verdict, report.flags) == (Verdict.RIGHT, ()), report.headline
    half = b"from mxnet import nd\n\n\ndef save(x):\n    nd.save('x', x / 2)\n"
    prepared, ran = prepared_with(grader, half, save)
    assert verified(grader, prepared, forged(prepared, ran))[0] is Verdict.WRONG


@pytest.mark.parametrize("facts", [None, Value(ValueKind.NONE), Value(ValueKind.DICT), Value(ValueKind.INT, plain=7)])
def test_a_claim_without_its_facts_is_wrong(facts: Value | None, save: Exercise, grader: LocalGrader) -> None:
    prepared, ran = prepared_with(grader, save.solution.encode(), save)
    assert verified(grader, prepared, forged(prepared, ran, facts=facts))[0] is Verdict.WRONG


def test_facts_are_handed_on_as_plain_trees() -> None:
    tree = Value(
        ValueKind.DICT,
        items=(Value(ValueKind.LIST, items=(Value(ValueKind.INT, plain=1),)), Value(ValueKind.OTHER, type="a.B")),
        keys=("a", "b"),
    )
    assert plain(tree) == {"a": [1], "b": "a.B"}

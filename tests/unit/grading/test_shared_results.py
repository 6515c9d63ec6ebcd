"""Mistakes of any exercise that a result or a source shows, and what is near them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mxtutor.content.model import Compare
from mxtutor.grading.diagnosis.diagnose import diagnose
from mxtutor.grading.diagnosis.evidence import RefusedAnswer
from mxtutor.grading.diagnosis.habits import OF_DRAWS
from mxtutor.grading.diagnosis.results import DONE, UNDONE, Transform
from mxtutor.grading.judging.result import judge
from mxtutor.grading.protocol import CaseResult, Verdict
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.values import Array, Outcome, Value, ValueKind
from tests.unit.specimens import drawn, exercise, f32, nd, plain, sequence, tensor

SOURCE = "def square(x):\n    return nd.square(x)\n"
RNG = np.random.default_rng(3)
ARRAYS = tuple(RNG.uniform(0.4, 5.3, size=shape).astype(np.float32) for shape in ((3, 4), (2, 2), (5, 3)))


def code(
    pairs: list[tuple[Value, Value | Outcome]], source: str = SOURCE, folder: Path | None = None, **fields: Any
) -> str:
    """Return the code of an answer that returned these values where those were expected; empty for none."""
    compare = fields.pop("compare", Compare(values=(1e-5, 1e-6)))
    subject = exercise(compare=compare, **{"params": {"x": ""}, **fields})
    subject = replace(subject, folder=folder) if folder else subject
    cases = tuple(drawn(x=ARRAYS[n % 3]) for n in range(len(pairs)))
    outcomes = tuple(got if isinstance(got, Outcome) else Outcome(got) for _, got in pairs)
    aspects = [judge(compare, c, Outcome(want), got) for c, (want, _), got in zip(cases, pairs, outcomes, strict=True)]
    judged = tuple(
        CaseResult("", Verdict.RIGHT if all(a.ok for a in found) else Verdict.WRONG, found) for found in aspects
    )
    refused = RefusedAnswer(subject, source, Result(outcomes), judged, tuple(Outcome(want) for want, _ in pairs), cases)
    return next((d.code for d in diagnose(refused, {})), "")


def changed(change: Callable[[Array], Any]) -> list[tuple[Value, Value | Outcome]]:
    """Return results that are a change of the expected ones."""
    return [(tensor(a), nd(np.asarray(change(a), np.float32))) for a in ARRAYS]


@pytest.mark.parametrize("rule", DONE, ids=[f"{r.code}-{n}" for n, r in enumerate(DONE)])
def test_a_change_of_the_right_result_is_named(rule: Transform) -> None:
    wide = [a * np.where(np.arange(a.size).reshape(a.shape) % 2, 1, -0.37) for a in ARRAYS]
    arrays = ARRAYS if rule.code in ("root", "log-extra", "reciprocal") else wide
    if rule.code in ("axes-exchanged", "first-axes-exchanged"):  # of two axes it is a transpose
        arrays = [np.stack([a, a + 1]) for a in wide]
    dtype = np.int64 if rule.counts else np.float32
    arrays = [(9 * a).astype(dtype) for a in arrays] if rule.counts else arrays
    pairs: list[tuple[Value, Value | Outcome]] = [
        (tensor(a.astype(dtype)), nd(np.asarray(rule.change(a), dtype))) for a in arrays
    ]
    assert code(pairs) == rule.code


def test_only_integers_are_off_by_one() -> None:
    """A gradient that is one too small comes from no count, even where its values are whole."""
    assert code(changed(lambda a: a - 1)) == ""
    whole = [np.trunc(9 * a) for a in ARRAYS]
    assert code([(tensor(a), nd(a - 1)) for a in whole]) == ""
    numbers: list[tuple[Value, Value | Outcome]] = [(plain("int", n), plain("int", n + 1)) for n in (4, 7, 2, 9)]
    assert code(numbers, compare=Compare(type="python_int")) == "off-by-one"


@pytest.mark.parametrize("rule", UNDONE, ids=[f"{r.code}-{n}" for n, r in enumerate(UNDONE)])
def test_a_last_step_that_is_missing_is_named(rule: Transform) -> None:
    wide = [a * np.where(np.arange(a.size).reshape(a.shape) % 2, 1, -0.37) for a in ARRAYS]
    pairs: list[tuple[Value, Value | Outcome]] = [
        (tensor(np.asarray(rule.change(a), np.float32)), nd(a.astype(np.float32))) for a in wide
    ]
    assert code(pairs) == rule.code


def test_what_follows_no_rule_in_one_case_is_not_named() -> None:
    pairs = changed(lambda a: -a)
    pairs[1] = (pairs[1][0], nd(ARRAYS[1] * f32(1.3, -0.2)))
    assert code(pairs) == ""


def test_two_numbers_are_too_few_to_name_a_change() -> None:
    assert code([(tensor([3.0]), nd([9.0]))]) == ""


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (lambda a: a * 0, "zeros"),
        (lambda a: a * np.nan, "all-nan"),
        (lambda a: a.ravel(), "flattened"),
        (lambda a: a[None], "extra-dimension"),
        (lambda a: a * 1.0 + np.arange(a.size).reshape(a.shape) ** 2, ""),
    ],
)
def test_shapes_are_named(change: Callable[[Array], Any], wanted: str) -> None:
    assert code(changed(change)) == wanted


@pytest.mark.parametrize(
    ("got", "wanted"),
    [
        (nd([1], "numpy"), "numpy-result"),
        (sequence("list", nd([1])), "sequence-result"),
        (plain("float", 1.0), "number-result"),
        (Value(ValueKind.NUMPY_SCALAR, plain=1.0, type="numpy.float64"), "number-result"),
        (plain("str", "1"), "result-type"),
        (nd(np.array([1, 2, 3])), "dtype"),
        (nd(np.array([1, 2, 3.0])), "dtype"),
    ],
)
def test_a_result_of_another_kind_is_named(got: Value, wanted: str) -> None:
    assert code([(tensor([1, 2, 3]), got)]) == wanted


def test_only_numbers_of_numpy_in_a_tuple_are_named() -> None:
    wanted = sequence("tuple", plain("int", 2))
    of_numpy = sequence("tuple", Value(ValueKind.NUMPY_SCALAR, plain=2, type="numpy.int64"))
    assert code([(wanted, of_numpy)], compare=Compare("python_tuple")) == "numpy-items"
    assert code([(wanted, sequence("tuple", plain("float", 2.0)))], compare=Compare("python_tuple")) == ""
    assert code([(wanted, sequence("list", plain("int", 2)))], compare=Compare("python_tuple")) == "result-type"


def test_a_plain_number_is_asked_for_and_an_array_comes() -> None:
    assert code([(plain("float", 1.0), nd([1]))], compare=Compare("python_float")) == "array-result"
    assert code([(nd([1], "numpy"), nd([1]))], compare=Compare("numpy")) == "not-converted"
    assert code([(sequence("list", tensor([1])), sequence("list"))], compare=Compare("array_list")) == "length"


def test_what_a_call_does_to_its_arguments_is_named() -> None:
    kept = Compare(inputs="unchanged", alias="fresh")
    written = Outcome(nd(ARRAYS[0]), {"x": ARRAYS[0] * 2}, ())
    shared = Outcome(nd(ARRAYS[0]), {"x": ARRAYS[0]}, ("x",))
    assert code([(tensor(ARRAYS[0]), written)], compare=kept) == "input-overwritten"
    assert code([(tensor(ARRAYS[0]), shared)], compare=kept) == "shared-memory"


HABITS: tuple[tuple[str, str, str], ...] = (
    ("mask-as-index", "x[x < 0] = 0\n    return x", "return nd.relu(x)"),
    ("mask-as-index", "mask = x > 0\n    return x[mask]", "return nd.contrib.boolean_mask(x, x > 0)"),
    ("number-as-axis", "return nd.topk(x, 3)", "return nd.topk(x, k=3)"),
    ("number-as-axis", "return x.topk(3)", "return nd.topk(x, -1, 3)"),
    ("softmax-before-loss", "return gluon.loss.SoftmaxCrossEntropyLoss()(nd.softmax(x), x)",
        "return gluon.loss.SoftmaxCrossEntropyLoss()(x, x)"),
    ("step-elements", "trainer.step(x.size)", "trainer.step(x.shape[0])"),
    ("divided-twice", "loss = f(x).mean()\n    loss.backward()\n    trainer.step(x.shape[0])",
        "f(x).backward()\n    trainer.step(x.shape[0])"),
    ("divided-twice", "loss = f(x).sum() / w.sum()\n    loss.backward()\n    trainer.step(x.shape[0])",
        "f(x).backward()\n    trainer.step(x.shape[0])"),
    ("torch-momentum", "return nn.BatchNorm(momentum=0.1)(x)", "return nn.BatchNorm(momentum=0.9)(x)"),
    ("global-statistics", "return nn.BatchNorm(use_global_stats=True)(x)", "return nn.BatchNorm()(x)"),
    ("default-interpolation", "return mx.image.resize_short(x, 4)", "return mx.image.resize_short(x, 4, interp=1)"),
    ("reshape-for-transpose", "n, t = x.shape[:2]\n    return x.reshape((t, n, -1))", "n, t = x.shape[:2]\n    return x.reshape((n, t, -1))"),
    ("reshape-for-transpose", "return x.reshape((3, height, width))", "return x.transpose((2, 0, 1)).reshape((3, height, width))"),
    ("step-dataset", "trainer.step(len(dataset))", "trainer.step(len(x))"),
    ("trainer-in-loop", "for b in x:\n        trainer = gluon.Trainer(p, 'sgd')", "trainer = gluon.Trainer(p, 'sgd')"),
    ("mean-of-batches", "return sum(x) / len(batches)", "return sum(x) / len(x)"),
    ("numpy-random", "import numpy\n    return numpy.random.rand(3)", "return nd.random.uniform(shape=3)"),
    ("seeded", "mx.random.seed(1)\n    return nd.random.uniform()", "return nd.random.uniform()"),
    ("one-layer-repeated", "net.add(*[nn.Dense(4)] * 3)", "net.add(*[nn.Dense(4) for _ in range(3)])"),
    ("weights-redrawn", "net.initialize(force_reinit=True)", "net.initialize()"),
    ("from-sigmoid", "return gluon.loss.SigmoidBCELoss(from_sigmoid=True)(x, x)", "return gluon.loss.SigmoidBCELoss()(x, x)"),
)  # fmt: skip


def course(folder: Path, right: str) -> Path:
    """Return the folder of an exercise with this right answer."""
    (folder / "solution.py").write_text(f"def square(x):\n    {right}\n", encoding="utf-8")
    return folder


ODD: list[tuple[Value, Value | Outcome]] = [(tensor([1, 2, 3, 4]), nd([2, 9, 1, 7]))]


@pytest.mark.parametrize(("wanted", "wrong", "right"), HABITS, ids=[f"{h[0]}-{n}" for n, h in enumerate(HABITS)])
def test_a_habit_of_the_source_is_named(wanted: str, wrong: str, right: str, tmp_path: Path) -> None:
    params = {"x": "", "seed": ""} if wanted in OF_DRAWS else {"x": ""}
    assert code(ODD, f"def square(x):\n    {wrong}\n", course(tmp_path, right), params=params) == wanted


def test_the_length_of_a_batch_is_not_taken_for_that_of_the_data(tmp_path: Path) -> None:
    loop = "for data, label in x:\n        trainer.step(len(data))"
    assert code(ODD, f"def square(x):\n    {loop}\n", course(tmp_path, "return x")) != "step-dataset"
    assert code(ODD, "def square(x):\n    trainer.step(len(data))\n", course(tmp_path, "return x")) != "step-dataset"
    whole = "for batch in data:\n        trainer.step(len(data))"
    assert code(ODD, f"def square(x):\n    {whole}\n", course(tmp_path, "return x")) == "step-dataset"


@pytest.mark.parametrize("mean", ["return f(x).mean()", "y = f(x).mean()\n        return y"])
def test_a_mean_that_a_function_of_the_source_returns_is_seen(mean: str, tmp_path: Path) -> None:
    def named(size: str) -> str:
        source = f"def square(x):\n    def loss():\n        {mean}\n    y = loss()\n    y.backward()\n    trainer.step({size})\n"
        return code(ODD, source, course(tmp_path, "return x"))

    assert named("1") != "step-one"
    assert named("len(x)") == "divided-twice"


TEACHER = "with autograd.predict_mode():\n            t = teacher(x){detach}\n        y = net(x)\n    y.backward()"


@pytest.mark.parametrize(("wanted", "wrong", "right"), HABITS, ids=[f"{h[0]}-{n}" for n, h in enumerate(HABITS)])
def test_a_habit_that_a_right_answer_has_is_not(wanted: str, wrong: str, right: str, tmp_path: Path) -> None:
    assert code(ODD, f"def square(x):\n    {wrong}\n    y = 1\n", course(tmp_path, wrong)) != wanted
    assert code(ODD, f"def square(x):\n    {right}\n    y = 1\n", course(tmp_path, right)) != wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("def square(y, x):\n    return y\n", "parameter-order"),
        ("def square(x, y):\n    ...\n", "empty-body"),
    ],
)
def test_parameters_are_looked_at(source: str, wanted: str, tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text("def square(x, y):\n    return x + y\n", encoding="utf-8")
    assert code(ODD, source, tmp_path, params={"x": "", "y": ""}) == wanted


def test_a_result_of_nothing_but_a_parameter_is_named() -> None:
    compare, case = Compare(values=(1e-5, 1e-6)), drawn(x=ARRAYS[0], hi={"is": "plain", "value": 2})
    want, got = tensor(ARRAYS[0]), Outcome(nd(np.full_like(ARRAYS[0], 2)))
    judged = CaseResult("", Verdict.WRONG, judge(compare, case, Outcome(want), got))
    refused = RefusedAnswer(
        exercise(params={"x": "", "hi": ""}), SOURCE, Result((got,)), (judged,), (Outcome(want),), (case,)
    )
    assert [d.code for d in diagnose(refused, {})] == ["all-equal-parameter"]

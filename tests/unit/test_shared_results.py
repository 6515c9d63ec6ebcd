"""Mistakes of any exercise that a result or a source shows, and what is near them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mxtutor.content.model import Compare, Statistics
from mxtutor.grading.diagnosis.diagnose import Refused, diagnose
from mxtutor.grading.diagnosis.habits import OF_DRAWS
from mxtutor.grading.diagnosis.transforms import DONE, UNDONE, Transform
from mxtutor.grading.judging.result import judge
from mxtutor.grading.protocol import CaseResult, Verdict
from mxtutor.grading.results.decode import Completed, FailureReason, ProcessFailure
from mxtutor.grading.results.outcome import Outcome
from mxtutor.grading.results.values import Array, Value, ValueKind
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
    refused = Refused(subject, source, Completed(outcomes), judged, tuple(Outcome(want) for want, _ in pairs), cases)
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
    pairs: list[tuple[Value, Value | Outcome]] = [
        (tensor(a.astype(np.float32)), nd(np.asarray(rule.change(a), np.float32))) for a in arrays
    ]
    assert code(pairs) == rule.code


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
        (lambda a: a * 2, "doubled"),
        (lambda a: a / 2, "halved"),
        (lambda a: a * 7, "factor"),
        (lambda a: a * a.shape[0], "times-size"),
        (lambda a: a / a.shape[0], "divided-by-size"),
        (lambda a: a * 0, "zeros"),
        (lambda a: a * np.nan, "all-nan"),
        (lambda a: a.ravel(), "flattened"),
        (lambda a: a[None], "extra-dimension"),
        (lambda a: a.sum(axis=1), "over-reduced"),
        (lambda a: a * 1.0 + np.arange(a.size).reshape(a.shape) ** 2, ""),
    ],
)
def test_scales_and_shapes_are_named(change: Callable[[Array], Any], wanted: str) -> None:
    assert code(changed(change)) == wanted


def test_half_of_a_sum_over_the_samples_is_named_where_the_source_has_a_loss_that_halves() -> None:
    pairs = changed(lambda a: a * a.shape[0] / 2)
    assert code(pairs, "def square(x):\n    return gluon.loss.L2Loss()(x, x)\n") == "half-sum"
    assert code(pairs) == ""


def test_a_reduction_that_is_missing_is_named() -> None:
    assert code([(tensor((a * 2).mean(axis=0)), nd(a * 2)) for a in ARRAYS]) == "not-reduced"
    assert code([(tensor(a.mean(axis=0, keepdims=True)), nd(a.mean(axis=0))) for a in ARRAYS]) == "lost-dimension"


def test_an_argument_that_comes_back_is_named() -> None:
    assert code([(tensor(np.square(a)), nd(a)) for a in ARRAYS]) == "unchanged"


@pytest.mark.parametrize(
    ("got", "wanted"),
    [
        (nd([1], "numpy"), "numpy-result"),
        (sequence("list", nd([1])), "sequence-result"),
        (plain("float", 1.0), "number-result"),
        (Value(ValueKind.NUMPY_SCALAR, plain=1.0, type="numpy.float64"), "number-result"),
        (Value(ValueKind.OTHER, type="builtins.function"), "result-not-called"),
        (Value(ValueKind.OTHER, type="builtins.generator"), "generator-result"),
        (Value(ValueKind.OTHER, type="mxnet.gluon.parameter.Parameter"), "parameter-result"),
        (plain("str", "1"), "result-type"),
        (nd(np.array([1, 2, 3])), "dtype"),
        (nd(np.array([1, 2, 3.0])), "dtype"),
    ],
)
def test_a_result_of_another_kind_is_named(got: Value, wanted: str) -> None:
    assert code([(tensor([1, 2, 3]), got)]) == wanted


def test_a_plain_number_is_asked_for_and_an_array_comes() -> None:
    assert code([(plain("float", 1.0), nd([1]))], compare=Compare("python_float")) == "array-result"
    assert code([(nd([1], "numpy"), nd([1]))], compare=Compare("numpy")) == "not-converted"
    assert code([(sequence("list", tensor([1])), sequence("list"))], compare=Compare("mxnet_list")) == "length"


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
    ("half-loss", "return gluon.loss.L2Loss()(x, x)", "return nd.square(x - x)"),
    ("return-in-loop", "for i in x:\n        s = i\n        return s", "return x.sum()"),
    ("softmax-before-loss", "return gluon.loss.SoftmaxCrossEntropyLoss()(nd.softmax(x), x)",
        "return gluon.loss.SoftmaxCrossEntropyLoss()(x, x)"),
    ("labels-first", "loss_fn = gluon.loss.L2Loss()\n    return loss_fn(label, output)", "return gluon.loss.L2Loss()(x, x)"),
    ("outputs-first", "metric.update(output, label)\n    return 1", "metric.update(label, output)"),
    ("step-elements", "trainer.step(x.size)", "trainer.step(x.shape[0])"),
    ("divided-twice", "loss = f(x).mean()\n    loss.backward()\n    trainer.step(x.shape[0])",
        "f(x).backward()\n    trainer.step(x.shape[0])"),
    ("step-one", "f(x).backward()\n    trainer.step(1)", "f(x).mean().backward()\n    trainer.step(1)"),
    ("divided-twice", "loss = f(x).sum() / w.sum()\n    loss.backward()\n    trainer.step(x.shape[0])",
        "f(x).backward()\n    trainer.step(x.shape[0])"),
    ("step-first-size", "n = batches[0][0].shape[0]\n    for data in x:\n        trainer.step(n)",
        "for data in x:\n        n = data.shape[0]\n        trainer.step(n)"),
    ("torch-momentum", "return nn.BatchNorm(momentum=0.1)(x)", "return nn.BatchNorm(momentum=0.9)(x)"),
    ("global-statistics", "return nn.BatchNorm(use_global_stats=True)(x)", "return nn.BatchNorm()(x)"),
    ("metric-without-softmax", "mx.metric.CrossEntropy().update(label, x)", "mx.metric.CrossEntropy().update(label, nd.softmax(x))"),
    ("default-interpolation", "return mx.image.resize_short(x, 4)", "return mx.image.resize_short(x, 4, interp=1)"),
    ("reshape-for-transpose", "n, t = x.shape[:2]\n    return x.reshape((t, n, -1))", "n, t = x.shape[:2]\n    return x.reshape((n, t, -1))"),
    ("reshape-for-transpose", "return x.reshape((3, height, width))", "return x.transpose((2, 0, 1)).reshape((3, height, width))"),
    ("gradient-kept", "for n in x:\n        f(x).backward()\n        kept[n] = p.grad()",
        "for n in x:\n        f(x).backward()\n        new = {}\n        new[n] = p.grad()\n        kept[n] = p.grad().copy()"),
    ("rest-dropped", "return DataLoader(x, last_batch='discard')", "return DataLoader(x)"),
    ("step-dataset", "trainer.step(len(dataset))", "trainer.step(len(x))"),
    ("accumulated", "x.attach_grad(grad_req='add')", "x.attach_grad()"),
    ("predict-mode", "with autograd.record(train_mode=False):\n        return net(x)", "with autograd.record():\n        return net(x)"),
    ("train-mode", "with autograd.train_mode():\n        return f(x)", "return f(x)"),
    ("trainer-in-loop", "for b in x:\n        trainer = gluon.Trainer(p, 'sgd')", "trainer = gluon.Trainer(p, 'sgd')"),
    ("initialized-in-loop", "for c in x:\n        net.initialize(ctx=c)", "for c in x:\n        c.initialize()"),
    ("mean-of-batches", "return sum(x) / len(batches)", "return sum(x) / len(x)"),
    ("shuffled", "return DataLoader(x, shuffle=True)", "return DataLoader(x)"),
    ("layers-in-list", "self.layers = [nn.Dense(2), nn.Dense(3)]", "net.add(nn.Dense(2), nn.Dense(3))"),
    ("layer-in-forward", "class N:\n        def forward(self, x):\n            return nn.Dense(2)(x)", "return f(x)"),
    ("batchnorm-axis", "return nn.BatchNorm(x.shape[1])(x)", "return nn.BatchNorm()(x)"),
    ("numpy-random", "import numpy\n    return numpy.random.rand(3)", "return nd.random.uniform(shape=3)"),
    ("seeded", "mx.random.seed(1)\n    return nd.random.uniform()", "return nd.random.uniform()"),
    ("detached", "with autograd.record():\n        y = f(x)\n        z = y.detach()", "with autograd.record():\n        y = f(x)"),
    ("detached", "x.attach_grad()\n    with autograd.record():\n        y = x.detach()", "with autograd.record():\n        y = x"),
    ("through-numpy", "with autograd.record():\n        y = f(x)\n        z = y.asnumpy()", "with autograd.record():\n        y = f(x)"),
    ("one-layer-repeated", "net.add(*[nn.Dense(4)] * 3)", "net.add(*[nn.Dense(4) for _ in range(3)])"),
    ("weights-redrawn", "net.initialize(force_reinit=True)", "net.initialize()"),
    ("from-sigmoid", "return gluon.loss.SigmoidBCELoss(from_sigmoid=True)(x, x)", "return gluon.loss.SigmoidBCELoss()(x, x)"),
    ("step-constant", "trainer.step(2)", "trainer.step(n)"),
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


@pytest.mark.parametrize("detach", ["", ".detach()"])
def test_a_net_that_gives_constants_may_predict(detach: str, tmp_path: Path) -> None:
    source = f"def square(x):\n    with autograd.record():\n        {TEACHER.format(detach=detach)}\n"
    right = "with autograd.record():\n        y = net(x)\n    y.backward()"
    assert code(ODD, source, course(tmp_path, right)) not in ("predict-mode", "detached")
    (tmp_path / "alone").mkdir()
    alone = "def square(x):\n    with autograd.record():\n      with autograd.predict_mode():\n        y = net(x)\n    y.backward()\n"
    assert code(ODD, alone, course(tmp_path / "alone", right)) in ("predict-mode", "scope")


def test_detach_is_no_mistake_where_right_answers_call_a_net_outside(tmp_path: Path) -> None:
    source = "def square(x, net):\n    with autograd.record():\n        y = f(net(x).detach())\n    return y\n"
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder, right in ((inside, "with autograd.record():\n        y = g(net(x))"), (outside, "t = net(x)\n    with autograd.record():\n        y = g(t)")):  # fmt: skip
        folder.mkdir()
        (folder / "solution.py").write_text(f"def square(x, net):\n    {right}\n    return y\n", encoding="utf-8")
    assert code(ODD, source, inside) == "detached"
    assert code(ODD, source, outside) != "detached"


def test_predict_mode_is_no_mistake_without_a_layer(tmp_path: Path) -> None:
    recorded = "with autograd.record(train_mode=False):\n        return nd.tanh(x)"
    assert code(ODD, f"def square(x):\n    {recorded}\n", course(tmp_path, "return x")) != "predict-mode"


@pytest.mark.parametrize(("wanted", "wrong", "right"), HABITS, ids=[f"{h[0]}-{n}" for n, h in enumerate(HABITS)])
def test_a_habit_that_a_right_answer_has_is_not(wanted: str, wrong: str, right: str, tmp_path: Path) -> None:
    assert code(ODD, f"def square(x):\n    {wrong}\n    y = 1\n", course(tmp_path, wrong)) != wanted
    assert code(ODD, f"def square(x):\n    {right}\n    y = 1\n", course(tmp_path, right)) != wanted


@pytest.mark.parametrize(
    ("wrong", "right", "wanted"),
    [
        ("return nd.sin(x * 2 + 1)", "return nd.cos(x * 2 + 1)", "other-function"),
        ("return nd.sin(x * 2 - 1)", "return nd.sin(x * 2 + 1)", "other-function"),
        ("return nd.sin(x * 3 + 1)", "return nd.sin(x * 2 + 1)", "other-number"),
        ("return nd.sin(x * 2 + 1)", "return nd.sin(x * -2 + 1)", "sign"),
        ("return nd.sin(1 - x * 2)", "return nd.sin(x * 2 - 1)", "swapped"),
        ("return x * 2 + 1", "return nd.sin(x * 2 + 1)", "missing-step"),
        ("return nd.sin(x * 2 + 1)", "return x * 2 + 1", "extra-step"),
        (
            "with autograd.pause():\n        y = x * 2 + 1\n    return nd.sin(y)",
            "y = x * 2 + 1\n    return nd.sin(y)",
            "scope",
        ),
        ("return nd.sum(x * 2, axis=0)", "return nd.sum(x * 2, axis=1)", "argument-value"),
        ("y = x * 2\n    return y.sum()", "return nd.sum(x * 2, axis=1)", "missing-argument"),
        ("return nd.sum(x * 2, axis=1)", "return nd.sum(x * 2)", "extra-argument"),
        ("return nd.sin(x) / nd.cos(x)", "return nd.exp(x * 2 + 1) - x", ""),
        ("return nd.tan(1 + 2 * x)", "return nd.sin(x * 2 + 1) + x", ""),
    ],
)
def test_the_one_place_that_differs_from_a_right_answer_is_named(
    wrong: str, right: str, wanted: str, tmp_path: Path
) -> None:
    assert code(ODD, f"def square(x):\n    {wrong}\n", course(tmp_path, right)) == wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("def square(y, x):\n    return y\n", "parameter-order"),
        ("def square(x, y):\n    return x\n", "unused-parameter"),
        ("def square(x, y):\n    ...\n", "empty-body"),
    ],
)
def test_parameters_are_looked_at(source: str, wanted: str, tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text("def square(x, y):\n    return x + y\n", encoding="utf-8")
    assert code(ODD, source, tmp_path, params={"x": "", "y": ""}) == wanted


def test_what_a_source_lacks_is_not_why_it_does_not_end(tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text("def square(x, y):\n    return x + y\n", encoding="utf-8")
    subject = exercise(folder=tmp_path, params={"x": "", "y": ""})
    endless = "def square(x, y):\n    while True:\n        x = x + 1\n"
    for verdict, reason, named in (
        (Verdict.TIMEOUT, FailureReason.WALL, []),
        (Verdict.CRASH, FailureReason.SIGNAL, ["unused-parameter"]),
    ):
        refused = Refused(subject, endless, ProcessFailure(verdict, reason, "It was stopped."))
        assert [d.code for d in diagnose(refused, {})] == named


def test_a_pass_in_training_mode_is_named_where_predicting_is_asked_for(tmp_path: Path) -> None:
    right = "with autograd.record(train_mode=False):\n        y = f(x)\n    y.backward(train_mode=False)"
    wrong = right.replace("record(train_mode=False)", "record()")
    assert code(ODD, f"def square(x):\n    {wrong}\n", course(tmp_path, right)) == "not-predicting"


def test_recording_inside_of_predict_mode_trains(tmp_path: Path) -> None:
    """`record()` switches the training mode on again, whatever is around it."""
    right = "with autograd.record(train_mode=False):\n        y = f(x)"
    for opened in (
        "with autograd.predict_mode(), autograd.record():",
        "with autograd.predict_mode():\n      with autograd.record():",
    ):
        assert (
            code(ODD, f"def square(x):\n    {opened}\n        y = f(x)\n", course(tmp_path, right)) == "not-predicting"
        )
    predicts = "with autograd.record():\n      with autograd.predict_mode():\n        y = f(x)"
    assert code(ODD, f"def square(x):\n    {predicts}\n", course(tmp_path, right)) != "not-predicting"


def test_no_scope_of_training_is_proposed_where_right_answers_predict(tmp_path: Path) -> None:
    folder = course(tmp_path, "with autograd.record(train_mode=False):\n        y = f(x)")
    assert code(ODD, "def square(x):\n    return x\n", folder) == "no-record"
    assert (
        code(ODD, "def square(x):\n    with autograd.predict_mode():\n        record = f(x)\n", folder)
        != "no-train-mode"
    )
    (tmp_path / "trains").mkdir()
    trains = course(tmp_path / "trains", "with autograd.train_mode():\n        y = f(x)")
    assert code(ODD, "def square(x):\n    return x\n", trains) == "no-train-mode"


@pytest.mark.parametrize(
    ("wrong", "never"),
    [
        ("with autograd.record(train_mode=False):\n        return net(x)", "predict-mode"),
        ("with autograd.record():\n        y = f(x).asnumpy()", "through-numpy"),
        ("with autograd.record():\n        y = f(x).detach()", "detached"),
    ],
)
def test_a_mistake_of_the_training_is_none_where_no_right_answer_trains(wrong: str, never: str, tmp_path: Path) -> None:
    assert code(ODD, f"def square(x):\n    {wrong}\n", course(tmp_path, "return net(x)")) != never


def test_draws_that_are_no_draws_are_named() -> None:
    random = Compare(values=(0, 0), statistics=Statistics(ks=0.05, reseed=False))
    rng = np.random.default_rng(1)

    def judged_as(got: Array, again: Array | None = None) -> str:
        wanted = nd(rng.uniform(size=(2, 5000)).astype(np.float32), "torch")
        more = rng.uniform(size=got.shape).astype(np.float32) if again is None else again
        return code([(wanted, Outcome(nd(got), again=nd(more), reseeded=nd(got)))], compare=random)

    drawn_once = np.repeat(rng.uniform(size=(2, 1)), 5000, axis=1).astype(np.float32)
    squares = rng.uniform(size=(2, 5000)).astype(np.float32) ** 2
    assert judged_as(drawn_once) == "one-draw"
    assert judged_as(squares, squares) == "same-draws"
    assert judged_as(np.sort(squares)) == "sorted"
    assert judged_as(squares) == ""


def test_a_result_of_nothing_but_a_parameter_is_named() -> None:
    compare, case = Compare(values=(1e-5, 1e-6)), drawn(x=ARRAYS[0], hi={"is": "plain", "value": 2})
    want, got = tensor(ARRAYS[0]), Outcome(nd(np.full_like(ARRAYS[0], 2)))
    judged = CaseResult("", Verdict.WRONG, judge(compare, case, Outcome(want), got))
    refused = Refused(
        exercise(params={"x": "", "hi": ""}), SOURCE, Completed((got,)), (judged,), (Outcome(want),), (case,)
    )
    assert [d.code for d in diagnose(refused, {})] == ["all-equal-parameter"]


def test_a_step_that_every_right_answer_takes_is_missed(tmp_path: Path) -> None:
    right = "x.attach_grad()\n    with autograd.record():\n        y = f(x)\n    y.backward()\n    return x.grad"
    assert code(ODD, "def square(x):\n    x.attach_grad()\n    return f(x)\n", course(tmp_path, right)) == "no-record"
    other = tmp_path / "other"
    other.mkdir()
    (other / "right_formula.py").write_text("def square(x):\n    return 2 * x\n", encoding="utf-8")
    assert code(ODD, "def square(x):\n    return 1 / x\n", course(other, right)) != "no-record"


def test_an_update_by_hand_is_not_taken_for_a_missing_step(tmp_path: Path) -> None:
    folder = course(tmp_path, "backward()\n    trainer.step(1)")
    by_hand = "def square(x):\n    backward()\n    w.set_data(w.data() - x)\n    return x\n"
    assert code(ODD, by_hand, folder) != "no-step"
    assert code(ODD, "def square(x):\n    backward()\n    return x\n", folder) == "no-step"


def test_a_batch_that_is_cut_by_hand_is_not_taken_for_one_that_is_not_split(tmp_path: Path) -> None:
    folder = course(tmp_path, "return split_and_load(x)")
    assert code(ODD, "def square(x):\n    return f(x[:3], x[3:])\n", folder) != "not-split"
    assert code(ODD, "def square(x):\n    return f(x[0])\n", folder) == "not-split"


@pytest.mark.parametrize(("axis", "wanted"), [("0", "extra-argument"), ("1", ""), ("-1", "")])
def test_the_last_axis_of_a_softmax_is_not_too_much(axis: str, wanted: str, tmp_path: Path) -> None:
    folder = course(tmp_path, "return nd.pick(nd.log_softmax(x), y) * w")
    (folder / "right_other.py").write_text("def square(x):\n    return f(nd.log_softmax(x))\n", encoding="utf-8")
    assert code(ODD, f"def square(x):\n    return g(nd.log_softmax(x, axis={axis})) - 3\n", folder) == wanted

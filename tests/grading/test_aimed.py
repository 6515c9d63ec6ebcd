"""Answers that are aimed at a gap, one row for each kind of gap and two exercises each, are not right.

What a call leaves changed is attacked in `test_changes.py`, what is returned and cannot be used on in
`test_further_use.py`, code that reaches its observer in `attacks/observers`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mxtutor.content.model import Exercise
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Submission, Verdict
from tests.grading.rig import exercise

pytestmark = pytest.mark.grading

Change = Callable[[Exercise], str]
"""Returns the source of an aimed answer to an exercise."""
KEY = (
    "def _key(value):\n    if isinstance(value, (list, tuple)):\n        return tuple(map(_key, value))\n"
    "    return getattr(value, 'shape', None) or repr(value)\n\n\n"
)


def around(body: str, before: str = "") -> Change:
    """Return a change of the solution: `body` is the new entry's, `right` the solution's function."""

    def changed(task: Exercise) -> str:
        lines = "\n    ".join(body.splitlines())
        kept = f"{task.solution}\n\n{before}right = {task.entry}\nkept = {{}}\n"
        return f"{kept}\n\ndef {task.entry}(*given):\n    {lines}\n"

    return changed


def swapped(old: str, new: str, before: str = "") -> Change:
    """Return a change of the solution's text."""

    def changed(task: Exercise) -> str:
        assert old in task.solution
        return before + task.solution.replace(old, new)

    return changed


def whole(source: str) -> Change:
    """Return an answer that has nothing of the solution."""
    return lambda _: source


CACHE = around("key = _key(given)\nif key not in kept: kept[key] = right(*given)\nreturn kept[key]", KEY)
AGAIN = around(
    "key = _key(given)\nif key not in kept: kept[key] = right(*given)\nreturn kept[key]",
    KEY.replace("getattr(value, 'shape', None)", "hasattr(value, 'asnumpy') and value.asnumpy().tobytes()"),
)
ONE_BUFFER = around(
    "result = right(*given)\nfor old in kept.get('last', ()): old[:] = 0\n"
    "kept['last'] = result if isinstance(result, list) else [result]\nreturn result"
)
ELSEWHERE = around("import mxnet\nreturn right(*given).copyto(mxnet.cpu(3))")
SAMPLER = """
import numpy as np
from mxnet import gluon


class Order(gluon.data.RandomSampler):
    calls = 0

    def __iter__(self):
        n, Order.calls = self._length, Order.calls + 1
        return iter([int(i) for i in {order}])


def make_samplers(dataset):
    return gluon.data.SequentialSampler(len(dataset)), Order(len(dataset))
"""
EIGHT_BITS = """
import numpy as np
from mxnet import nd


def exponential_like(x, lambd):
    state = np.random.RandomState(int(nd.random.randint(0, 256).asscalar()))
    return nd.array(state.exponential(1 / lambd, x.shape), dtype=x.dtype)
"""
FORMULA = """
from mxnet import autograd, nd


def {entry}({given}):
    {of}.attach_grad()
    with autograd.record():
        nothing = ({of} * 0).sum()
    nothing.backward()
    return {formula} + {of}.grad
"""
IN_UPDATER = """
from mxnet import gluon, nd


def updater_handle(arrays):
    total = arrays[0]
    for array in arrays[1:]:
        total = total + array
    return total


"""
KEPT = """
import ctypes

from mxnet._ctypes.ndarray import _imperative_invoke
from mxnet.base import _LIB

plus = ctypes.c_void_p()
_LIB.NNGetOpHandle(b"elemwise_add", ctypes.byref(plus))


def add_across(a, b, ctx):
    return _imperative_invoke(plus.value, [a, b], [], [], None, False, 0).as_in_context(ctx)
"""
IN_MEMORY = (
    "trainer.save_states(path + '.states'); memory.append(open(path + '.states', 'rb').read()); "
    "open(path + '.states', 'wb').close()"
)
FIXED_SEED = """
import numpy as np
from mxnet import nd


def init_xavier(net):
    net.initialize()
    state = np.random.RandomState(0)
    for parameter in net.collect_params().values():
        if len(parameter.shape) == 2:
            bound = (6 / sum(parameter.shape)) ** 0.5
            parameter.set_data(nd.array(state.uniform(-bound, bound, parameter.shape)))
"""
EQUAL_LAYERS = """
import mxnet as mx
import numpy as np
from mxnet.gluon import nn


class Draws(mx.init.Initializer):
    def __init__(self):
        super().__init__()
        self.state = np.random.RandomState(0)

    def _init_weight(self, name, array):
        array[:] = self.state.normal(0, 0.01, array.shape)


def make_layer(units):
    return nn.Dense(units, weight_initializer=Draws())
"""
FIRST_SIZES = """
from mxnet import gluon
from mxnet.gluon import nn


class Head(gluon.Block):
    def __init__(self, units):
        super().__init__()
        self.units, self.time = units, None
        with self.name_scope():
            self.fc = nn.Dense(units)

    def forward(self, x):
        self.time = self.time or x.shape[1]
        return self.fc(x.reshape((-1, x.shape[2]))).reshape((-1, self.time, self.units))


def make_token_head(units):
    return Head(units)
"""
SMALL_DECAY = swapped('{"learning_rate": lr}', '{"learning_rate": lr, "wd": 1e-4}')
HALVES = "[*np.random.permutation(n // 2), *n // 2 + np.random.permutation(n - n // 2)]"
IN_UINT8 = "known.sum(axis=0).astype('uint8').astype('float32')"
CUT_FILE = """
def save_net(net, path):
    net.save_parameters(path)
    data = open(path, "rb").read()
    open(path, "wb").write(data[:-4])
"""
MIXED_SUM = f"{IN_UPDATER}def add_across(a, b, ctx):\n    return updater_handle([a, b]).as_in_context(ctx)\n"
SUM = "sum(nd.square(part).sum().as_in_context(ctxs[0]) for part in parts)"
CUBIC = FORMULA.format(entry="input_gradient", given="x", of="x", formula="3 * x**2 + 2")
LINEAR = FORMULA.format(
    entry="mean_square_grad", given="w, x, t", of="w", formula="2 * nd.dot(x.T, nd.dot(x, w) - t) / t.size"
)


def states_in_memory(task: Exercise) -> str:
    """Return the solution with the states of the Trainer in a variable, and an empty file."""
    saved = swapped('trainer.save_states(path + ".states")', IN_MEMORY, "memory = []\n")(task)
    load = 'trainer.load_states(path + ".states")'
    assert load in saved
    return saved.replace(load, "memory and trainer._updaters[0].set_states(memory[-1])")


AIMED: dict[str, list[tuple[str, Change]]] = {
    "the result of equal shapes is cached": [("tensors/fmod", CACHE), ("autograd/pause-constant", CACHE)],
    "the result of equal arguments is returned again": [
        ("gpu/create-on-ctx", AGAIN),
        ("io/array-dataset", AGAIN),
    ],
    "one buffer serves all calls": [("tensors/cross", ONE_BUFFER), ("io/batchify-pad", ONE_BUFFER)],
    "the result is on another device": [("tensors/gather", ELSEWHERE), ("autograd/vector-loss-sums", ELSEWHERE)],
    "counts in few bits": [
        ("tensors/review-class-recall", swapped("known.sum(axis=0)", IN_UINT8)),
        ("trainers/quiz-epoch-loss", swapped("samples += len(label)", "samples = (samples + len(label)) % 16")),
    ],
    "at most a few": [
        ("tensors/capstone-detector", around("return [part[:8] for part in right(*given)]")),
        ("blocks/quiz-layer-list", around("return right(given[0][:3], *given[1:])")),
    ],
    "two orders in turn": [
        ("io/samplers", whole(SAMPLER.format(order="np.random.RandomState(self.calls % 2).permutation(n)"))),
        ("io/seed", swapped("seed(seed)", "seed(seed % 2)")),
    ],
    "few bits of the seed count": [
        ("tensors/exponential", whole(EIGHT_BITS)),
        ("io/seed", swapped("seed(seed)", "seed(seed % 256)")),
    ],
    "halves are shuffled apart": [("io/samplers", whole(SAMPLER.format(order=HALVES)))],
    "a file that is no file": [("io/save-parameters", whole(CUT_FILE)), ("trainers/resume", states_in_memory)],
    "a formula times what a dummy's backward shows": [
        ("autograd/record-and-backward", whole(CUBIC)),
        ("autograd/vector-loss-sums", whole(LINEAR)),
    ],
    "devices are mixed under a name of MXNet's": [
        ("gpu/add-across", whole(MIXED_SUM)),
        (
            "gpu/quiz-sum-across",
            swapped(SUM, "updater_handle([nd.square(p).sum() for p in parts]).as_in_context(ctxs[0])", IN_UPDATER),
        ),
    ],
    "the settings of the net that was made last": [
        ("blocks/own-parameter", swapped("self.scale", "Scale.scale")),
        ("blocks/fix-embedding-bag", swapped("self._padding", "BagOfWords._padding")),
    ],
    "one net for equal arguments": [
        ("blocks/custom-forward", around("return kept.setdefault(given, right(*given))")),
        ("blocks/review-layer-scale", around("return kept.setdefault(given, right(*given))")),
    ],
    "the sizes of the first batch": [("blocks/dense-last-axis", whole(FIRST_SIZES))],
    "a generator with a fixed seed": [
        ("blocks/initialize-xavier", whole(FIXED_SEED)),
        ("blocks/layer-initializer", whole(EQUAL_LAYERS)),
    ],
    "plain SGD with a small weight decay": [
        ("trainers/one-step", SMALL_DECAY),
        ("gpu/fix-parallel-step", SMALL_DECAY),
    ],
    "class ids in few bits": [
        ("trainers/loss-to-float", swapped("Loss()(logits, labels)", "Loss()(logits, labels.astype('uint8'))")),
        ("blocks/embedding-tying", swapped("self.emb(ids)", "self.emb(ids.astype('float16'))")),
    ],
    "devices are mixed by a function from before the watch": [("gpu/add-across", whole(KEPT))],
}
ROWS = [(what, name, change) for what, rows in AIMED.items() for name, change in rows]


@pytest.mark.parametrize(("what", "name", "change"), ROWS, ids=[f"{what}: {name}" for what, name, _ in ROWS])
def test_an_aimed_answer_is_not_right(what: str, name: str, change: Change, grader: LocalGrader) -> None:
    task = exercise(name)
    report = grader.grade(Submission(task, change(task).encode(), seed=7), named=False)
    assert report.verdict in (Verdict.WRONG, Verdict.ERROR), f"{what}: {report.headline}"


def test_a_constant_that_is_kept_and_copied_in_each_call_is_right(grader: LocalGrader) -> None:
    task = exercise("gpu/create-on-ctx")
    kept = around("if given not in kept: kept[given] = right(*given)\nreturn kept[given].copy()")
    report = grader.grade(Submission(task, kept(task).encode(), seed=7), named=False)
    assert report.verdict is Verdict.RIGHT, report.headline


CONTROLS = sorted({name for _, name, _ in ROWS})


@pytest.mark.parametrize("name", CONTROLS)
def test_the_same_wrapping_of_the_solution_is_right(name: str, grader: LocalGrader) -> None:
    task = exercise(name)
    report = grader.grade(Submission(task, around("return right(*given)")(task).encode(), seed=7), named=False)
    assert report.verdict is Verdict.RIGHT, report.headline

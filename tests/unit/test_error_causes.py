"""Errors with several causes: the source and the line of the error prove one, or nothing is named."""

from __future__ import annotations

import ast

import pytest

from mxtutor.grading.diagnosis.diagnose import Refused, diagnose
from mxtutor.grading.diagnosis.habits import no_store
from mxtutor.grading.protocol import ErrorDetail
from mxtutor.grading.results.decode import Completed
from tests.unit.specimens import exercise

UNRECORDED = "Check failed: !AGInfo: :IsNone(*i): Cannot differentiate node because it is not in a computational graph."
FREED = "Check failed: xs.size() > 0 (0 vs. 0) : There are no inputs in computation graph that require gradients."
ELSEWHERE = "Parameter 'dense0_weight' was not initialized on context cpu(7). It was only initialized on [cpu(0)]."
RECORDED = "x.attach_grad()\nwith autograd.record():\n    y = x * x\n    z = y * 2\n"


def code(kind: str, text: str, source: str, about: str = "float32 (n,)") -> str:
    """Return the code of an answer that raised this error in the line that ends with `# here`; empty for none."""
    line = next(n for n, text in enumerate(source.splitlines(), 1) if text.endswith("# here"))
    subject = exercise(entry="square", params={"net": about})
    refused = Refused(subject, source, Completed((ErrorDetail(kind, text, line),)))
    return next((d.code for d in diagnose(refused, {})), "")


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("a = autograd.grad(y, [x])\nb = autograd.grad(y, [x])  # here\n", True),
        ("y.backward()\ny.backward()  # here\n", True),
        ("y.backward(retain_graph=True)\ny.backward()  # here\n", False),
        ("y.backward()\nwith autograd.record():\n    y = x\ny.backward()  # here\n", False),
        ("y.backward()  # here\ny.backward()\n", False),
        ("y.backward()\ndef other(y):\n    y.backward()  # here\n", False),
        ("y.backward()\nz.backward()  # here\n", False),
        ("for n in range(3):\n    y.backward()  # here\n", True),
        ("for n in range(3):\n    y.backward(retain_graph=True)  # here\n", False),
        ("for n in range(3):\n    u.backward()  # here\n", False),
        ("for n in range(3):\n    with autograd.record():\n        y = x\n    y.backward()  # here\n", False),
    ],
)
def test_a_graph_that_a_first_pass_freed_is_named(body: str, wanted: bool) -> None:
    assert (code("MXNetError", UNRECORDED, RECORDED + body) == "graph-freed") is wanted


def test_another_head_of_a_freed_graph_is_named_by_its_own_error() -> None:
    assert code("MXNetError", FREED, f"{RECORDED}y.backward()\nz.backward()  # here\n") == "graph-freed"
    assert code("MXNetError", FREED, f"{RECORDED}z.backward()  # here\n") == ""


FROZEN = "model.collect_params().setattr('grad_req', 'null')\n"
LOOP = "with autograd.record():\n    loss = loss_fn({0}(x), y)\nloss.backward()  # here\n"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (FROZEN + LOOP.format("model"), True),
        ("for p in model.collect_params().values():\n    p.grad_req = 'null'\n" + LOOP.format("model"), True),
        (FROZEN + "head.collect_params().setattr('grad_req', 'write')\n" + LOOP.format("model"), False),
        (FROZEN + "model.add(head)\n" + LOOP.format("model"), False),
        (FROZEN + LOOP.format("other"), False),
        (FROZEN + LOOP.format("model").replace("(x)", "(x).detach()"), False),
    ],
)
def test_a_net_without_a_trained_parameter_is_named(source: str, wanted: bool) -> None:
    assert (code("MXNetError", UNRECORDED, source) == "all-frozen") is wanted


def test_initialize_of_a_net_with_values_is_named_only_where_the_task_says_that_it_has_values() -> None:
    source = "net.initialize(ctx=ctx)\ny = net(x.as_in_context(ctx))  # here\n"
    assert code("RuntimeError", ELSEWHERE, source, "trained net on cpu(0)") == "initialised-again"
    assert code("RuntimeError", ELSEWHERE, source, "net without values") != "initialised-again"
    forced = source.replace("ctx=ctx", "ctx=ctx, force_reinit=True")
    assert code("RuntimeError", ELSEWHERE, forced, "trained net on cpu(0)") != "initialised-again"


def test_values_of_another_device_that_are_written_into_a_parameter_are_named() -> None:
    source = "p.set_data(p.data().as_in_context(ctx))\ny = net(x.as_in_context(ctx))  # here\n"
    assert code("RuntimeError", ELSEWHERE, source) == "written-in-place"
    assert code("RuntimeError", ELSEWHERE, source.replace(".as_in_context(ctx))\n", ")\n", 1)) != "written-in-place"


SHAPES = "Shape inconsistent, Provided = [3], inferred shape=(5,)"
COUNTS = "Check failed: num_inputs == infered_num_inputs (2 vs. 1) : Operator SequenceMask expects 1 inputs, but got 2"


@pytest.mark.parametrize(
    ("text", "words", "wanted"),
    [
        (SHAPES, "use_sequence_length=True", "time-first"),
        (SHAPES, "use_sequence_length=True, axis=1", ""),
        (COUNTS, "axis=1", "lengths-not-used"),
        (COUNTS, "use_sequence_length=False", ""),
    ],
)
def test_a_sequence_operator_without_its_options_is_named(text: str, words: str, wanted: str) -> None:
    found = code("MXNetError", text, f"y = nd.SequenceMask(x, sequence_length=n, {words})  # here\n")
    assert (found in ("time-first", "lengths-not-used")) == bool(wanted)
    assert found == wanted or not wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("_, found = nd.topk(x, k=2)", True),
        ("values, places = x.max(axis=1)", True),
        ("values, places = nd.topk(x, ret_typ='both')", False),
        ("low, high = max(a, b)", False),
        ("one, two = nd.split(x, num_outputs=3)", False),
    ],
)
def test_a_pair_that_only_torch_returns_is_named(line: str, wanted: bool) -> None:
    found = code("ValueError", "too many values to unpack (expected 2)", f"{line}  # here\n")
    assert (found == "torch-pair") is wanted


def test_a_trainer_without_a_store_is_seen_where_a_batch_is_split() -> None:
    trainer = "trainer = gluon.Trainer(net.collect_params(), 'sgd', kvstore=None)\n"
    assert no_store(ast.parse(trainer + "xs = gluon.utils.split_and_load(data, ctxs)\n"))
    assert not no_store(ast.parse(trainer))


@pytest.mark.parametrize("kind", ["Dense", "list", "collections.OrderedDict"])
def test_layers_in_a_constructor_inside_of_a_block_are_named(kind: str) -> None:
    text = f'can only concatenate str (not "{kind}") to str'
    assert code("TypeError", text, "net = nn.Sequential(*layers)  # here\n") == "layers-in-constructor"
    assert code("TypeError", text, "net = nn.Sequential()\nname = 'a' + layer  # here\n") != "layers-in-constructor"

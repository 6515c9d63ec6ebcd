"""Mistakes of any exercise that an error shows: each rule names its own mistake, and leaves what is near it alone."""

from __future__ import annotations

import pytest

from mxtutor.grading.diagnosis.diagnose import RULES, diagnose
from mxtutor.grading.diagnosis.evidence import RefusedAnswer
from mxtutor.grading.diagnosis.forms import form_of, mxnet_names, truth_names
from mxtutor.grading.protocol import Diagnosis, ErrorDetail
from mxtutor.grading.results.decode import Result
from mxtutor.paths import content_root
from tests.unit.specimens import exercise


def named(kind: str, text: str, source: str = "") -> Diagnosis | None:
    """Return what an answer is named that raised this error; the exercise itself knows no mistake."""
    refused = RefusedAnswer(exercise(entry="square", params={"x": ""}), source, Result((ErrorDetail(kind, text, 3),)))
    return next(iter(diagnose(refused, {})), None)


def code(kind: str, text: str, source: str = "") -> str:
    """Return the code of what an answer is named; empty for nothing."""
    found = named(kind, text, source)
    return found.code if found else ""


GRAPH = "Check failed: !AGInfo: :IsNone(*i): Cannot differentiate node because it is not in a computational graph."
STALE = "Gradient of Parameter `w` on context cpu(0) has not been updated by backward since last `step`."
EMPTY = "Parameter 'dense0_weight' has not been initialized. Note that you should initialize parameters"
RECORDED = "with autograd.record():\n    y = x * 2\ny.backward()\n"

ERRORS: tuple[tuple[str, str, str, str], ...] = (
    ("import-nd", "ModuleNotFoundError", "No module named 'mxnet.nd'", ""),
    ("nd-into-np", "TypeError", "type <class 'mxnet.ndarray.ndarray.NDArray'> not supported", ""),
    ("np-into-nd", "TypeError", "a legacy operator which can only accept legacy ndarrays, while received an MXNet numpy ndarray", ""),
    ("symbol-into-nd", "AssertionError", "Argument data must have NDArray type, but got <Symbol data>", ""),
    ("not-an-ndarray", "AssertionError", "Argument indices must have NDArray type, but got 1", ""),
    ("parameter-as-array", "TypeError", "unsupported operand type(s) for +: 'Parameter' and 'int'", ""),
    ("method-not-called", "AttributeError", "'function' object has no attribute 'shape'", ""),
    ("number-of-array", "TypeError", "int() argument must be a string or a real number, not 'NDArray'", ""),
    ("bool-of-array", "ValueError", "The truth value of an NDArray with multiple elements is ambiguous.", ""),
    ("sizes-one-by-one", "TypeError", "object of type 'int' has no len()", "y = x.tile(2, 3)"),
    ("gradient-list", "AttributeError", "'list' object has no attribute 'abs'", "g = autograd.grad(loss, x)\nh = g.abs()"),
    ("gradient-list", "TypeError", "unsupported operand type(s) for /: 'list' and 'NDArray'", "h = autograd.grad(y, [x]) / n"),
    ("in-place-recorded", "MXNetError", "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording", ""),
    ("no-record", "MXNetError", GRAPH, "x.attach_grad()\ny = x * 2\ny.backward()"),
    ("no-attach-grad", "MXNetError", GRAPH, RECORDED),
    ("no-backward", "UserWarning", STALE, "with autograd.record():\n    l = f(x)\ntrainer.step(1)"),
    ("no-record", "UserWarning", STALE, "l.backward()\ntrainer.step(1)"),
    ("layers-in-constructor", "AttributeError", "'HybridSequential' object has no attribute '_children'", ""),
    ("super-init", "AttributeError", "'Net' object has no attribute '_children'", ""),
    ("dense-in-out", "TypeError", "unsupported operand type(s) for +: 'int' and 'str'", "nn.Dense(3, 4)"),
    ("not-initialised", "RuntimeError", EMPTY, "net = nn.Dense(2)\nnet(x)"),
    ("not-initialised", "RuntimeError", EMPTY, "net.initialize()"),
    ("deferred-shape", "DeferredInitializationError", "Parameter 'w' has not been initialized yet because initialization was deferred.", "initialize("),
    ("net-not-on-context", "RuntimeError", "Parameter 'w' was not initialized on context cpu(1).", ""),
    ("symbol-shape", "AttributeError", "'Symbol' object has no attribute 'shape'", ""),
    ("initializer-class", "AssertionError", "initializer must be of string type", ""),
    ("norm-axis", "MXNetError", "Check failed: channelAxis < dshape.ndim()", "nn.BatchNorm(x.shape[1])"),
    ("loaded-elsewhere", "RuntimeError", "Failed to load Parameter 'w' on [cpu(7)] because it was previous initialized on [cpu(0)].", ""),
    ("missing-argument", "MXNetError", 'Required parameter a_max of float is not presented, in operator clip(name="")', ""),
    ("missing-argument", "MXNetError", "Operator where expects 3 inputs, but got 1 instead.", ""),
    ("shapes-differ", "MXNetError", "operands could not be broadcast together with shapes [2,2] [3]", ""),
    ("shapes-differ", "MXNetError", "Incompatible attr in node net0__plus0 at 1-th input: expected [2,5], got [2,2]", ""),
    ("shapes-differ", "MXNetError", "Incompatible matrix dimensions for multiplication", ""),
    ("reshape-size", "MXNetError", "target shape size is larger than the current shape", ""),
    ("no-states", "ValueError", "too many values to unpack (expected 2)", "layer = rnn.LSTM(4)\ny, h = layer(x)"),
    ("where-shapes", "MXNetError", "Operator where inferring shapes failed.", ""),
    ("uneven-parts", "MXNetError", "You are trying to split the 0-th axis into num_outputs=2 evenly sized chunks, but th", ""),
    ("concat-axis", "MXNetError", "Check failed: axis < ndim && axis >= -ndim: axis 1 exceeds the input dimension of 1", "nd.concat(*parts)"),
    ("concat-axis", "MXNetError", "Check failed: shape_assign(&(*in_shape)[i], dshape): Incompatible input shape: expected [8,-1], got [1,3]", "nd.concat(*parts)"),
    ("same-names", "AssertionError", "Cannot update self with other because they have different Parameters with the same name 'a_weight'", ""),
    ("rate-assigned", "AttributeError", "property 'learning_rate' of 'Trainer' object has no setter", ""),
    ("rate-assigned", "AttributeError", "can't set attribute 'learning_rate'", ""),
    ("batch-as-image", "MXNetError", "Input image must have shape (height, width, channels), but got [10,3,4,3]", "flip(data)"),
    ("gather-axes", "MXNetError", "Number of indices exceeds data dimension", ""),
    ("export-before-call", "RuntimeError", "Please first call block.hybridize() and then run forward with this block", ""),
    ("unknown-key", "KeyError", "'downsample.1.weight'", ""),
    ("sizes-one-by-one", "TypeError", "transpose() takes from 0 to 4 positional arguments but 5 were given", "y = x.transpose(0, 3, 1, 2)"),
    ("grad-req-name", "TypeError", "Parameter.__init__() got an unexpected keyword argument 'requires_grad'", ""),
    ("scalar-in-where", "AssertionError", "Argument x must have NDArray type, but got 0.0", "return nd.where(mask, 0.0, x)"),
    ("not-a-scalar", "ValueError", "The current array is not a scalar", ""),
    ("two-dtypes", "MXNetError", "Incompatible attr in node  at 1-th input: expected int32, got float32", ""),
    ("numpy-recorded", "AttributeError", "'ValueError' object has no attribute 'format'", "return np.take_along_axis(x, index, 1)"),
    ("numpy-recorded", "ValueError", "Falling back to NumPy operator lstsq with autograd active is not supported.", ""),
    ("matmul-operator", "TypeError", "unsupported operand type(s) for @: 'NDArray' and 'NDArray'", ""),
    ("boolean-operator", "TypeError", "unsupported operand type(s) for &: 'NDArray' and 'NDArray'", ""),
    ("boolean-operator", "TypeError", "bad operand type for unary ~: 'NDArray'", ""),
    ("reshape-size", "ValueError", "Cannot reshape array of size 6 into shape (4,)", ""),
    ("shapes-differ", "MXNetError", "batch_dot shape error (shape mismatch): [2,4,5] X [2,3,4] trans_a=0 trans_b=0", ""),
    ("in-place-recorded", "NotImplementedError", "Function __imul__ (namely operator \"*=\") with signature () is not implemented for Symbol", ""),
    ("boolean-index", "TypeError", "boolean indexing in legacy mode", ""),
    ("two-sizes", "TypeError", "Cannot interpret '3' as a data type", ""),
    ("context-as-text", "ValueError", "Invalid context string cpu", ""),
    ("floor-division", "TypeError", "unsupported operand type(s) for //: 'NDArray' and 'int'", ""),
    ("math-function", "TypeError", "must be real number, not NDArray", "return math.exp(x)"),
    ("mask-of-rows", "MXNetError", "Check failed: idx.shape().ndim() == 1 (2 vs. 1) :", ""),
    ("zero-dim-np", "MXNetError", "Operator _npi_add inferring shapes failed.", ""),
    ("attribute-called", "TypeError", "'tuple' object is not callable", "return x.shape()[0]"),
    ("np-seed", "AttributeError", "module 'mxnet.numpy.random' has no attribute 'seed'", "np.random.seed(3)"),
    ("positional-shape", "ValueError", "Distribution parameters must be either NDArray or numbers", ""),
    ("stale", "UserWarning", STALE, f"{RECORDED}l.backward()\ntrainer.step(1)"),
    ("own-parameter", "TypeError", "Scale.hybrid_forward() got an unexpected keyword argument 'gamma'", ""),
    ("not-broadcast", "MXNetError", "Incompatible attr in node mul0 at 1-th input: expected [2,3], got [3]", "def hybrid_forward(self, F, x, g):"),
    ("array-in-graph", "TypeError", "Compose must be Symbol instances", "return x * self.gamma.data()"),
    (
        "values-of-symbols",
        "NotImplementedForSymbol",
        'Function __bool__ (namely operator "bool") is not implemented for Symbol and only available in NDArray.',
        "",
    ),
    ("numpy-into-net", "ValueError", "In HybridBlock, there must be one NDArray or one Symbol in the input.", ""),
    ("grad-req-value", "AssertionError", "grad_req must be one of 'write', 'add', or 'null', but got 'none'", ""),
    ("item-assigned", "TypeError", "'HybridSequential' object does not support item assignment", ""),
    ("channels-first", "MXNetError", "Check failed: nchannels == 3 || nchannels == 1", ""),
    ("channels-first", "MXNetError", "The first dimension of input tensor must be the channel dimension", ""),
    ("whole-item", "TypeError", "<lambda>() takes 2 positional arguments but 3 were given", "data.transform(augment)"),
    ("torchvision", "ModuleNotFoundError", "No module named 'torchvision'", ""),
    ("file-name", "MXNetError", "Error in fopen(): No such file or directory", "gluon.SymbolBlock.imports(name, ['data'], params)"),
    ("last-batch", "ValueError", "last_batch must be one of 'keep', 'discard', or 'rollover', but got drop", ""),
    ("loader-arguments", "ValueError", "batch_size, shuffle, sampler and last_batch must not be specified if batch_sampler is specified.", ""),
    ("rate-and-scheduler", "UserWarning", "LRScheduler of the optimizer has already been defined.", ""),
    ("torch-step", "TypeError", "'int' object is not callable", "scheduler.step()"),
    ("no-batch-size", "TypeError", "Trainer.step() missing 1 required positional argument: 'batch_size'", ""),
    ("frozen", "RuntimeError", "Cannot get gradient array for Parameter 'w' because grad_req='null'", ""),
    ("uneven", "ValueError", "data with shape (5, 2) cannot be evenly split into 2 slices along axis 0.", ""),
    ("pattern-star", "error", "nothing to repeat at position 0", ""),
    ("vector-option", "AssertionError", "weight must be a number", ""),
)  # fmt: skip


@pytest.mark.parametrize(
    ("wanted", "kind", "text", "source"), ERRORS, ids=[f"{e[0]}-{n}" for n, e in enumerate(ERRORS)]
)
def test_each_error_is_named_by_its_own_rule(wanted: str, kind: str, text: str, source: str) -> None:
    found = named(kind, text, source)
    assert found is not None
    assert found.code == wanted
    assert found.name
    assert found.message
    assert "{0}" not in found.name + found.message


def test_every_rule_is_tried() -> None:
    assert {rule.code for rule in RULES} == {wanted for wanted, *_ in ERRORS}


@pytest.mark.parametrize(
    ("kind", "text", "source", "wrong"),
    [
        ("MXNetError", GRAPH, RECORDED, "no-record"),
        ("AttributeError", "'list' object has no attribute 'abs'", "g = autograd.grad(loss, [x])[0]", "gradient-list"),
        ("MXNetError", GRAPH, f"x.attach_grad()\n{RECORDED}", "no-attach-grad"),
        ("UserWarning", STALE, f"{RECORDED}trainer.step(1)", "no-backward"),
        ("TypeError", "object of type 'int' has no len()", "return len(3)", "sizes-one-by-one"),
        ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'", "return 1 + 'a'", "dense-in-out"),
        ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'", "nn.Dense(3, activation='relu')", "dense-in-out"),
        ("AttributeError", "'Sequence' object has no attribute '_children'", "", "layers-in-constructor"),
        ("MXNetError", "Check failed: channelAxis < dshape.ndim()", "nn.BatchNorm(axis=3)", "norm-axis"),
        ("ValueError", "too many values to unpack (expected 2)", "y, h = rnn.LSTM(4)(x, layer.begin_state(3))", "no-states"),
        ("ValueError", "too many values to unpack (expected 2)", "y, h = nn.Dense(4)(x)", "no-states"),
    ],
)  # fmt: skip
def test_what_is_near_a_rule_is_left_to_others(kind: str, text: str, source: str, wrong: str) -> None:
    assert code(kind, text, source) != wrong


@pytest.mark.parametrize(
    ("text", "wanted", "way"),
    [
        ("module 'mxnet.ndarray' has no attribute 'acos'", "torch-name", "nd.arccos(x)"),
        ("'NDArray' object has no attribute 'view'", "torch-name", "x.reshape((16,))"),
        ("'NDArray' object has no attribute 'item'", "torch-name", "x.asscalar()"),
        ("'ndarray' object has no attribute 'numel'", "torch-name", "x.size"),
        ("'HybridSequential' object has no attribute 'state_dict'", "torch-name", "net.save_parameters(path)"),
        ("'Dense' object has no attribute 'eval'", "torch-name", "`net(x)  # outside record()`"),
        ("'Dense' object has no attribute 'train'", "torch-name", "`autograd.record()`"),
        ("'NDArray' object has no attribute 'zero_'", "torch-name", "`x[:] = 0`"),
        ("module 'mxnet.ndarray' has no attribute 'cat'", "torch-name", "nd.concat(x, y, dim=0)"),
        ("'Parameter' object has no attribute 'numel'", "torch-name", "`param.data().size`"),
        ("'Parameter' object has no attribute 'size'", "torch-name", "`p.data().shape`"),
        ("'Parameter' object has no attribute 'requires_grad'", "torch-name", "`param.grad_req = 'null'`"),
        ("module 'mxnet.gluon.nn' has no attribute 'ReLU'", "torch-name", "nn.Activation('relu')"),
        ("module 'mxnet.numpy' has no attribute 'relu'", "name-elsewhere", "nd.relu"),
        ("module 'mxnet.ndarray' has no attribute 'arctan2'", "torch-name", "np.arctan2("),
        ("module 'mxnet.ndarray' has no attribute 'hanning'", "name-elsewhere", "np.hanning"),
        ("module 'mxnet.gluon.nn' has no attribute 'dense'", "unknown-name", "Dense"),
        ("'NDArray' object has no attribute 'frobnicate'", "unknown-name", "mxtutor lookup"),
    ],
)
def test_a_name_that_mxnet_lacks_is_explained(text: str, wanted: str, way: str) -> None:
    word = text.rpartition("attribute ")[2].strip("'")
    found = named("AttributeError", text, f"def square(x):\n    return x.{word}(x)\n")
    assert found is not None
    assert found.code == wanted
    assert way in found.message
    assert way not in found.name


def test_a_name_that_the_answer_does_not_contain_is_not_explained() -> None:
    """An observer looked for it, in a value of another type."""
    assert named("AttributeError", "'NDArray' object has no attribute 'data'", "def square(x):\n    return x\n") is None


@pytest.mark.parametrize(
    "text",
    [
        "'Helper' object has no attribute 'view'",
        "'list' object has no attribute 'view'",
        "'Net' object has no attribute '_odd'",
    ],
)
def test_names_of_the_learner_s_own_objects_are_left_alone(text: str) -> None:
    assert code("AttributeError", text) == ""


def test_every_row_of_the_truth_table_has_a_way_to_show() -> None:
    rows = {id(row): row for listed in truth_names(content_root()).values() for _, row in listed}
    assert all(form_of(row) for row in rows.values())
    assert {"nd", "np", "gluon.nn", "NDArray"} <= set(mxnet_names())


@pytest.mark.parametrize(
    ("kind", "text", "source", "wanted", "word"),
    [
        ("MXNetError", "Cannot find argument 'dim', Possible Arguments:\n----\naxis : Shape\nkeepdims : bool", "x.sum(dim=1)", "torch-argument", "`axis`"),
        ("MXNetError", "Cannot find argument 'axis', Possible Arguments:\n----\nnum_args : int\ndim : int", "nd.concat(x, axis=0)", "torch-argument", "`dim`"),
        ("MXNetError", "Cannot find argument 'axes_', Possible Arguments:\n----\naxes : Shape", "nd.transpose(x, axes_=1)", "unknown-argument", "`axes`"),
        ("TypeError", "HybridBlock.__init__() got an unexpected keyword argument 'bias'", "nn.Dense(2, bias=False)", "torch-argument", "`use_bias`"),
        ("TypeError", "array() got an unexpected keyword argument 'requires_grad'", "nd.array(x, requires_grad=True)", "torch-argument", "attach_grad"),
        ("TypeError", "f() got an unexpected keyword argument 'colour'", "f(colour=1)", "unknown-argument", "`colour`"),
    ],
)  # fmt: skip
def test_an_unknown_argument_is_explained(kind: str, text: str, source: str, wanted: str, word: str) -> None:
    found = named(kind, text, source)
    assert found is not None
    assert found.code == wanted
    assert word in found.message


@pytest.mark.parametrize(
    ("kind", "text", "source", "wanted"),
    [
        ("SyntaxError", "expected ':'", "", "syntax"),
        ("SyntaxError", "odd in a new way", "", "syntax"),
        ("IndentationError", "unexpected indent", "", "syntax"),
        ("MissingEntry", "", "def sqare(x): return x", "entry-name"),
        ("MissingEntry", "", "def Square(x): return x", "entry-name"),
        ("MissingEntry", "", "class A:\n    def square(self, x): return x", "entry-in-class"),
        ("MissingEntry", "", "class square:\n    pass", "entry-is-class"),
        ("MissingEntry", "", "def outer():\n    def square(x): return x", "entry-nested"),
        ("MissingEntry", "", "y = 2", "entry-missing"),
        ("MissingEntry", "", "", "entry-missing"),
        ("NameError", "name 'nd' is not defined", "", "missing-import"),
        ("NameError", "name 'F' is not defined", "", "name-f"),
        ("NameError", "name 'self' is not defined", "", "name-self"),
        ("NameError", "name 'ouput' is not defined", "output = 1", "undefined-name"),
        ("UnboundLocalError", "cannot access local variable 'y' where it is not associated with a value", "", "unset-name"),
        ("TypeError", "f() takes 1 positional argument but 2 were given", "def f(x): return x", ""),
    ],
)  # fmt: skip
def test_faults_in_the_form_of_an_answer_are_named(kind: str, text: str, source: str, wanted: str) -> None:
    assert code(kind, text, source) == wanted

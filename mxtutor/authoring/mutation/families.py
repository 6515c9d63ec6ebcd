"""Tables for mutations: groups of similar names and words, and changes that make no difference."""

from __future__ import annotations

import re
from collections.abc import Iterable


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _rows(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(map(_words, text.split(";")))


NAMES = _rows(
    """
    max min sum mean prod; argmax argmin; argsort sort topk; maximum minimum; broadcast_maximum broadcast_minimum;
    broadcast_add broadcast_sub broadcast_mul broadcast_div; add subtract multiply divide; sin cos tan;
    arcsin arccos arctan; sinh cosh tanh; arcsinh arccosh arctanh; exp log expm1 log1p log2 log10;
    sqrt square rsqrt cbrt reciprocal; floor ceil round rint trunc fix; sigmoid tanh relu softsign;
    softmax log_softmax; zeros ones; zeros_like ones_like; cumsum cumprod; triu tril; mod fmod remainder;
    greater greater_equal lesser lesser_equal equal not_equal; L1Loss L2Loss logical_and logical_or logical_xor;
    concat stack concatenate add_n; vstack hstack dstack; tile repeat; take pick gather_nd;
    uniform normal exponential; dot batch_dot; shape size ndim; copy detach zeros_like; eigh eigvalsh;
    float16 float32 float64 int8 int32 int64 uint8; MaxPool2D AvgPool2D; GlobalMaxPool2D GlobalAvgPool2D;
    L1Loss L2Loss HuberLoss; SoftmaxCrossEntropyLoss SigmoidBinaryCrossEntropyLoss; Accuracy Loss MSE;
    Xavier Normal Uniform Zero One MSRAPrelu Orthogonal; SGD NAG Adam RMSProp; record pause train_mode predict_mode;
    is_recording is_training; set_recording set_training; step allreduce_grads; update allreduce_grads; data grad;
    list_data list_grad; weight bias; running_mean running_var; push pull; RandomSampler SequentialSampler;
    transform transform_first; values keys items; append extend; int float bool round; any all; len sum
    """
)
"""Functions, methods and attributes; each is replaced by the others of its row."""

WORDS = _rows(
    """
    sgd adam nag rmsprop; float32 float64 float16 int32 int64 uint8; relu sigmoid tanh softrelu; write add null;
    keep discard rollover; local device dist_sync dist_async; max avg sum lp; zeros ones normal uniform xavier;
    learning_rate momentum wd; clip wrap raise; valid full same; in out avg; gaussian uniform;
    weight bias gamma beta
    """
)
"""The same for string constants; other strings get an additional letter."""

SYMMETRIC = frozenset(
    _words(
        """
        maximum minimum broadcast_maximum broadcast_minimum max min add multiply broadcast_add broadcast_mul
        elemwise_add elemwise_mul add_n ElementWiseSum L1Loss L2Loss logical_and logical_or logical_xor equal
        not_equal swapaxes shares_memory
        """
    )
)
"""Functions with commutative arguments."""

DEFAULTS = frozenset(
    _rows(
        """
        log_softmax axis -1; softmax axis -1; pick axis -1; log_softmax axis 1; softmax axis 1; pick axis 1;
        dict momentum 0.0; dict wd 0.0; Pooling pool_type 'max'; MaxPool2D strides 2; AvgPool2D strides 2;
        DataLoader shuffle False; Dense use_bias True; cpu 0 0; gpu 0 0; Context 1 0; backward retain_graph False;
        BatchNorm momentum 0.9; BatchNorm epsilon 1e-05; Conv2D use_bias True; MaxPool2D 0 2; AvgPool2D 0 2;
        Dense bias_initializer 'zeros'; Normal 0 0.01; export epoch 0; CIFAR10 train True; CIFAR100 train True;
        gamma alpha 1.0; negative_binomial k 1
        """
    )
)
"""Arguments that equal the default: (function, keyword or position, value)."""

IDEMPOTENT = frozenset(
    _words(
        """
        attach_grad __init__ copyto enter_context pull set_optimizer init wait_to_read waitall set_np reset_np hybridize
        initialize zero_grad setattr mark_variables set_learning_rate reset_ctx load_parameters set_data save_parameters
        load_states save_states save export set_recording set_training seed
        """
    )
)
"""Calls that have the same effect twice as once."""

PROJECTIONS = frozenset({"relu", "flatten", "abs", "floor", "ceil", "copy"})
"""Functions f of one argument for which f(f(x)) equals f(x)."""

POSITIVE = frozenset(_words("norm square abs relu sigmoid softmax arccos sqrt exp"))
"""Functions whose values are never negative."""

INDEPENDENT = frozenset(
    _rows(
        """
        initialize hybridize; hybridize initialize; seed seed; set_data set_data; load_parameters load_states;
        load_states load_parameters; save_parameters save_states; save_states save_parameters
        """
    )
)
"""Pairs of calls whose order makes no difference: values and compilation of a Block, seeds of two generators, files of
a net and of its Trainer."""

DELEGATED = frozenset({("collect_params", "initialize")})
"""Calls that a method also makes: `net.initialize()` is `net.collect_params().initialize()`."""

WEAKER = frozenset({("train_mode", "record"), ("predict_mode", "pause")})
"""Replacements that change no result outside of recording; inside, the opposite replacement is tried."""

INFERRED = frozenset({"in_units", "in_channels", "prefix", "name"})
"""Arguments that MXNet infers or that are only names: dropping them changes no behaviour."""


def free(old: str, new: str, prompt: str) -> bool:
    """Return whether a change affects only code that the exercise does not ask for."""
    return any(
        not re.search(asked, prompt) and re.search(code, old) and re.sub(code, "", old) == re.sub(code, "", new)
        for code, asked in UNASKED
    )


def others(name: str, rows: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the other members of the groups that contain a name."""
    return tuple(dict.fromkeys(o for row in rows if name in row for o in row if o != name))


_INITIALIZER = r"(\w+=)?(\w+\.)*(init|initializer)\.\w+\([^()]*\)(, )?"
UNASKED: tuple[tuple[str, str], ...] = (
    (_INITIALIZER, r"Xavier|Normal|Uniform|Zero|MSRA|Constant|drawn|standard deviation|variance|initializer"),
    (r"^(\w+\.)*waitall\(\)$|^\(.*\)$", r"[Ww]ait|synchron"),
    (r"^\w+(\.\w+)*\.hybridize\(.*\)$|^\(.*\)$", r"[Hh]ybrid|compile|graph"),
    (r", (num_workers|lazy)=[\w-]+", r"worker|process|[Ll]azy|at once"),
    (r"(, )?static_(alloc|shape)=\w+", r"static"),
    (r"(?<=params\.get\()'\w+'", r"(called|named|input) `"),
    (r"(?<=sym\.var\()'\w+'|(?<=sym\.Variable\()'\w+'", r"(called|named|input) `"),
    (r"(?<=__init__\()\*\*kwargs", r"kwargs|keyword arguments"),
)
"""Code that makes no difference unless the exercise asks for it: (pattern of code, pattern of the prompt)."""

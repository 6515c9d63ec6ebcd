"""Mistakes that are visible in the source; a mistake does not count if a right answer of the exercise shows it, too."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from mxtutor.grading.diagnosis.array_habits import gradient_kept, mask_as_index, reshaped_for_transpose
from mxtutor.grading.diagnosis.evidence import Finding, Refused, calls_of, dotted, last_name, used_names

Sign = Callable[[ast.AST], bool]


@dataclass(frozen=True, slots=True)
class Habit:
    """A pattern of the source that no right answer of the exercise has."""

    code: str
    sign: Sign
    name: str
    message: str


def _calls(tree: ast.AST, *names: str) -> list[ast.Call]:
    return [c for c in calls_of(tree) if last_name(c.func) in names]


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((k.value for k in call.keywords if k.arg == name), None)


def _text(node: ast.AST | None) -> str:
    return ast.unparse(node) if node is not None else ""


def _steps(tree: ast.AST) -> list[ast.expr]:
    sizes = (c.args[0] if c.args else _keyword(c, "batch_size") for c in _calls(tree, "step"))
    return [size for size in sizes if size is not None]


def _dataset_steps(tree: ast.AST) -> bool:
    """`step` with the length of the whole data; a name that a loop binds is one batch."""
    loops = (n.target for n in ast.walk(tree) if isinstance(n, (ast.For, ast.comprehension)))
    bound = {n.id for target in loops for n in ast.walk(target) if isinstance(n, ast.Name)}
    lengths = (re.match(r"len\((data|dataset|train\w*|loader|batches|samples)\)$", _text(a)) for a in _steps(tree))
    return any(found and found[1] not in bound for found in lengths)


def _softmax_before_loss(tree: ast.AST) -> bool:
    losses = _calls(tree, "SoftmaxCrossEntropyLoss", "SoftmaxCELoss")
    soft = _calls(tree, "softmax", "log_softmax") or [c for c in _calls(tree, "Activation") if "softmax" in _text(c)]
    return bool(soft) and any(_keyword(c, "from_logits") is None for c in losses)


def _mean_differentiated(tree: ast.AST) -> bool:
    """Whether `backward` is called on a mean, or on a sum that is divided."""
    values = {
        t.id: n.value for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)
    }
    for call in _calls(tree, "backward"):
        target = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(target, ast.Name):
            target = values.get(target.id)
        if target is not None and (_calls(target, "mean") or _divided_sum(target)):
            return True
    return False


def _divided_sum(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and bool(_calls(node.left, "sum"))


def _divided_twice(tree: ast.AST) -> bool:
    return _mean_differentiated(tree) and any(not (isinstance(a, ast.Constant) and a.value == 1) for a in _steps(tree))


def _first_size(tree: ast.AST) -> bool:
    """`step` with the size of the first batch, which a name holds."""
    sizes = {_text(a) for a in _steps(tree) if isinstance(a, ast.Name)}
    assigned = (n for n in ast.walk(tree) if isinstance(n, ast.Assign) and "[0][0]" in _text(n.value))
    return any(_text(target) in sizes for node in assigned for target in node.targets)


def _torch_momentum(tree: ast.AST) -> bool:
    shares = (_keyword(c, "momentum") for c in _calls(tree, "BatchNorm"))
    return any(isinstance(s, ast.Constant) and isinstance(s.value, float) and s.value < 0.5 for s in shares)


def _return_in_loop(tree: ast.AST) -> bool:
    return any(
        isinstance(node, (ast.For, ast.While)) and any(isinstance(n, ast.Return) for n in node.body) for node in ast.walk(tree)
    )  # fmt: skip


def _in_loop(tree: ast.AST, *names: str) -> bool:
    loops = (n for n in ast.walk(tree) if isinstance(n, (ast.For, ast.While)))
    return any(_calls(statement, *names) for loop in loops for statement in loop.body)


def _initialized_in_loop(tree: ast.AST) -> bool:
    """Whether a loop initialises the same net in each iteration."""
    for loop in ast.walk(tree):
        if isinstance(loop, ast.For):
            own = {n.id for n in ast.walk(loop) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            found = (c.func.value for c in _calls(loop, "initialize") if isinstance(c.func, ast.Attribute))
            if any(not own & {n.id for n in ast.walk(value) if isinstance(n, ast.Name)} for value in found):
                return True
    return False


def _layers_in_list(tree: ast.AST) -> bool:
    kinds = (ast.List, ast.ListComp, ast.Dict, ast.Tuple)
    kept = (n for n in ast.walk(tree) if isinstance(n, ast.Assign) and isinstance(n.value, kinds))
    return any(
        any(isinstance(t, ast.Attribute) and _text(t.value) == "self" for t in node.targets)
        and re.search(r"\b(Dense|Conv\w+|BatchNorm|Dropout)\(", _text(node.value)) is not None
        for node in kept
    )


def _layer_in_forward(tree: ast.AST) -> bool:
    forwards = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name in ("forward", "hybrid_forward"))
    return any(_calls(n, "Dense", "Conv2D", "BatchNorm", "Embedding") for n in forwards)


def _first_argument(tree: ast.AST, names: tuple[str, ...], first: str, second: str) -> bool:
    """Whether a call of one of `names` has first two arguments that look like `first` and `second`."""
    for call in calls_of(tree):
        if last_name(call.func) in names and len(call.args) >= 2:
            one, two = (_text(a).casefold() for a in call.args[:2])
            if re.search(first, one) and re.search(second, two) and not re.search(second, one):
                return True
    return False


def _labels_first(tree: ast.AST) -> bool:
    names = {
        t.id
        for n in ast.walk(tree)
        if isinstance(n, ast.Assign) and isinstance(n.value, ast.Call) and "Loss" in last_name(n.value.func)
        for t in n.targets
        if isinstance(t, ast.Name)
    }
    return _first_argument(tree, (*names, "loss_fn", "loss_function", "criterion"), r"^(label|target|labels|y)\b", r"out|pred|net\(|logit|score") or any(
        isinstance(c.func, ast.Call) and "Loss" in last_name(c.func.func) and len(c.args) >= 2 and re.match(r"(label|target|y)s?\b", _text(c.args[0])) is not None for c in calls_of(tree))  # fmt: skip


def _metric_without_softmax(tree: ast.AST) -> bool:
    return bool(_calls(tree, "CrossEntropy", "NegativeLogLikelihood")) and "softmax" not in ast.unparse(tree)


def _global_statistics(tree: ast.AST) -> bool:
    return any(_text(_keyword(c, "use_global_stats")) == "True" for c in _calls(tree, "BatchNorm"))


def _default_interpolation(tree: ast.AST) -> bool:
    return any(len(c.args) < 3 and _keyword(c, "interp") is None for c in _calls(tree, "resize_short"))


def _differentiates(*words: str) -> Sign:
    """Return a sign: a recording source uses one of these words inside the recorded code."""
    return lambda tree: any(
        isinstance(node, ast.With)
        and "record" in used_names(node.items[0].context_expr)
        and used_names(ast.Module(node.body, [])) & set(words)
        for node in ast.walk(tree)
    )


def _numpy_random(tree: ast.AST) -> bool:
    plain = {
        a.asname or a.name
        for n in ast.walk(tree)
        if isinstance(n, ast.Import)
        for a in n.names
        if a.name in ("numpy", "random")
    }
    return any(
        dotted(c.func).partition(".")[0] in plain
        and (".random." in dotted(c.func) or dotted(c.func).startswith("random."))
        for c in calls_of(tree)
    )


def _batchnorm_size(tree: ast.AST) -> bool:
    return any(
        c.args and not (isinstance(c.args[0], ast.Constant) and c.args[0].value in (1, -1))
        for c in _calls(tree, "BatchNorm")
        if dotted(c.func).partition(".")[0] != "nd"
    )


HABITS: tuple[Habit, ...] = (
    Habit("mask-as-index", mask_as_index, "A mask is used as an index, and MXNet reads it as row numbers.",
        "An `NDArray` reads a mask as row numbers: `x[x < 0]` takes rows 0 and 1. Select with `nd.where(mask, a, b)`, or multiply by the mask."),
    Habit("return-in-loop", _return_in_loop, "The function returns in the first iteration of a loop.",
        "`return` is inside of the loop and ends it in the first iteration: move it after the loop, with less indentation."),
    Habit("softmax-before-loss", _softmax_before_loss, "A softmax is applied before a loss that applies one itself.",
        "`SoftmaxCrossEntropyLoss` applies the softmax itself: give it the outputs of the last layer as they are."),
    Habit("labels-first", _labels_first, "The loss gets the labels first.", "Gluon's losses take the outputs first, then the labels."),
    Habit("outputs-first", lambda t: _first_argument(t, ("update",), r"out|pred|net\(", r"label|target|^\[?y\b"), "The metric gets the outputs first.",
        "A metric takes the labels first, then the outputs: the opposite order of a loss."),
    Habit("step-elements", lambda t: any(_text(a).endswith(".size") for a in _steps(t)), "`step` gets the number of elements in place of the number of samples.",
        "`x.size` counts all elements. `step` divides by its argument: give it the number of samples, the length of the first axis."),
    Habit("divided-twice", _divided_twice, "The mean of the loss is taken, and `step` divides by the batch size once more.",
        "`step(n)` divides the gradient by n. With the mean of the loss it is divided twice: drop the mean, or use `step(1)`."),
    Habit("step-one", lambda t: not _mean_differentiated(t) and any(_text(a) == "1" for a in _steps(t)), "`step(1)` takes the sum of the gradients, not their mean.",
        "Gluon's losses have one value per sample and `backward` sums them: `step` must divide by the number of samples."),
    Habit("step-dataset", _dataset_steps, "`step` gets the length of the whole data or of the list of batches.",
        "`step` divides the gradient by its argument: give it the number of samples of this batch, not the length of a list."),
    Habit("step-first-size", _first_size, "Each step divides by the size of the first batch.",
        "A smaller last batch is then divided by too much: take the size of each batch, `data.shape[0]`."),
    Habit("accumulated", lambda t: "'add'" in _text(t), "Gradients are added up (`grad_req='add'`) and must not be.",
        "With `grad_req='add'` each backward pass adds to the gradient: leave it at `'write'`, or clear it each time."),
    Habit("predict-mode", lambda t: bool(_calls(t, "predict_mode")) or "train_mode=False" in _text(t), "The pass runs in predict mode.",
        "In predict mode dropout and batch normalisation do not train: leave out `predict_mode()` and `train_mode=False`."),
    Habit("train-mode", lambda t: bool(_calls(t, "train_mode")) or "train_mode=True" in _text(t), "The pass runs in training mode.",
        "In training mode dropout drops and batch normalisation uses the batch: leave out `train_mode`."),
    Habit("trainer-in-loop", lambda t: _in_loop(t, "Trainer"), "A new Trainer is made in each iteration of the loop.",
        "A Trainer keeps the state of the optimizer, such as momentum: make one before the loop."),
    Habit("initialized-in-loop", _initialized_in_loop, "The net is initialised in each iteration of a loop.",
        "A net that is initialised once ignores further calls of `initialize`, with a warning: call it once, before the loop, with the whole list of contexts."),
    Habit("mean-of-batches", lambda t: re.search(r"/ ?len\((batches|loader|data_iter|train_\w+|losses|accs|accuracies|scores|means|results)\)|\bmean\((losses|accs|accuracies|scores|means|results)\)", ast.unparse(t)) is not None,
        "The figures of the batches are averaged, so that a small batch counts as much as a large one.",
        "The mean over batches is not the mean over samples when batches differ in size: add up over the samples, then divide by their number."),
    Habit("shuffled", lambda t: "shuffle=True" in ast.unparse(t), "The samples are shuffled.", "The order of the samples is to be kept here: leave `shuffle` out, or say when."),
    Habit("layers-in-list", _layers_in_list, "The layers are kept in a Python list, where the block does not see them.",
        "A block registers layers that are attributes or in a `Sequential`; those of a list or a dict are neither initialised nor trained."),
    Habit("layer-in-forward", _layer_in_forward, "A layer is made in the forward pass.",
        "A layer made in `forward` is new, with new weights, in each call: make it in `__init__`."),
    Habit("batchnorm-axis", _batchnorm_size, "The first argument of `BatchNorm` is the axis, not the number of channels.",
        "The first argument of `nn.BatchNorm` is the axis: write `nn.BatchNorm()`, or give the number of channels by name, `in_channels=n`."),
    Habit("torch-momentum", _torch_momentum, "The momentum of the normalisation is PyTorch's.",
        "Gluon's momentum is the share of the old running statistic, PyTorch's that of the new one: 0.1 in PyTorch is `momentum=0.9`, the default."),
    Habit("global-statistics", _global_statistics, "The normalisation never uses the statistics of the batch.",
        "`use_global_stats=True` normalises with the running statistics in training, too, and never changes them: leave it out."),
    Habit("metric-without-softmax", _metric_without_softmax, "A metric of probabilities gets scores.",
        "`mx.metric.CrossEntropy` and `NegativeLogLikelihood` take probabilities: give them `nd.softmax(output)`."),
    Habit("default-interpolation", _default_interpolation, "The image is not resized linearly.",
        "`resize_short` has `interp=2` by default, which is not linear: pass `interp=1`, or use the transform `Resize`, which is linear."),
    Habit("reshape-for-transpose", reshaped_for_transpose, "An array gets another shape where its axes must move.",
        "`reshape` moves no axis, it only cuts the same row of numbers anew: use `transpose` or `swapaxes`."),
    Habit("gradient-kept", gradient_kept, "The array of a gradient is kept, and the next backward pass overwrites it.",
        "`p.grad()` is the same array after each `backward`: store a copy, `p.grad().copy()`."),
    Habit("rest-dropped", lambda t: re.search(r"last_batch=.(discard|rollover)", _text(t)) is not None, "The items that do not fill a batch are left out.",
        "`'discard'` drops the last, incomplete batch and `'rollover'` keeps it for the next pass: leave `last_batch` out."),
    Habit("numpy-random", _numpy_random, "The numbers are drawn by NumPy or Python, whose generators MXNet does not seed.",
        "`mx.random.seed` does not reach NumPy's and Python's generators: draw with `nd.random`."),
    Habit("seeded", lambda t: any("random" in dotted(c.func) or "mx" in dotted(c.func) for c in _calls(t, "seed")), "The answer seeds the generator, so that each call draws the same.",
        "A fixed seed inside of the function makes every call draw the same numbers: leave it out."),
    Habit("detached", _differentiates("detach", "BlockGrad", "stop_gradient"), "A part of the graph is cut off from the gradient.",
        "`detach` and `BlockGrad` stop the gradient: what lies before them gets none."),
    Habit("through-numpy", _differentiates("asnumpy", "asscalar"), "The computation leaves MXNet, so that no gradient is recorded.",
        "What goes through `asnumpy()` or `asscalar()` is not recorded: compute with MXNet's operators."),
)  # fmt: skip


OF_DRAWS = frozenset({"numpy-random", "seeded"})
"""Habits that matter only if the task asks for random numbers."""


def by_habit(refused: Refused) -> Finding | None:
    """Return the first habit of the source that no right answer of the exercise has."""
    tree = refused.tree
    if tree is None:
        return None
    random = refused.exercise.compare.statistics is not None or "seed" in refused.exercise.params
    flags = frozenset(name for name, text in refused.exercise.params.items() if "zeros and ones" in text)
    for habit in HABITS:
        if habit.code in OF_DRAWS and not random:
            continue
        sign = partial(mask_as_index, flags=flags) if habit.code == "mask-as-index" else habit.sign
        if sign(tree) and not any(sign(right) for right in refused.rights):
            return Finding(habit.code, habit.name, habit.message)
    return None


def parameter_order(refused: Refused) -> Finding | None:
    """Find parameters of the entry in another order."""
    entry, wanted = refused.entry, list(refused.exercise.params)
    names = [a.arg for a in entry.args.args] if entry else []
    if names != wanted and sorted(names) == sorted(wanted):
        return Finding("parameter-order", f"The parameters of `{refused.exercise.entry}` are in another order.",
            f"The grader passes them by position: `{refused.exercise.entry}({', '.join(wanted)})`.")  # fmt: skip
    return None

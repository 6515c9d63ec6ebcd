"""Mistakes that are visible in the source; a mistake does not count if a right answer of the exercise shows it, too."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import partial

from mxtutor.grading.diagnosis.array_habits import (
    copy_lost,
    gradient_kept,
    heads_reshaped,
    mask_as_index,
    reshaped_for_transpose,
)
from mxtutor.grading.diagnosis.evidence import Finding, Refused, calls_named, dotted, keyword_of, text_of, used_names
from mxtutor.grading.diagnosis.habit_signs import (
    Sign,
    argmax_of_samples,
    batchnorm_size,
    cleared_before_step,
    default_interpolation,
    differentiates,
    first_argument,
    global_statistics,
    half_loss,
    in_loop,
    initialized_in_loop,
    labels_first,
    layer_in_forward,
    layers_in_list,
    learns,
    learns_all,
    metric_without_softmax,
    no_store,
    number_as_axis,
    numpy_random,
    one_layer_repeated,
    return_in_loop,
    scores_as_logits,
    scores_as_probabilities,
    softmax_before_loss,
    torch_momentum,
    trains_in_predict_mode,
)


def steps(tree: ast.AST) -> list[ast.expr]:
    """Return the batch sizes that calls of `step` receive."""
    sizes = (c.args[0] if c.args else keyword_of(c, "batch_size") for c in calls_named(tree, "step"))
    return [size for size in sizes if size is not None]


def constant_steps(tree: ast.AST) -> bool:
    """`step` with a number other than 1."""
    return any(isinstance(a, ast.Constant) and a.value != 1 for a in steps(tree))


def dataset_steps(tree: ast.AST) -> bool:
    """`step` with the length of the whole data; a name that a loop binds, and `data` without a loop, is one batch."""
    loops = [n for n in ast.walk(tree) if isinstance(n, (ast.For, ast.comprehension))]
    bound = {n.id for loop in loops for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
    if not any("data" in used_names(loop.iter) for loop in loops):
        bound.add("data")
    lengths = (re.match(r"len\((data|dataset|train\w*|loader|batches|samples)\)$", text_of(a)) for a in steps(tree))
    return any(found and found[1] not in bound for found in lengths)


def first_size(tree: ast.AST) -> bool:
    """`step` with the size of the first batch, which a name holds."""
    sizes = {text_of(a) for a in steps(tree) if isinstance(a, ast.Name)}
    assigned = (n for n in ast.walk(tree) if isinstance(n, ast.Assign) and "[0][0]" in text_of(n.value))
    return any(text_of(target) in sizes for node in assigned for target in node.targets)


def mean_differentiated(tree: ast.AST) -> bool:
    """Whether `backward` is called on a mean, or on a sum that is divided."""
    values = {
        t.id: n.value for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)
    }
    listed = {
        n.target.id: text_of(n.iter)
        for n in ast.walk(tree)
        if isinstance(n, ast.For) and isinstance(n.target, ast.Name)
    }
    for call in calls_named(tree, "backward"):
        target = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(target, ast.Name):
            target = values.get(target.id) or values.get(listed.get(target.id, ""))
        computed = [] if target is None else _computed(tree, target)
        resolved = [values.get(one.id, one) if isinstance(one, ast.Name) else one for one in computed]
        if any(calls_named(one, "mean") or divided_sum(one) for one in resolved):
            return True
    return False


def _computed(tree: ast.AST, node: ast.expr) -> list[ast.expr]:
    """Return an expression; for a call of a function of the source, what the function returns."""
    name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    bodies = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name]
    returned = [n.value for body in bodies for n in ast.walk(body) if isinstance(n, ast.Return) and n.value is not None]
    return returned or [node]


def divided_sum(node: ast.expr) -> bool:
    """Whether an expression, or each item of a list, divides a sum."""
    if isinstance(node, ast.ListComp):
        node = node.elt
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and bool(calls_named(node.left, "sum"))


def divided_twice(tree: ast.AST) -> bool:
    """Whether the gradient of a mean is divided by a batch size once more in `step`."""
    return mean_differentiated(tree) and any(not (isinstance(a, ast.Constant) and a.value == 1) for a in steps(tree))


@dataclass(frozen=True, slots=True)
class Habit:
    """A pattern of the source that no right answer of the exercise has."""

    code: str
    sign: Sign
    name: str
    message: str
    asked: Sign | None = None
    """What every right answer must show, so that the pattern is a mistake; None for nothing."""

    def is_asked(self, right: ast.AST) -> bool:
        """Return whether a right answer does what this habit makes wrong."""
        return self.asked is None or self.asked(right)


HABITS: tuple[Habit, ...] = (
    Habit("mask-as-index", mask_as_index, "A mask is used as an index, and MXNet reads it as row numbers.",
        "An `NDArray` reads a mask as row numbers: `x[x < 0]` takes rows 0 and 1. Select with `nd.where(mask, a, b)`, or multiply by the mask."),
    Habit("return-in-loop", return_in_loop, "The function returns in the first iteration of a loop.",
        "`return` is inside of the loop and ends it in the first iteration: move it after the loop, with less indentation."),
    Habit("softmax-before-loss", softmax_before_loss, "A softmax is applied before a loss that applies one itself.",
        "`SoftmaxCrossEntropyLoss` applies the softmax itself: give it the outputs of the last layer as they are."),
    Habit("labels-first", labels_first, "The loss gets the labels first.", "Gluon's losses take the outputs first, then the labels."),
    Habit("outputs-first", lambda t: first_argument(t, ("update",), r"out|pred|net\(", r"label|target|^\[?y\b"), "The metric gets the outputs first.",
        "A metric takes the labels first, then the outputs: the opposite order of a loss."),
    Habit("step-elements", lambda t: any(text_of(a).endswith(".size") for a in steps(t)), "`step` gets the number of elements in place of the number of samples.",
        "`x.size` counts all elements. `step` divides by its argument: give it the number of samples, the length of the first axis."),
    Habit("divided-twice", divided_twice, "The mean of the loss is taken, and `step` divides by the batch size once more.",
        "`step(n)` divides the gradient by n. With the mean of the loss it is divided twice: drop the mean, or use `step(1)`."),
    Habit("step-one", lambda t: not mean_differentiated(t) and any(text_of(a) == "1" for a in steps(t)), "`step(1)` takes the sum of the gradients, not their mean.",
        "Gluon's losses have one value per sample and `backward` sums them: `step` must divide by the number of samples."),
    Habit("step-constant", constant_steps, "`step` divides the gradient by a fixed number.",
        "`step` divides the gradient by its argument: give it the number of samples, or 1 where the loss is a mean already."),
    Habit("step-dataset", dataset_steps, "`step` gets the length of the whole data or of the list of batches.",
        "`step` divides the gradient by its argument: give it the number of samples of this batch, not the length of a list."),
    Habit("step-first-size", first_size, "Each step divides by the size of the first batch.",
        "A smaller last batch is then divided by too much: take the size of each batch, `data.shape[0]`."),
    Habit("accumulated", lambda t: "'add'" in text_of(t), "Gradients are added up (`grad_req='add'`) and must not be.",
        "With `grad_req='add'` each backward pass adds to the gradient: use the default, `'write'`, or clear the gradient each time."),
    Habit("predict-mode", trains_in_predict_mode, "The pass runs in predict mode.",
        "In predict mode dropout and batch normalisation do not train: leave out `predict_mode()` and `train_mode=False`.",
        asked=learns),
    Habit("train-mode", lambda t: bool(calls_named(t, "train_mode")) or "train_mode=True" in text_of(t), "The pass runs in training mode.",
        "In training mode dropout drops and batch normalisation uses the batch: leave out `train_mode`."),
    Habit("trainer-in-loop", lambda t: in_loop(t, "Trainer"), "A new Trainer is made in each iteration of the loop.",
        "A Trainer keeps the state of the optimizer, such as momentum: make one before the loop."),
    Habit("initialized-in-loop", initialized_in_loop, "The net is initialised in each iteration of a loop.",
        "A net that is initialised once ignores further calls of `initialize`, with a warning: call it once, before the loop, with the whole list of contexts."),
    Habit("mean-of-batches", lambda t: re.search(r"/ ?len\((batches|loader|data_iter|train_\w+|losses|accs|accuracies|scores|means|results)\)|\bmean\((losses|accs|accuracies|scores|means|results)\)", ast.unparse(t)) is not None,
        "The figures of the batches are averaged, so that a small batch counts as much as a large one.",
        "The mean over batches is not the mean over samples when batches differ in size: add up over the samples, then divide by their number."),
    Habit("shuffled", lambda t: "shuffle=True" in ast.unparse(t), "The samples are shuffled.", "The order of the samples is to be kept here: leave `shuffle` out, or say when."),
    Habit("layers-in-list", layers_in_list, "The layers are kept in a Python list, where the block does not see them.",
        "A block registers layers that are attributes or in a `Sequential`; those of a list or a dict are neither initialised nor trained."),
    Habit("one-layer-repeated", one_layer_repeated, "One layer is used several times, in place of several layers.",
        "`[layer] * n` holds the same layer n times, with the same parameters: make a new layer in each round of a loop."),
    Habit("weights-redrawn", lambda t: "force_reinit=True" in text_of(t), "The net starts from new random weights.",
        "`force_reinit=True` draws all parameters again, and the trained values are lost: leave it out."),
    Habit("from-sigmoid", scores_as_probabilities, "The loss takes the outputs of the net as probabilities.",
        "With `from_sigmoid=True` the loss leaves its own sigmoid out: leave the argument out for scores."),
    Habit("layer-in-forward", layer_in_forward, "A layer is made in the forward pass.",
        "A layer made in `forward` is new, with new weights, in each call: make it in `__init__`."),
    Habit("batchnorm-axis", batchnorm_size, "The first argument of `BatchNorm` is the axis, not the number of channels.",
        "The first argument of `nn.BatchNorm` is the axis: write `nn.BatchNorm()`, or give the number of channels by name, `in_channels=n`."),
    Habit("torch-momentum", torch_momentum, "The momentum of the normalisation is PyTorch's.",
        "Gluon's momentum is the share of the old running statistic, PyTorch's that of the new one. `momentum` is 1 minus PyTorch's number: 0.9, the default, for 0.1."),
    Habit("global-statistics", global_statistics, "The normalisation never uses the statistics of the batch.",
        "`use_global_stats=True` normalises with the running statistics in training, too, and never changes them: leave it out."),
    Habit("metric-without-softmax", metric_without_softmax, "A metric of probabilities gets scores.",
        "`mx.metric.CrossEntropy` and `NegativeLogLikelihood` take probabilities: give them `nd.softmax(output)`."),
    Habit("default-interpolation", default_interpolation, "The image is not resized linearly.",
        "`resize_short` has `interp=2` by default, which is not linear: pass `interp=1`, or use the transform `Resize`, which is linear."),
    Habit("reshape-for-transpose", reshaped_for_transpose, "An array gets another shape where its axes must move.",
        "`reshape` moves no axis, it only cuts the same row of numbers anew: use `transpose` or `swapaxes`."),
    Habit("heads-reshaped", heads_reshaped, "The heads are made without moving an axis.",
        "`reshape` moves no axis, so a head gets features of several steps: split the features into (heads, size), then `transpose` the heads before the steps."),
    Habit("argmax-of-samples", argmax_of_samples, "The largest element is searched along the samples.",
        "Axis 0 holds the samples, so `argmax(axis=0)` gives one sample for each class: `argmax(axis=1)` gives one class for each sample."),
    Habit("no-store", no_store, "The gradients of the devices are not added.",
        "With `kvstore=None` a Trainer adds no gradients, and each device makes the step of its own part: leave `kvstore` out, and divide by the size of the whole batch."),
    Habit("cleared-before-step", cleared_before_step, "The gradients are set to zero between the backward pass and the step.",
        "`step` uses the gradients of the last `backward`: clear them after the step, or leave it out, because `backward` overwrites them by default."),
    Habit("lost-copy", copy_lost, "A copy is changed, and nothing reads it afterwards.",
        "`asnumpy()` and `copy()` make copies, so the change does not reach the array: change the array itself, or write the result back, `x[:] = a`."),
    Habit("random-crop", lambda t: bool(calls_named(t, "RandomResizedCrop", "RandomCrop", "random_crop")), "The images are cut at random places.",
        "A random crop keeps another part of the image in each call: `Resize` gives the whole image a new size, and `CenterCrop` cuts out its middle."),
    Habit("from-logits", scores_as_logits, "The loss takes the outputs of the net as log probabilities.",
        "In Gluon, logits are log probabilities: with `from_logits=True` the loss leaves its own log softmax out. Leave the argument out."),
    Habit("number-as-axis", number_as_axis, "`topk` takes the number for the axis.",
        "The second argument of `nd.topk`, and the first one of the method, is the axis: pass the number by name, `k=3`."),
    Habit("gradient-kept", gradient_kept, "The array of a gradient is kept, and the next backward pass overwrites it.",
        "`p.grad()` is the same array after each `backward`: store a copy, `p.grad().copy()`."),
    Habit("rest-dropped", lambda t: re.search(r"last_batch=.(discard|rollover)", text_of(t)) is not None, "The items that do not fill a batch are left out.",
        "`'discard'` drops the last, incomplete batch and `'rollover'` keeps it for the next pass: leave `last_batch` out."),
    Habit("numpy-random", numpy_random, "The numbers are drawn by NumPy or Python, whose generators MXNet does not seed.",
        "`mx.random.seed` does not reach NumPy's and Python's generators: draw with `nd.random`."),
    Habit("seeded", lambda t: any("random" in dotted(c.func) or "mx" in dotted(c.func) for c in calls_named(t, "seed")), "The answer seeds the generator, so that each call draws the same.",
        "A fixed seed inside of the function makes every call draw the same numbers: leave it out."),
    Habit("detached", differentiates("detach", "BlockGrad", "stop_gradient"), "A part of the graph is cut off from the gradient.",
        "`detach` and `BlockGrad` stop the gradient: what lies before them gets none.", asked=learns_all),
    Habit("through-numpy", differentiates("asnumpy", "asscalar"), "The computation leaves MXNet, so that no gradient is recorded.",
        "What goes through `asnumpy()` or `asscalar()` is not recorded: compute with MXNet's operators.", asked=learns),
)  # fmt: skip

AFTER_VALUES: tuple[Habit, ...] = (
    Habit("half-loss", half_loss, "The loss is half of the squared error.",
        "Gluon's `L2Loss` is half of the squared error, and PyTorch's `mse_loss` is all of it: multiply by 2."),
)  # fmt: skip
"""Habits that the relation of the results explains better, where there is one."""

OF_DRAWS = frozenset({"numpy-random", "seeded"})
"""Habits that matter only if the task asks for random numbers."""


def by_habit(refused: Refused, habits: tuple[Habit, ...] = HABITS) -> Finding | None:
    """Return the first of these habits of the source that no right answer of the exercise has."""
    tree = refused.tree
    if tree is None:
        return None
    random = refused.exercise.compare.statistics is not None or "seed" in refused.exercise.params
    flags = frozenset(name for name, text in refused.exercise.params.items() if "zeros and ones" in text)
    for habit in habits:
        if habit.code in OF_DRAWS and not random:
            continue
        sign = partial(mask_as_index, flags=flags) if habit.code == "mask-as-index" else habit.sign
        if sign(tree) and not any(sign(right) for right in refused.rights) and all(map(habit.is_asked, refused.rights)):
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

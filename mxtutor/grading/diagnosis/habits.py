"""Tells from a source whether it has a pattern that is a mistake in most exercises, such as `step` with a wrong size."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from mxtutor.grading.diagnosis import mistake_names
from mxtutor.grading.diagnosis.evidence import (
    Finding,
    RefusedAnswer,
    calls_named,
    calls_of,
    dotted,
    keyword_of,
    last_name,
    text_of,
    used_names,
)

Sign = Callable[[ast.AST], bool]


def softmax_before_loss(tree: ast.AST) -> bool:
    """Whether outputs pass through a softmax before a cross entropy that applies its own."""
    losses = calls_named(tree, "SoftmaxCrossEntropyLoss", "SoftmaxCELoss")
    soft = calls_named(tree, "softmax", "log_softmax") or [
        c for c in calls_named(tree, "Activation") if "softmax" in text_of(c)
    ]
    return bool(soft) and any(keyword_of(c, "from_logits") is None for c in losses)


def scores_as_logits(tree: ast.AST) -> bool:
    """Whether a cross entropy with `from_logits=True` receives scores that no log_softmax made."""
    losses = calls_named(tree, "SoftmaxCrossEntropyLoss", "SoftmaxCELoss")
    return any(text_of(keyword_of(c, "from_logits")) == "True" for c in losses) and "log_softmax" not in used_names(
        tree
    )


def torch_momentum(tree: ast.AST) -> bool:
    """Whether a BatchNorm has a momentum with PyTorch's meaning, the share of the new value."""
    shares = (keyword_of(c, "momentum") for c in calls_named(tree, "BatchNorm"))
    return any(isinstance(s, ast.Constant) and isinstance(s.value, float) and s.value < 0.5 for s in shares)


def in_loop(tree: ast.AST, *names: str) -> bool:
    """Whether a loop calls one of `names`."""
    loops = (n for n in ast.walk(tree) if isinstance(n, (ast.For, ast.While)))
    return any(calls_named(statement, *names) for loop in loops for statement in loop.body)


def global_statistics(tree: ast.AST) -> bool:
    """Whether a BatchNorm always uses its running statistics."""
    return any(text_of(keyword_of(c, "use_global_stats")) == "True" for c in calls_named(tree, "BatchNorm"))


def default_interpolation(tree: ast.AST) -> bool:
    """Whether `resize_short` is called without an interpolation."""
    return any(len(c.args) < 3 and keyword_of(c, "interp") is None for c in calls_named(tree, "resize_short"))


def numpy_random(tree: ast.AST) -> bool:
    """Whether random numbers come from NumPy or from Python's `random`."""
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


def scores_as_probabilities(tree: ast.AST) -> bool:
    """Whether a loss is told that its input is the result of a sigmoid, and the source applies none."""
    told = any(text_of(keyword_of(c, "from_sigmoid")) == "True" for c in calls_of(tree))
    return told and "sigmoid(" not in text_of(tree).lower().replace("from_sigmoid", "")


def number_as_axis(tree: ast.AST) -> bool:
    """Whether `topk` gets one number by position, which MXNet takes for the axis, and no k."""
    functions = ("nd", "mx.nd", "F", "ndarray", "mx.ndarray")
    found = ((c, dotted(c.func).rpartition(".")[0]) for c in calls_named(tree, "topk"))
    return any(len(c.args) == 1 + (owner in functions) and keyword_of(c, "k") is None for c, owner in found)


def one_layer_repeated(tree: ast.AST) -> bool:
    """Whether a list with one new layer is multiplied, so that it holds the same layer several times."""
    return any(
        isinstance(n, ast.BinOp)
        and isinstance(n.op, ast.Mult)
        and any(isinstance(side, ast.List) and _has_layer(side) for side in (n.left, n.right))
        for n in ast.walk(tree)
    )


def _has_layer(node: ast.AST) -> bool:
    return any(re.match(r"[A-Z]", last_name(call.func)) for call in calls_of(node))


_MOVES = frozenset(
    [
        "transpose",
        "swapaxes",
        "SwapAxis",
        "moveaxis",
        "rollaxis",
        "einsum",
        "T",
        "ToTensor",
        "to_tensor",
        "space_to_depth",
        "depth_to_space",
    ]
)
"""Functions and attributes that move axes."""


def reshaped_for_transpose(tree: ast.AST) -> bool:
    """Return whether a source moves no axis, and a `reshape` lists names of a shape in another order.

    `n, t = x.shape[:2]` and `x.reshape((t, n, -1))` is one form, `image.reshape((3, height, width))` another.
    """
    if _MOVES & {n.attr if isinstance(n, ast.Attribute) else last_name(n) for n in ast.walk(tree) if _is_used(n)}:
        return False
    orders = [[ast.unparse(name) for name in names] for names in _names_of_shapes(tree)]
    for shape in _shapes(tree):
        for order in orders:
            places = [order.index(size) for size in shape if size in order]
            if places != sorted(places):
                return True
        if len(shape) == 3 and shape[0] == "3" and re.fullmatch(r"h\w* w\w*", " ".join(shape[1:])):
            return True
    return False


def _is_used(node: ast.AST) -> bool:
    """Return whether a node is an attribute or the name of a called function; `T` is also a usual name of a module."""
    return isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and node.id != "T")


def _names_of_shapes(tree: ast.AST) -> Iterator[list[ast.expr]]:
    """Yield the names on the left of each `n, t = x.shape[:2]`."""
    for node in _assignments(tree):
        for target in node.targets:
            if isinstance(target, ast.Tuple) and re.search(r"\.shape(\[[\d:-]*\])?$", ast.unparse(node.value)):
                yield [e for e in target.elts if isinstance(e, ast.Name) and e.id != "_"]


def _shapes(tree: ast.AST) -> Iterator[list[str]]:
    """Yield the sizes in the argument of each `reshape`."""
    for call in calls_of(tree):
        if last_name(call.func) == "reshape":
            given = [*call.args, *(k.value for k in call.keywords if k.arg == "shape")]
            listed = next((g.elts for g in given if isinstance(g, (ast.Tuple, ast.List))), given)
            yield [ast.unparse(size) for size in listed]


def mask_as_index(tree: ast.AST, flags: frozenset[str] = frozenset()) -> bool:
    """Return whether a mask, or a name of one, is an index of an array that is not a NumPy array.

    `flags` are names of arrays of zeros and ones.
    """
    named = [(n.value, t.id) for n in _assignments(tree) for t in n.targets if isinstance(t, ast.Name)]
    masks = flags | {name for value, name in named if _is_mask(value) or _is_flag(value, flags)}
    plain = {
        name for value, name in named if re.search(r"asnumpy|as_np_ndarray|onp\.|numpy\.|np\.", ast.unparse(value))
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and not re.search(r"asnumpy|as_np_ndarray", ast.unparse(node.value)):
            index = node.slice
            found = _is_mask(index) or _is_flag(index, masks)
            if found and ast.unparse(node.value) not in plain:
                return True
    return False


def _assignments(tree: ast.AST) -> Iterator[ast.Assign]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Assign))


def _is_mask(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return all(
            isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)) for op in node.ops
        ) and "shape" not in ast.unparse(node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        return _is_mask(node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr)):
        return _is_mask(node.left)
    names = ("isnan", "isinf", "logical_not", "logical_and", "logical_or")
    return isinstance(node, ast.Call) and last_name(node.func) in names


def _is_flag(node: ast.AST, flags: frozenset[str]) -> bool:
    """Return whether an expression is one of the names `flags`, cast or subtracted from 1."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and ast.unparse(node.left) in ("1", "1.0"):
        return _is_flag(node.right, flags)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "astype":
        return _is_flag(node.func.value, flags)
    return isinstance(node, ast.Name) and node.id in flags


def steps(tree: ast.AST) -> list[ast.expr]:
    """Return the batch sizes that calls of `step` receive."""
    sizes = (c.args[0] if c.args else keyword_of(c, "batch_size") for c in calls_named(tree, "step"))
    return [size for size in sizes if size is not None]


def dataset_steps(tree: ast.AST) -> bool:
    """`step` with the length of the whole data; a name that a loop binds, and `data` without a loop, is one batch."""
    loops = [n for n in ast.walk(tree) if isinstance(n, (ast.For, ast.comprehension))]
    bound = {n.id for loop in loops for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
    if not any("data" in used_names(loop.iter) for loop in loops):
        bound.add("data")
    lengths = (re.match(r"len\((data|dataset|train\w*|loader|batches|samples)\)$", text_of(a)) for a in steps(tree))
    return any(found and found[1] not in bound for found in lengths)


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


def divided_by_elements(tree: ast.AST) -> bool:
    """Whether a source divides by the number of elements of an array."""
    divided = (n.right for n in ast.walk(tree) if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div))
    return any(isinstance(divisor, ast.Attribute) and divisor.attr == "size" for divisor in divided)


def divided_twice(tree: ast.AST) -> bool:
    """Whether the gradient of a mean is divided by a batch size once more in `step`."""
    return mean_differentiated(tree) and any(not (isinstance(a, ast.Constant) and a.value == 1) for a in steps(tree))


@dataclass(frozen=True, slots=True)
class Habit:
    """A pattern of the source that no right answer of the exercise has."""

    code: str
    sign: Sign
    message: str


HABITS: tuple[Habit, ...] = (
    Habit("mask-as-index", mask_as_index,
        "An `NDArray` reads a mask as row numbers: `x[x < 0]` takes rows 0 and 1. Select with `nd.where(mask, a, b)`, or multiply by the mask."),
    Habit("softmax-before-loss", softmax_before_loss,
        "`SoftmaxCrossEntropyLoss` applies the softmax itself: give it the outputs of the last layer as they are."),
    Habit("divided-twice", divided_twice,
        "`step(n)` divides the gradient by n. With the mean of the loss it is divided twice: drop the mean, or use `step(1)`."),
    Habit("size-not-length", divided_by_elements,
        "`x.size` counts all elements: divide by the number of samples, `x.shape[0]`."),
    Habit("step-dataset", dataset_steps,
        "`step` divides the gradient by its argument: give it the number of samples of this batch, not the length of a list."),
    Habit("trainer-in-loop", lambda t: in_loop(t, "Trainer"),
        "A Trainer keeps the state of the optimizer, such as momentum: make one before the loop."),
    Habit("mean-of-batches", lambda t: re.search(r"/ ?len\((batches|loader|data_iter|train_\w+|losses|accs|accuracies|scores|means|results)\)|\bmean\((losses|accs|accuracies|scores|means|results)\)", ast.unparse(t)) is not None,
        "The mean over batches is not the mean over samples when batches differ in size: add up over the samples, then divide by their number."),
    Habit("weights-redrawn", lambda t: "force_reinit=True" in text_of(t),
        "`force_reinit=True` draws all parameters again, and the trained values are lost: leave it out."),
    Habit("torch-momentum", torch_momentum,
        "Gluon's momentum is the share of the old running statistic, PyTorch's that of the new one. `momentum` is 1 minus PyTorch's number: 0.9, the default, for 0.1."),
    Habit("global-statistics", global_statistics,
        "`use_global_stats=True` normalises with the running statistics in training, too, and never changes them: leave it out."),
    Habit("default-interpolation", default_interpolation,
        "`resize_short` has `interp=2` by default, which is not linear: pass `interp=1`, or use the transform `Resize`, which is linear."),
    Habit("random-crop", lambda t: bool(calls_named(t, "RandomResizedCrop", "RandomCrop", "random_crop")),
        "A random crop keeps another part of the image in each call: `Resize` gives the whole image a new size, and `CenterCrop` cuts out its middle."),
    Habit("from-logits", scores_as_logits,
        "In Gluon, logits are log probabilities: with `from_logits=True` the loss leaves its own log softmax out. Leave the argument out."),
    Habit("numpy-random", numpy_random,
        "`mx.random.seed` does not reach NumPy's and Python's generators: draw with `nd.random`."),
    Habit("seeded", lambda t: any("random" in dotted(c.func) or "mx" in dotted(c.func) for c in calls_named(t, "seed")),
        "A fixed seed inside of the function makes every call draw the same numbers: leave it out."),
    Habit("step-elements", lambda t: any(text_of(a).endswith(".size") for a in steps(t)),
        "`x.size` counts all elements. `step` divides by its argument: give it the number of samples, the length of the first axis."),
    Habit("one-layer-repeated", one_layer_repeated,
        "`[layer] * n` holds the same layer n times, with the same parameters: make a new layer in each round of a loop."),
    Habit("from-sigmoid", scores_as_probabilities,
        "With `from_sigmoid=True` the loss leaves its own sigmoid out: leave the argument out for scores."),
    Habit("reshape-for-transpose", reshaped_for_transpose,
        "`reshape` moves no axis, it only divides the same row of numbers differently: use `transpose` or `swapaxes`."),
    Habit("number-as-axis", number_as_axis,
        "The second argument of `nd.topk`, and the first one of the method, is the axis: pass the number by name, `k=3`."),
)  # fmt: skip


OF_DRAWS = frozenset({"numpy-random", "seeded"})
"""Habits that matter only if the task asks for random numbers."""


def by_habit(refused: RefusedAnswer) -> Finding | None:
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
            return Finding(habit.code, mistake_names()[habit.code], habit.message)
    return None


def parameter_order(refused: RefusedAnswer) -> Finding | None:
    """Find parameters of the entry in another order."""
    entry, wanted = refused.entry, list(refused.exercise.params)
    names = [a.arg for a in entry.args.args] if entry else []
    if names != wanted and sorted(names) == sorted(wanted):
        return Finding("parameter-order", f"The parameters of `{refused.exercise.entry}` are in another order.",
            f"The grader passes them by position: `{refused.exercise.entry}({', '.join(wanted)})`.")  # fmt: skip
    return None

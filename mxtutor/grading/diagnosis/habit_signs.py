"""Tells from a source whether it has a pattern that is a mistake in most exercises, such as `step` with a wrong size."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterator

from mxtutor.grading.diagnosis.evidence import calls_named, calls_of, dotted, keyword_of, last_name, text_of, used_names

Sign = Callable[[ast.AST], bool]


def softmax_before_loss(tree: ast.AST) -> bool:
    """Whether outputs pass through a softmax before a cross entropy that applies its own."""
    losses = calls_named(tree, "SoftmaxCrossEntropyLoss", "SoftmaxCELoss")
    soft = calls_named(tree, "softmax", "log_softmax") or [
        c for c in calls_named(tree, "Activation") if "softmax" in text_of(c)
    ]
    return bool(soft) and any(keyword_of(c, "from_logits") is None for c in losses)


def scores_as_probabilities(tree: ast.AST) -> bool:
    """Whether a loss is told that its input is the result of a sigmoid, and the source applies none."""
    told = any(text_of(keyword_of(c, "from_sigmoid")) == "True" for c in calls_of(tree))
    return told and "sigmoid(" not in text_of(tree).lower().replace("from_sigmoid", "")


def scores_as_logits(tree: ast.AST) -> bool:
    """Whether a cross entropy with `from_logits=True` receives scores that no log_softmax made."""
    losses = calls_named(tree, "SoftmaxCrossEntropyLoss", "SoftmaxCELoss")
    return any(text_of(keyword_of(c, "from_logits")) == "True" for c in losses) and "log_softmax" not in used_names(
        tree
    )


def argmax_of_samples(tree: ast.AST) -> bool:
    """Whether `argmax` runs over the first axis of an output that nothing transposes."""
    if used_names(tree) & {"T", "transpose", "swapaxes", "moveaxis"}:
        return False
    along = [c for c in calls_named(tree, "argmax") if text_of(keyword_of(c, "axis")) == "0"]
    return any(re.match(r"(?:(?:mx\.)?nd\.argmax\()?(?:net|model|outputs?|logits|scores)\b", text_of(c)) for c in along)


def cleared_before_step(tree: ast.AST) -> bool:
    """Whether one block of statements calls `backward`, then `zero_grad`, then `step`."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            plain = [s.value for s in body if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call)]
            order = [name for c in plain if (name := last_name(c.func)) in ("backward", "zero_grad", "step")]
            if order == ["backward", "zero_grad", "step"]:
                return True
    return False


def no_store(tree: ast.AST) -> bool:
    """Whether a Trainer of a net on several devices has no store."""
    split = calls_named(tree, "split_and_load", "split_data")
    return bool(split) and any(text_of(keyword_of(c, "kvstore")) == "None" for c in calls_named(tree, "Trainer"))


def learns(tree: ast.AST) -> bool:
    """Whether a source computes gradients or asks for training mode."""
    return bool(calls_named(tree, "record", "backward", "train_mode"))


def learns_all(tree: ast.AST) -> bool:
    """Whether a source computes gradients, and calls no net of its parameters outside of `record()`, as a constant."""
    given = {a.arg for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) for a in n.args.args}
    return learns(tree) and not given & _called_outside(tree)


def _called_outside(node: ast.AST) -> set[str]:
    """Return the names that are called outside of `record()`."""
    if isinstance(node, ast.With) and any("record" in used_names(item.context_expr) for item in node.items):
        return set()
    called = {node.func.id} if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else set()
    return called.union(*map(_called_outside, ast.iter_child_nodes(node)))


def trains_in_predict_mode(tree: ast.AST) -> bool:
    """Whether a source that records, or asks for training mode, runs a pass of its nets in predict mode alone."""
    backward = any(text_of(keyword_of(c, "train_mode")) == "False" for c in calls_named(tree, "backward", "grad"))
    switches = bool(calls_named(tree, "predict_mode")) or "train_mode=False" in text_of(tree)
    layers = re.search(r"\b(net|model|block|layer|bn|nn|gluon|Dropout|BatchNorm)\b", text_of(tree)) is not None
    return switches and layers and learns(tree) and (backward or not _called_in_training(tree))


def _called_in_training(node: ast.AST, training: bool = False) -> bool:
    """Whether a scope of training mode calls a net, so that predict mode is for another one."""
    for item in node.items if isinstance(node, ast.With) else ():
        text = text_of(item.context_expr)
        if "train_mode=False" in text or text.endswith(("predict_mode()", "pause()")):
            training = False
        elif text.endswith(("record()", "train_mode()")):
            training = True
    name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    if training and name and "loss" not in name and not hasattr(builtins, name):
        return True
    return any(_called_in_training(child, training) for child in ast.iter_child_nodes(node))


def torch_momentum(tree: ast.AST) -> bool:
    """Whether a BatchNorm has a momentum with PyTorch's meaning, the share of the new value."""
    shares = (keyword_of(c, "momentum") for c in calls_named(tree, "BatchNorm"))
    return any(isinstance(s, ast.Constant) and isinstance(s.value, float) and s.value < 0.5 for s in shares)


def return_in_loop(tree: ast.AST) -> bool:
    """Whether the body of a loop returns without a condition, so that it runs once."""
    return any(
        isinstance(node, (ast.For, ast.While)) and any(isinstance(n, ast.Return) for n in node.body) for node in ast.walk(tree)
    )  # fmt: skip


def in_loop(tree: ast.AST, *names: str) -> bool:
    """Whether a loop calls one of `names`."""
    loops = (n for n in ast.walk(tree) if isinstance(n, (ast.For, ast.While)))
    return any(calls_named(statement, *names) for loop in loops for statement in loop.body)


def initialized_in_loop(tree: ast.AST) -> bool:
    """Whether a loop initialises the same net in each iteration."""
    for loop in ast.walk(tree):
        if isinstance(loop, ast.For):
            own = {n.id for n in ast.walk(loop) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            found = (c.func.value for c in calls_named(loop, "initialize") if isinstance(c.func, ast.Attribute))
            if any(not own & {n.id for n in ast.walk(value) if isinstance(n, ast.Name)} for value in found):
                return True
    return False


def layers_in_list(tree: ast.AST) -> bool:
    """Whether a block keeps layers in a list, dict or tuple, where Gluon does not find their parameters."""
    kinds = (ast.List, ast.ListComp, ast.Dict, ast.Tuple)
    kept = (n for n in ast.walk(tree) if isinstance(n, ast.Assign) and isinstance(n.value, kinds))
    return any(
        any(isinstance(t, ast.Attribute) and text_of(t.value) == "self" for t in node.targets)
        and re.search(r"\b(Dense|Conv\w+|BatchNorm|Dropout)\(", text_of(node.value)) is not None
        for node in kept
    )


def layer_in_forward(tree: ast.AST) -> bool:
    """Whether a forward method makes a layer."""
    forwards = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name in ("forward", "hybrid_forward"))
    return any(calls_named(n, "Dense", "Conv2D", "BatchNorm", "Embedding") for n in forwards)


def first_argument(tree: ast.AST, names: tuple[str, ...], first: str, second: str) -> bool:
    """Whether a call of one of `names` has first two arguments that look like `first` and `second`."""
    for call in calls_of(tree):
        if last_name(call.func) in names and len(call.args) >= 2:
            one, two = (text_of(a).casefold() for a in call.args[:2])
            if re.search(first, one) and re.search(second, two) and not re.search(second, one):
                return True
    return False


def labels_first(tree: ast.AST) -> bool:
    """Whether a loss receives the labels before the outputs."""
    names = {
        t.id
        for n in ast.walk(tree)
        if isinstance(n, ast.Assign) and isinstance(n.value, ast.Call) and "Loss" in last_name(n.value.func)
        for t in n.targets
        if isinstance(t, ast.Name)
    }
    return first_argument(tree, (*names, "loss_fn", "loss_function", "criterion"), r"^(label|target|labels|y)\b", r"out|pred|net\(|logit|score") or any(
        isinstance(c.func, ast.Call) and "Loss" in last_name(c.func.func) and len(c.args) >= 2 and re.match(r"(label|target|y)s?\b", text_of(c.args[0])) is not None for c in calls_of(tree))  # fmt: skip


def metric_without_softmax(tree: ast.AST) -> bool:
    """Whether a metric of probabilities is used in a source that calls no softmax."""
    return bool(calls_named(tree, "CrossEntropy", "NegativeLogLikelihood")) and "softmax" not in ast.unparse(tree)


def half_loss(tree: ast.AST) -> bool:
    """Whether an `L2Loss`, which is half of the squared error, is never doubled."""
    doubled = any(isinstance(n, ast.Constant) and n.value in (2, 0.5) for n in ast.walk(tree))
    return bool(calls_named(tree, "L2Loss")) and not doubled


def number_as_axis(tree: ast.AST) -> bool:
    """Whether `topk` gets one number by position, which MXNet takes for the axis, and no k."""
    functions = ("nd", "mx.nd", "F", "ndarray", "mx.ndarray")
    found = ((c, dotted(c.func).rpartition(".")[0]) for c in calls_named(tree, "topk"))
    return any(len(c.args) == 1 + (owner in functions) and keyword_of(c, "k") is None for c, owner in found)


def global_statistics(tree: ast.AST) -> bool:
    """Whether a BatchNorm always uses its running statistics."""
    return any(text_of(keyword_of(c, "use_global_stats")) == "True" for c in calls_named(tree, "BatchNorm"))


def default_interpolation(tree: ast.AST) -> bool:
    """Whether `resize_short` is called without an interpolation."""
    return any(len(c.args) < 3 and keyword_of(c, "interp") is None for c in calls_named(tree, "resize_short"))


def differentiates(*words: str) -> Sign:
    """Return a sign: a recording source uses one of these words inside the recorded code, except on given data."""

    def sign(tree: ast.AST) -> bool:
        computed = _assigned(tree)
        for scope in ast.walk(tree):
            if isinstance(scope, ast.With) and "record" in used_names(scope.items[0].context_expr):
                for node in _recorded(ast.Module(scope.body, [])):
                    named = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
                    of = node.value if isinstance(node, ast.Attribute) else None
                    if named in words and not (isinstance(of, ast.Name) and of.id not in computed | _MODULES):
                        return True
        return False

    return sign


def _recorded(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of recorded code; `pause()` and `predict_mode()` mark what needs no gradient."""
    scopes = [text_of(item.context_expr) for item in node.items] if isinstance(node, ast.With) else []
    if not any(text.endswith(("pause()", "predict_mode()")) for text in scopes):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _recorded(child)


_MODULES = {"nd", "np", "npx", "F", "mx", "autograd"}


def _assigned(tree: ast.AST) -> set[str]:
    """Return the names that an assignment binds or that take a gradient; the others are given data."""
    targets = (t for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets)
    bound = {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}
    return bound | {
        text_of(c.func.value) for c in calls_named(tree, "attach_grad") if isinstance(c.func, ast.Attribute)
    }


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


def batchnorm_size(tree: ast.AST) -> bool:
    """Whether the first argument of a BatchNorm, which is the axis, looks like PyTorch's number of features."""
    return any(
        c.args and not (isinstance(c.args[0], ast.Constant) and c.args[0].value in (1, -1))
        for c in calls_named(tree, "BatchNorm")
        if dotted(c.func).partition(".")[0] != "nd"
    )

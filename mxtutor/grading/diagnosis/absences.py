"""Finds missing steps: names that every right answer of an exercise uses and the refused answer does not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mxtutor.grading.diagnosis.evidence import Finding, Refused, used_names

MISSING: tuple[tuple[str, str, str, str], ...] = (
    ("record", "no-record", "Nothing is recorded: the forward pass is outside of any recording scope.", "Compute what is differentiated inside `with autograd.record():`."),
    ("backward", "no-backward", "The gradient is never computed.", "Without `backward()` no gradient is computed: call it on the recorded loss."),
    ("attach_grad", "no-attach-grad", "No gradient is attached to the array.", "An array gets a gradient only after `x.attach_grad()`."),
    ("step", "no-step", "The parameters are never updated.", "After `backward()` the Trainer's `step` updates the parameters."),
    ("initialize", "not-initialised", "The parameters are never initialised.", "A net has no parameters before `net.initialize()`."),
    ("hybridize", "not-hybridized", "The net is never compiled to one graph.", "A net is compiled only after `net.hybridize()`."),
    ("pause", "not-paused", "The update is recorded: no scope pauses recording.", "Work that belongs to no gradient goes into `with autograd.pause():`."),
    ("relu", "no-relu", "The relu is missing.", "An activation, relu, is asked for between the layers."),
    ("sigmoid", "no-sigmoid", "The sigmoid is missing.", "A sigmoid is asked for."),
    ("tanh", "no-tanh", "The tanh is missing.", "A tanh is asked for."),
    ("softmax", "no-softmax", "The softmax is missing.", "A softmax is asked for."),
    ("shuffle", "no-shuffle", "Nothing is shuffled.", "The samples are to come in random order: `shuffle=True`."),
    ("last_batch", "last-batch", "The last, smaller batch is not treated as asked.", "`last_batch` says what becomes of an incomplete batch."),
    ("keepdims", "keepdims", "The reduced dimension is not kept.", "`keepdims=True` keeps a reduced dimension, so that the result broadcasts."),
    ("train_mode", "no-train-mode", "The layer never runs in training mode.", "Outside of `record()` MXNet predicts: use `with autograd.train_mode():`."),
    ("create_graph", "gradient-not-recorded", "The first gradient is not recorded.", "For a second derivative the first gradient must be recorded: `autograd.grad(..., create_graph=True)`."),
    ("set_data", "weights-not-written", "The given weights are never written into the net.", "A Parameter takes values by `set_data`."),
    ("split_and_load", "not-split", "The batch is not split over the contexts.", "Each context gets its own slice of the batch."),
    ("max_pool", "no-pooling", "The pooling is missing.", "A pooling layer is asked for."),
    ("Flatten", "no-flatten", "Nothing is flattened.", "A flattening step is asked for."),
    ("flatten", "dense-flattens", "The linear layer flattens all axes but the first.", "`Dense` flattens all axes after the first one: `flatten=False` keeps them."),
    ("bias", "no-bias", "The bias is missing.", "The bias must be added."),
    ("transpose_b", "no-transpose", "The transpose is missing.", "One of the matrices must be transposed."),
    ("rescale", "not-rescaled", "The gradient is not rescaled.", "Look at what divides the gradient."),
)  # fmt: skip
"""Rows: a word of every right answer that the refused answer lacks; code; name; message."""


def by_absence(refused: Refused) -> Finding | None:
    """Return a parameter, or a step of every right answer, that the source does not use."""
    tree, entry = refused.tree, refused.entry
    if tree is None or not refused.rights:
        return None
    if entry is not None:
        used = {n.id for n in ast.walk(entry) if isinstance(n, ast.Name)}
        unused = [p.arg for p in entry.args.args if p.arg not in used and p.arg in refused.exercise.params]
        for name in unused:
            if all(name in _names(right) for right in refused.rights):
                what = refused.exercise.params[name]
                return Finding(
                    "unused-parameter",
                    f"The parameter `{name}` is never used.",
                    f"`{name}` has no effect, and it must have one{f' ({what})' if what not in ('', name) else ''}.",
                    key=name,
                )
    if not _predicts(tree) and all(_predicts(right) for right in refused.rights):
        return Finding(
            "not-predicting",
            "The layers run in training mode.",
            "Under `record()` dropout drops and batch normalisation uses the batch: predict mode is asked for.",
        )
    words = _vocabulary(tree)
    for word, code, name, message in MISSING:
        if _another_way(code, tree):
            continue
        if word == "train_mode" and not all(map(_trains, refused.rights)):  # they have it as `train_mode=False`
            continue
        if word not in words and all(word in _vocabulary(right) for right in refused.rights):
            return Finding(code, name, message)
    return None


def _another_way(code: str, tree: ast.AST) -> bool:
    """Return whether a source does in another way what the row of this code misses."""
    if code == "weights-not-written":
        written = used_names(tree) & {"load_parameters", "load_dict", "copyto", "imports"}
        return bool(written) or re.search(r"param\w*(?:\(\))?\.load\(", ast.unparse(tree)) is not None
    return (code == "no-step" and _updates(tree)) or (code == "not-split" and _splits(tree))


def _updates(tree: ast.AST) -> bool:
    """Return whether a source writes parameters itself, in place of a Trainer."""
    return (
        "set_data" in used_names(tree) or re.search(r"\.data\(\)(\[.*?\] = | [-+*/]= )", ast.unparse(tree)) is not None
    )


def _splits(tree: ast.AST) -> bool:
    """Return whether a source cuts arrays into slices itself."""
    return any(isinstance(n, ast.Slice) and (n.lower or n.upper) for n in ast.walk(tree)) or bool(
        used_names(tree) & {"split", "slice_axis", "split_data", "array_split"}
    )


def _predicts(tree: ast.AST) -> bool:
    """Return whether a source asks for predict mode, or never leaves it."""
    text = ast.unparse(tree)
    asks = re.search(r"predict_mode|(?:record|set_training)\((?:train_mode=)?False", text) is not None
    trains = re.search(r"\brecord\(|\btrain_mode\(\)|set_training\(True", text) is not None
    return not trains or (asks and not _left_by_record(tree))


def _left_by_record(tree: ast.AST) -> bool:
    """Return whether a `record()` inside of `predict_mode()` asks for training mode again, and nothing else predicts."""
    if "train_mode=False" in ast.unparse(tree):
        return False
    scopes = [(node, _scopes(node)) for node in ast.walk(tree) if isinstance(node, ast.With)]
    asking = [(node, texts) for node, texts in scopes if any("predict_mode" in text for text in texts)]
    return bool(asking) and all(_ends_recording(node, texts) for node, texts in asking)


def _ends_recording(scope: ast.With, texts: list[str]) -> bool:
    """Return whether `record()` comes inside of this scope of predict mode."""
    inside = [t for n in ast.walk(scope) if isinstance(n, ast.With) and n is not scope for t in _scopes(n)]
    beside = texts[next(i for i, text in enumerate(texts) if "predict_mode" in text) :]
    return any(text.endswith("record()") for text in beside + inside)


def _scopes(node: ast.With) -> list[str]:
    return [ast.unparse(item.context_expr) for item in node.items]


def _trains(tree: ast.AST) -> bool:
    """Return whether a source asks for training mode by `train_mode`."""
    return re.search(r"\btrain_mode(?:\(\)|=True)|set_training\((?:train_mode=)?True", ast.unparse(tree)) is not None


def _names(tree: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}


def _vocabulary(tree: ast.AST) -> frozenset[str]:
    """Return the names of a source and the words of its strings."""
    strings = {n.value for n in _constants(tree) if isinstance(n.value, str) and len(n.value) < 20}
    return used_names(tree) | strings


def _constants(tree: ast.AST) -> Iterator[ast.Constant]:
    return (n for n in ast.walk(tree) if isinstance(n, ast.Constant))

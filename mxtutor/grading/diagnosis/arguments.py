"""Finds arguments that a function of MXNet does not have, with their names in MXNet."""

from __future__ import annotations

import ast
import re

from mxtutor.grading.diagnosis.evidence import Finding, Refused, last_name
from mxtutor.suggest import did_you_mean, nearest

RENAMED: dict[str, tuple[str, ...]] = {
    "dim": ("axis", "dim", "axes"), "dims": ("axes", "axis"), "axis": ("dim", "axes"), "keepdim": ("keepdims",), "size": ("shape",),
    "device": ("ctx",), "context": ("ctx",), "min": ("a_min",), "max": ("a_max",), "p": ("ord", "rate"), "diagonal": ("k",),
    "out_features": ("units",), "in_features": ("in_units",), "bias": ("use_bias",), "eps": ("epsilon", "eps"),
    "stride": ("strides", "stride"), "num_features": ("in_channels",), "normalized_shape": ("in_channels", "axis"),
    "out_channels": ("channels",), "num_channels": ("in_channels",), "lr": ("learning_rate",), "weight_decay": ("wd",),
    "drop_last": ("last_batch='discard'",), "collate_fn": ("batchify_fn",), "num_classes": ("depth", "classes"), "other": ("rhs",),
    "input": ("data",), "repeats": ("reps", "repeats"), "gradient": ("out_grad",), "descending": ("is_ascend",), "largest": ("is_ascend",),
    "mean": ("loc",), "std": ("scale", "sigma"), "loc": ("loc", "low"), "requires_grad": (), "inplace": (), "reduction": (), "training": (),
    "affine": ("scale",), "track_running_stats": ("use_global_stats",), "num_embeddings": ("input_dim",), "embedding_dim": ("output_dim",),
    "start_dim": (), "end_dim": (), "out": ("out",), "sections": ("num_outputs",), "chunks": ("num_outputs",), "split_size": (),
    "indices": ("indices",), "index": ("indices", "index"), "correction": (), "unbiased": (), "weight": ("weight",), "padding": ("pad",),
    "dilation": ("dilate", "dilation"), "groups": ("num_group", "groups"), "batch_first": ("layout='NTC'",), "hidden_size": ("hidden_size",),
    "non_blocking": (), "generator": (), "dtype": ("dtype",), "shape": ("size",), "ctx": ("ctx",), "activation": (),
}  # fmt: skip
"""Maps PyTorch's (or the other family's) name of an argument to MXNet's; empty if there is none."""

_INSTEAD = {
    "requires_grad": "Call `x.attach_grad()` on the array instead.",
    "inplace": "MXNet's layers and functions never work in place: leave it out.",
    "reduction": "Gluon's losses return one value per sample: take their mean or sum yourself.",
    "training": "The scopes of `autograd` decide whether MXNet trains or predicts.",
    "correction": "Compute it from `mean` and the squares.", "unbiased": "Compute it from `mean` and the squares.",
    "drop_last": "The DataLoader says `last_batch='discard'`, `'keep'` or `'rollover'`.",
    "descending": "MXNet says `is_ascend=False`.", "largest": "MXNet says `is_ascend=False`.",
    "in_features": "A Dense takes its number of outputs first and infers the inputs; `in_units` gives them by name.",
    "non_blocking": "MXNet's engine works asynchronously anyway: leave it out.",
}  # fmt: skip

_OPERATOR = re.compile(r"Cannot find argument '(\w+)', Possible Arguments:\s*-*\s*([\s\S]*)")
_PYTHON = re.compile(r"(?:([\w.]+)\(\)|\b(\w+)) got an unexpected keyword argument '(\w+)'")
_POSSIBLE = re.compile(r"^(\w+) : ", re.MULTILINE)


def by_argument(refused: Refused) -> Finding | None:
    """Return MXNet's name of an unknown argument; None for another error."""
    error = refused.error
    if error is None:
        return None
    if found := _OPERATOR.search(error.text):
        return _finding(refused, found[1], "", frozenset(_POSSIBLE.findall(found[2])))
    if error.type == "TypeError" and (found := _PYTHON.search(error.text)):
        return _finding(refused, found[3], found[1] or found[2] or "", frozenset())
    return None


def _finding(refused: Refused, word: str, function: str, possible: frozenset[str]) -> Finding:
    called = _caller(refused, word) or function.removesuffix(".__init__")
    place = f"`{called}`" if called else "The function"
    short = f"{place} has no argument `{word}`."
    ways = [w for w in RENAMED.get(word, ()) if not possible or w in possible or "=" in w]
    if word in _INSTEAD:
        return Finding("torch-argument", short, f"{short} {_INSTEAD[word]}", key=word)
    if word in RENAMED and ways and ways[0] != word:
        return Finding("torch-argument", short, f"{short} MXNet calls it `{ways[0]}`.", key=f"{word} {ways[0]}")
    near = nearest(word, possible, most=1, likeness=0.6)
    listed = sorted(possible - {"num_args", "out", "name"})[:6]
    arguments = f"It has {', '.join(f'`{n}`' for n in listed)}." if listed else ""
    advice = did_you_mean(near, arguments, code=True)
    return Finding("unknown-argument", short, f"{short} {advice}".rstrip(), key=word)


def _caller(refused: Refused, word: str) -> str:
    """Return the name of the function that the source calls with this argument."""
    line = refused.error.line if refused.error else None
    named = [
        node for node in ast.walk(refused.tree or ast.Module([], []))
        if isinstance(node, ast.Call) and any(k.arg == word for k in node.keywords)
    ]  # fmt: skip
    here = [n for n in named if line is not None and n.lineno <= line <= (n.end_lineno or n.lineno)]
    names = {last_name(n.func) for n in (here or named)}
    return names.pop() if len(names) == 1 else ""

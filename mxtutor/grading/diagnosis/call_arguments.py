"""Finds calls that differ in an argument from the same calls of all right answers."""

from __future__ import annotations

import ast

from mxtutor.grading.diagnosis.evidence import Finding, Refused, calls_of, last_name

TELLING = frozenset({
    "flatten", "in_units", "use_bias", "last_batch", "dtype", "ctx", "ord", "transpose_a", "transpose_b",
    "out_grad", "create_graph", "from_logits", "sigma", "epsilon", "momentum", "strides", "padding", "activation", "wd", "kvstore",
    "batch_axis", "even_split", "allow_missing", "ignore_extra", "force_reinit", "grad_req", "exclusive", "is_ascend", "ret_typ", "k",
    "act_type", "mode", "pool_type", "kernel_size", "weight_initializer", "fine_label", "train", "depth", "init", "size", "batchify_fn", "params",
})  # fmt: skip
"""Arguments whose absence or value changes what a call does; not the axes and shapes, which differ between right answers."""
HARMLESS = frozenset({
    "batchify_fn", "ctx", "depth", "dtype", "in_units", "init", "k", "kernel_size", "out_grad", "params", "size", "weight_initializer",
})  # fmt: skip
"""Arguments among these that a right answer may pass where the shipped right answers leave them out."""


def by_call_argument(refused: Refused) -> Finding | None:
    """Return an argument whose value differs from that in every right answer with the same call, or that is missing."""
    if refused.tree is None or not refused.rights:
        return None
    own = _calls(refused.tree)
    rights = [_calls(tree) for tree in refused.rights]
    for name, mine in own.items():
        theirs = [calls[name] for calls in rights if name in calls]
        if len(mine) != 1 or len(theirs) < 2 or any(len(calls) != 1 for calls in theirs):
            continue
        call, models = mine[0], [calls[0] for calls in theirs]
        if len({len(c.args) for c in (call, *models)}) != 1 or any(
            k.arg is None for c in (call, *models) for k in c.keywords
        ):
            continue
        if found := _compare(name, call, models):
            return found
    return None


def _compare(name: str, call: ast.Call, models: list[ast.Call]) -> Finding | None:
    mine, theirs = _keywords(call), [_keywords(c) for c in models]
    for word in sorted(set.intersection(*(set(t) for t in theirs)) & TELLING):
        if word not in mine:
            return Finding(
                "missing-argument",
                f"`{name}` lacks an argument.",
                f"`{name}` lacks the argument `{word}`, so its default counts.",
                key=word,
            )
        values = {t[word] for t in theirs}
        if len(values) == 1 and isinstance(call_value(call, word), ast.Constant) and mine[word] not in values:
            return Finding(
                "argument-value",
                f"The argument `{word}` of `{name}` has the wrong value.",
                f"`{word}={mine[word]}` of `{name}` is not what is asked for.",
                key=word,
            )
    first_axis = {"axis"} if "softmax" in name and mine.get("axis") == "0" else set[str]()  # it holds the samples
    for word in sorted(set(mine) & (TELLING - HARMLESS | first_axis)):
        if not any(word in t for t in theirs):
            return Finding(
                "extra-argument",
                f"The argument `{word}` of `{name}` does not belong there.",
                f"`{name}` must not have the argument `{word}` here.",
                key=word,
            )
    return None


def call_value(call: ast.Call, word: str) -> ast.expr | None:
    """Return the value of a keyword of a call."""
    return next((k.value for k in call.keywords if k.arg == word), None)


def _keywords(call: ast.Call) -> dict[str, str]:
    return {k.arg: ast.unparse(k.value) for k in call.keywords if k.arg}


def _calls(tree: ast.AST) -> dict[str, list[ast.Call]]:
    found: dict[str, list[ast.Call]] = {}
    for call in calls_of(tree):
        found.setdefault(last_name(call.func), []).append(call)
    return found

"""The shared mistakes in the order in which they count."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import TypeGuard

from mxtutor.content.model import Mistake
from mxtutor.content.truth import load_truth
from mxtutor.content.truth_arguments import ArgumentNames, argument_names
from mxtutor.errors import TutorError
from mxtutor.grading.diagnosis.absences import by_absence
from mxtutor.grading.diagnosis.entry_rules import by_form, nothing_returned, returns_value, unfinished
from mxtutor.grading.diagnosis.error_causes import by_cause
from mxtutor.grading.diagnosis.error_rules import ARRAYS, AUTOGRAD, ErrorRule, by_error
from mxtutor.grading.diagnosis.evidence import Behaviour, Finding, Refused, calls_of, last_name, parse
from mxtutor.grading.diagnosis.gluon_rules import BLOCKS, PYTHON, TRAINING
from mxtutor.grading.diagnosis.habits import AFTER_VALUES, by_habit, parameter_order
from mxtutor.grading.diagnosis.missing_names import by_missing_name
from mxtutor.grading.diagnosis.near_miss import by_near_miss
from mxtutor.grading.diagnosis.results import by_dtype, by_effect, by_type, failing_pairs
from mxtutor.grading.diagnosis.transforms import by_value
from mxtutor.paths import content_root
from mxtutor.suggest import did_you_mean, nearest

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
    known = listed_arguments()
    ways = [way for way in known.ways(called, word) if not possible or way.partition("=")[0] in possible]
    if (not ways or ways[0] == word) and (instead := known.instead(called, word)):
        return Finding("torch-argument", short, f"{short} {instead}", key=word)
    if ways and ways[0] != word:
        return Finding("torch-argument", short, f"{short} MXNet calls it `{ways[0]}`.", key=f"{word} {ways[0]}")
    near = nearest(word, possible, most=1, likeness=0.6)
    listed = sorted(possible - {"num_args", "out", "name"})[:6]
    arguments = f"It has {', '.join(f'`{n}`' for n in listed)}." if listed else ""
    advice = did_you_mean(near, arguments, code=True)
    return Finding("unknown-argument", short, f"{short} {advice}".rstrip(), key=word)


@lru_cache(maxsize=1)
def listed_arguments() -> ArgumentNames:
    """Return what the truth table says of arguments; nothing if it cannot be read."""
    try:
        return argument_names(load_truth(content_root()))
    except TutorError:
        return ArgumentNames()


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


RULES: tuple[ErrorRule, ...] = (*ARRAYS, *AUTOGRAD, *BLOCKS, *TRAINING, *PYTHON)
_PROVED = tuple(r for r in RULES if r.certain and (r.source or r.lacks))
_CERTAIN = tuple(r for r in RULES if r.certain)
_WORDS = tuple(r for r in RULES if "unexpected keyword" in r.pattern or r.code == "symbol-shape")
"""Rules that explain a learner's word better than the general rules for names and arguments."""


def by_word(refused: Refused) -> Finding | None:
    """Return a mistake whose error names the learner's own word: a name or an argument that MXNet does not have."""
    return by_error(refused, _WORDS) or by_missing_name(refused) or by_argument(refused)


def by_error_and_source(refused: Refused) -> Finding | None:
    """Return a mistake that both source and error confirm, or whose error names the learner's own word."""
    return unfinished(refused) or by_form(refused) or _proved(refused) or by_word(refused)


def own_cause(refused: Refused, mistake: Mistake) -> Finding | None:
    """Return the real mistake of an answer that behaves like a known mistake for another reason.

    Examples are a missing `return` and another order of parameters, unless the known mistake's source has them, too.
    """
    if refused.entry is None or mistake.source is None:
        return None
    tree = parse(mistake.source.read_text(encoding="utf-8"))
    if tree is None:
        return None
    if refused.exercise.compare.type != "none" and not returns_value(refused.entry) and returns_value(tree):
        return nothing_returned(refused)
    names = [a.arg for node in ast.walk(tree) if _is_entry(node, refused) for a in node.args.args]
    return parameter_order(refused) if names == list(refused.exercise.params) else None


def _is_entry(node: ast.AST, refused: Refused) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and node.name in refused.exercise.entries


def more_precise(refused: Refused, mistake: Mistake, behaviour: Behaviour) -> Finding | None:
    """Return the mistake that the source proves, for an answer with the error of a known mistake; None if both agree.

    One error has several causes: the known mistake's own source must show the same one.
    """
    proved = _proved(refused)
    if proved is None or mistake.source is None:
        return None
    other = _proved(Refused(refused.exercise, mistake.source.read_text(encoding="utf-8"), behaviour))
    same = other is not None and other.code == proved.code
    return None if same and proved.code != mistake.code else proved


def _proved(refused: Refused) -> Finding | None:
    """Return a mistake that the source and an error together prove."""
    return by_cause(refused) or by_error(refused, _PROVED)


def by_error_text(refused: Refused) -> Finding | None:
    """Return a mistake whose error has no other cause."""
    return by_error(refused, _CERTAIN)


def by_guess(refused: Refused) -> Finding | None:
    """Return a mistake that is visible in the source and fits the error; else one that the error suggests."""
    return by_habit(refused) or parameter_order(refused) or by_near_miss(refused) or by_error(refused, RULES)


def by_result(refused: Refused) -> Finding | None:
    """Return the mistake of an answer that raised no error."""
    pairs = failing_pairs(refused)
    return (
        unfinished(refused)
        or parameter_order(refused)
        or by_type(refused, pairs)
        or by_habit(refused)
        or by_effect(refused, pairs)
        or by_dtype(pairs)
        or by_value(refused, pairs)
        or by_habit(refused, AFTER_VALUES)
        or by_absence(refused)
        or by_near_miss(refused)
        or by_call_argument(refused)
    )

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
from mxtutor.grading.diagnosis.errors import ARRAYS, AUTOGRAD, BLOCKS, PYTHON, TRAINING, ErrorRule, by_cause, by_error
from mxtutor.grading.diagnosis.evidence import Behaviour, Finding, Refused, last_name, parse
from mxtutor.grading.diagnosis.forms import (
    by_form,
    by_missing_name,
    nothing_returned,
    returns_value,
    unfinished,
    unused_parameter,
)
from mxtutor.grading.diagnosis.habits import AFTER_VALUES, by_habit, parameter_order
from mxtutor.grading.diagnosis.results import by_dtype, by_effect, by_type, by_value, failing_pairs
from mxtutor.paths import content_root
from mxtutor.suggest import did_you_mean, nearest

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
    return by_habit(refused) or parameter_order(refused) or by_error(refused, RULES)


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
        or unused_parameter(refused)
    )

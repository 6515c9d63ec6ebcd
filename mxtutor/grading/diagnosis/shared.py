"""The shared mistakes in the order in which they count."""

from __future__ import annotations

import ast
from typing import TypeGuard

from mxtutor.content.model import Mistake
from mxtutor.grading.diagnosis.absences import by_absence
from mxtutor.grading.diagnosis.arguments import by_argument
from mxtutor.grading.diagnosis.call_arguments import by_call_argument
from mxtutor.grading.diagnosis.entry_rules import by_form, nothing_returned, returns_value, unfinished
from mxtutor.grading.diagnosis.error_causes import by_cause
from mxtutor.grading.diagnosis.error_rules import ARRAYS, AUTOGRAD, ErrorRule, by_error
from mxtutor.grading.diagnosis.evidence import Behaviour, Finding, Refused, parse
from mxtutor.grading.diagnosis.gluon_rules import BLOCKS, PYTHON, TRAINING
from mxtutor.grading.diagnosis.habits import AFTER_VALUES, by_habit, parameter_order
from mxtutor.grading.diagnosis.missing_names import by_missing_name
from mxtutor.grading.diagnosis.near_miss import by_near_miss
from mxtutor.grading.diagnosis.results import by_dtype, by_effect, by_type, failing_pairs
from mxtutor.grading.diagnosis.transforms import by_value

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

"""Names the mistake of a refused answer: the first rank that finds one names it; if no match is certain, there is none."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from mxtutor.content.model import Mistake
from mxtutor.grading.diagnosis.errors import ARRAYS, AUTOGRAD, BLOCKS, PYTHON, TRAINING, ErrorRule, by_cause, by_error
from mxtutor.grading.diagnosis.evidence import UNNAMED, Finding, RefusedAnswer, dotted, parse
from mxtutor.grading.diagnosis.forms import (
    by_argument,
    by_form,
    by_missing_name,
    nothing_returned,
    returns_value,
    unfinished,
)
from mxtutor.grading.diagnosis.habits import by_habit, parameter_order
from mxtutor.grading.diagnosis.likeness import behaves_alike, judged_alike, with_other_mistakes
from mxtutor.grading.diagnosis.results import (
    by_dtype,
    by_effect,
    by_gradient,
    by_later,
    by_type,
    by_value,
    failing_pairs,
)
from mxtutor.grading.protocol import Diagnosis, Verdict
from mxtutor.grading.results.decode import Result

RULES: tuple[ErrorRule, ...] = (*ARRAYS, *AUTOGRAD, *BLOCKS, *TRAINING, *PYTHON)
_PROVED = tuple(r for r in RULES if r.certain and (r.source or r.lacks))
_CERTAIN = tuple(r for r in RULES if r.certain)
_WORDS = tuple(r for r in RULES if "unexpected keyword" in r.pattern or r.code in ("symbol-shape", "np-seed"))
"""Rules that explain a learner's word better than the general rules for names and arguments."""

Found = Finding | Mistake | None


def _like_a_known_one(refused: RefusedAnswer) -> Found:
    """Find the shipped wrong answer with the same results and effects, or the same error.

    At some random inputs several have the same results: the one with the most words in common counts. The source may
    prove another cause of the same behaviour.
    """
    compare = refused.exercise.compare
    alike = [m for m in refused.known_mistakes if behaves_alike(compare, refused.result, refused.known[m.code])]
    if not alike:
        return None
    mistake = _most_similar(refused, alike)
    return _own_cause(refused, mistake) or _more_precise(refused, mistake) or mistake


def _most_similar(refused: RefusedAnswer, mistakes: list[Mistake]) -> Mistake:
    own, lines = _words(refused.code), {line.strip() for line in refused.code.splitlines()}

    def similarity(mistake: Mistake) -> tuple[float, int]:
        if mistake.source is None or len(mistakes) == 1:
            return 0.0, 0
        shipped = replace(refused, source=mistake.source.read_text(encoding="utf-8"))
        # the order of the words does not count, since comparing it takes too long for the longest answers; lines do
        ratio = SequenceMatcher(None, own, _words(shipped.code), autojunk=False).quick_ratio()
        return ratio, len(lines & {line.strip() for line in shipped.code.splitlines()})

    return max(mistakes, key=similarity)


def _words(code: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", code)


def _own_cause(refused: RefusedAnswer, mistake: Mistake) -> Finding | None:
    """Find a missing `return` or another order of parameters, unless the known mistake's source has it, too."""
    if refused.entry is None or mistake.source is None:
        return None
    tree = parse(mistake.source.read_text(encoding="utf-8"))
    if tree is None:
        return None
    if refused.exercise.compare.type != "none" and not returns_value(refused.entry) and returns_value(tree):
        return nothing_returned(refused)
    entries = refused.exercise.entries
    named = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name in entries)
    names = [a.arg for node in named for a in node.args.args]
    return parameter_order(refused) if names == list(refused.exercise.params) else None


def _more_precise(refused: RefusedAnswer, mistake: Mistake) -> Finding | None:
    """Find a cause that the source proves, but not that of the known mistake; the answer has the mistake's error."""
    proved = by_cause(refused) or by_error(refused, _PROVED)
    if proved is None or mistake.source is None:
        return None
    shipped = replace(refused, source=mistake.source.read_text(encoding="utf-8"), result=refused.known[mistake.code])
    other = by_cause(shipped) or by_error(shipped, _PROVED)
    same = other is not None and other.code == proved.code
    return None if same and proved.code != mistake.code else proved


def _endless(refused: RefusedAnswer) -> Found:
    """An answer that does not end has no result: what its source lacks is not why."""
    failure = refused.result.failure
    return UNNAMED if failure is not None and failure.verdict is Verdict.TIMEOUT else None


def _judged_like_a_known_one(refused: RefusedAnswer) -> Found:
    """Find the shipped wrong answer that is the same in all that is judged; if there are several, none is certain."""
    compare = refused.exercise.compare
    nearly = [m for m in refused.known_mistakes if judged_alike(compare, refused.result, refused.known[m.code])]
    if len({m.name or m.code for m in nearly}) != 1:
        return None
    return _own_cause(refused, nearly[0]) or nearly[0]


def _pattern(refused: RefusedAnswer) -> Found:
    """Find a mistake of the exercise by its error, unless a shared rule proves something else."""
    text = f"{refused.error.type}: {refused.error.text}" if refused.error else ""
    found = next((m for m in refused.exercise.mistakes if any(re.search(p, text) for p in m.error)), None)
    if found is None:
        return None
    proved = next((p for rank in PROOFS if (p := rank.rule(refused))), None)
    return found if not isinstance(proved, Finding) or _is_about(found, proved) else None


def _is_about(mistake: Mistake, finding: Finding) -> bool:
    """Return whether a mistake of the exercise is about the word that a shared rule found.

    It is if its message contains the word or its pattern matches only this word; a pattern for several words is vague.
    """
    words = finding.key.split()
    if any(re.search(rf"\b{re.escape(word)}\b", mistake.message) for word in words):
        return True
    return bool(words) and any(words[0] in pattern and "|" not in pattern for pattern in mistake.error)


def _word(refused: RefusedAnswer) -> Finding | None:
    """Find a name or an argument in the error that MXNet does not have."""
    return by_error(refused, _WORDS) or by_missing_name(refused) or by_argument(refused)


def _call(refused: RefusedAnswer) -> Found:
    """Find a mistake of the exercise by a name that the source uses ("nd.acos")."""
    used = {dotted(node) for node in ast.walk(refused.tree or ast.Module([], [])) if isinstance(node, ast.Attribute)}
    return next((m for m in refused.exercise.mistakes if set(m.calls) & used), None)


@dataclass(frozen=True, slots=True)
class Rank:
    """A way to find a mistake; ranks are tried in order."""

    name: str
    rule: Callable[[RefusedAnswer], Found]
    raised: bool | None = None
    """For answers that raised an error, for those that did not, or for both (None)."""


PROOFS = (
    Rank("an unchanged starter or an empty body", unfinished, raised=True),
    Rank("a syntax error, a missing entry or name", by_form, raised=True),
    Rank("an error whose cause the source shows", by_cause, raised=True),
    Rank("an error that the source confirms", lambda r: by_error(r, _PROVED), raised=True),
    Rank("a word in the error that MXNet does not have", _word, raised=True),
)
RANKS = (
    Rank("a right first call", lambda r: by_later(r, failing_pairs(r)), raised=False),
    Rank("right results", lambda r: by_gradient(r, failing_pairs(r)), raised=False),
    Rank("all of a known mistake", _like_a_known_one),
    Rank("no end", _endless),
    Rank("all that is judged of a known mistake", _judged_like_a_known_one, raised=False),
    Rank("an unfinished answer", unfinished, raised=False),
    Rank("the order of the parameters", parameter_order, raised=False),
    Rank("the kind of the result", lambda r: by_type(r, failing_pairs(r)), raised=False),
    Rank("the source", by_habit, raised=False),
    Rank("an effect on the arguments", lambda r: by_effect(r, failing_pairs(r)), raised=False),
    Rank("the dtype", lambda r: by_dtype(failing_pairs(r)), raised=False),
    Rank("a relation to the right values", lambda r: by_value(r, failing_pairs(r)), raised=False),
    Rank("a part of a known mistake", with_other_mistakes, raised=False),
    Rank("the exercise's pattern of the error", _pattern, raised=True),
    *PROOFS,
    Rank("an error with one cause", lambda r: by_error(r, _CERTAIN), raised=True),
    Rank("a call of a known mistake", _call, raised=True),
    Rank("the source of an answer with an error", by_habit, raised=True),
    Rank("the order of the parameters of an answer with an error", parameter_order, raised=True),
    Rank("an error with several causes", lambda r: by_error(r, RULES), raised=True),
)
"""The first one that finds something names the mistake."""


def diagnose(refused: RefusedAnswer, known: Mapping[str, Result]) -> tuple[Diagnosis, ...]:
    """Return the mistake that fits best, or nothing.

    `known` maps codes of mistakes to the results of the shipped wrong answers on the same inputs.
    """
    return ranked(refused, known)[1]


def ranked(refused: RefusedAnswer, known: Mapping[str, Result]) -> tuple[str, tuple[Diagnosis, ...]]:
    """Return the name of the rank that found the mistake, and the mistake; empty texts and nothing without one."""
    refused = replace(refused, known=known)
    try:
        raised = refused.error is not None
        for rank in RANKS:
            if rank.raised in (None, raised) and (found := rank.rule(refused)):
                return rank.name, _diagnosis(refused, found)
    except RecursionError:  # a source of a thousand nested operators parses, and cannot be printed or compared
        pass
    return "", ()


def _diagnosis(refused: RefusedAnswer, found: Finding | Mistake) -> tuple[Diagnosis, ...]:
    """Return a mistake as it is shown; the name of the exercise's one quotes the wrong word that the error contains."""
    if isinstance(found, Finding):
        return (Diagnosis(found.code, found.message, found.name),) if found.code else ()
    quoted = _word(refused) or (None if found.name else by_error(refused, _CERTAIN))
    return (Diagnosis(found.code, found.message, quoted.name if quoted else found.short_name),)

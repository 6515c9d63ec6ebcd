"""Finds the mistake of an answer that differs in one place from a right answer of the exercise."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mxtutor.grading.diagnosis.evidence import Finding, Refused
from mxtutor.grading.diagnosis.terms import SCOPED, Term, function_term

COMMON = 3
"""Smallest number of operations, names and numbers that both sources share; fewer prove nothing."""
LONGEST = 60
"""Most characters of the learner's code in a message."""
_COMMUTES = frozenset({"add", "multiply", "maximum", "minimum", "equal"})


def by_near_miss(refused: Refused) -> Finding | None:
    """Return the only place in which an answer differs from a right one; None if it differs in several."""
    own = _normal(refused.tree, refused.exercise.entries)
    if own is None:
        return None
    for tree in refused.rights:
        right = _normal(tree, refused.exercise.entries)
        if right is None or right == own:
            continue
        found = list(_differences(own, right))
        if len(found) == 1 and right.size - _own_part(*found[0]) >= COMMON:
            return _describe(refused, *found[0])
    return None


def _normal(tree: ast.Module | None, entries: tuple[str, ...]) -> Term | None:
    body = tree.body if tree else []
    functions = [n for n in body if isinstance(n, ast.FunctionDef)]
    if len(functions) != 1 or functions[0].name not in entries or any(isinstance(n, ast.ClassDef) for n in body):
        return None
    return function_term(functions[0])


def _differences(own: Term, right: Term) -> Iterator[tuple[Term, Term]]:
    """Yield the smallest pairs of terms that differ."""
    if own == right:
        return
    if (
        own.head == right.head
        and len(own.args) == len(right.args)
        and [k for k, _ in own.keys] == [k for k, _ in right.keys]
    ):
        if own.head in _COMMUTES and own.args == right.args[::-1] and own.keys == right.keys:
            return
        inner = [
            *zip(own.args, right.args, strict=True),
            *((a, b) for (_, a), (_, b) in zip(own.keys, right.keys, strict=True)),
        ]
        differing = [pair for pair in inner if pair[0] != pair[1]]
        if len(differing) == 1 and own.args == right.args and not differing[0][1].args:
            yield own, right  # the value of an argument: the argument says more than the value
            return
        if len(differing) == 1 or own.head in ("block", "for", "if", "then", "else"):
            for pair in differing:
                yield from _differences(*pair)
            return
    yield own, right


def _own_part(own: Term, right: Term) -> int:
    """Return the number of operations, names and numbers of the right term that the other one lacks."""
    if own.args == right.args and own.keys == right.keys:
        return 1
    if right in own.args:
        return 0
    if own in right.args:
        return right.size - own.size
    if own.head == right.head:
        shared = [a for a in right.args if a in own.args] + [t for k, t in right.keys if (k, t) in own.keys]
        return right.size - 1 - sum(t.size for t in shared)
    return right.size


def _describe(refused: Refused, own: Term, right: Term) -> Finding | None:
    """Describe a difference; the text quotes the learner's code."""
    code = _code(refused.source, own)
    inside = f"`{code}`" if code else "one step"
    place = f"`{code}`" if code else "One step"
    if own.head.startswith(SCOPED) or right.head.startswith(SCOPED):
        return _scope(own, right, place)
    if own.head != right.head and own.args == right.args and own.keys == right.keys and own.args:
        return Finding(
            "other-function",
            f"{_call(own)} is the wrong operation here.",
            f"{place} has the right arguments and is the wrong operation: another function or operator belongs there.",
        )
    if not own.args and not right.args and own.head != right.head:
        return _leaf(own, right, place, inside)
    if own.head == right.head and own.keys == right.keys and _reordered(own.args, right.args):
        return Finding(
            "swapped",
            f"The arguments of {_call(own, inside=True)} are in the wrong order.",
            f"In {inside} the arguments, or operands, are in the wrong order.",
        )
    if own.head == right.head and own.args == right.args:
        return _keywords(own, right, place, inside)
    if right in own.args:
        return Finding(
            "extra-step",
            f"{_call(own)} is one step too many.",
            f"Leave out {_call(own, inside=True)} in {inside}: the rest is right.",
        )
    if own in right.args:
        return Finding(
            "missing-step",
            f"One operation on {inside} is missing.",
            f"{place} is used as it is: apply one more operation to it. The rest is right.",
        )
    if (
        own.head == right.head
        and len(own.args) < len(right.args)
        and own.args == right.args[: len(own.args)]
        and own.keys == right.keys
    ):
        return Finding(
            "missing-argument",
            f"{_call(own)} lacks an argument.",
            f"{place} lacks an argument; the task names what it depends on.",
        )
    if own.head == right.head and right.args == own.args[: len(right.args)] and own.keys == right.keys:
        return Finding(
            "extra-argument",
            f"{_call(own)} has an argument too many.",
            f"{place} has an argument that does not belong there.",
        )
    return None


def _scope(own: Term, right: Term, place: str) -> Finding | None:
    """Describe a value that is computed in other scopes than in a right answer."""
    if (own.args if own.head.startswith(SCOPED) else (own,)) != (
        right.args if right.head.startswith(SCOPED) else (right,)
    ):
        return None
    scopes = " and ".join(f"`{name}`" for name in own.head.removeprefix(SCOPED).split() if own.head.startswith(SCOPED))
    now = f"inside of {scopes}" if scopes else "outside of all scopes"
    return Finding(
        "scope",
        f"{place} is computed in the wrong scope.",
        f"{place} is computed {now}: another scope, or none, is needed there. The rest is right.",
    )


def _reordered(own: tuple[Term, ...], right: tuple[Term, ...]) -> bool:
    return len(own) == len(right) > 1 and all(own.count(a) == right.count(a) for a in own)


def _leaf(own: Term, right: Term, place: str, inside: str) -> Finding:
    try:
        one, other = float(own.head), float(right.head)
    except ValueError:
        return Finding(
            "other-value", f"{place} is the wrong value here.", f"Another value is needed in place of {inside}."
        )
    if one == -other:
        return Finding("sign", f"{place} has the wrong sign.", f"{place} has the wrong sign.")
    return Finding("other-number", f"The number {place} is wrong.", f"{place} is not the number that belongs there.")


def _keywords(own: Term, right: Term, place: str, inside: str) -> Finding | None:
    mine, theirs = dict(own.keys), dict(right.keys)
    if sum(mine.get(k) != theirs.get(k) for k in {*mine, *theirs}) != 1:
        return None
    if missing := [k for k in theirs if k not in mine]:
        return Finding(
            "missing-argument",
            f"{_call(own)} lacks an argument.",
            f"{place} lacks the argument `{missing[0]}`, so its default counts.",
        )
    if extra := [k for k in mine if k not in theirs]:
        return Finding(
            "extra-argument",
            f"The argument `{extra[0]}` of {_call(own, inside=True)} does not belong there.",
            f"{place} must not have the argument `{extra[0]}`.",
        )
    differing = next(k for k in mine if mine[k] != theirs[k])
    return Finding(
        "argument-value",
        f"The argument `{differing}` of {_call(own, inside=True)} has the wrong value.",
        f"In {inside} the argument `{differing}` has the wrong value.",
    )


_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "power": "**", "mod": "%", "less": "<", "greater": ">", "less_equal": "<=",
    "greater_equal": ">=", "equal": "==", "not_equal": "!=", "negative": "-", "FloorDiv": "//", "dot": "dot"}  # fmt: skip


_FORMS = {
    "Subscript": "the index",
    "Tuple": "the list",
    "Dict": "the dict",
    "Slice": "the slice",
    "BoolOp": "a condition",
    "IfExp": "the condition",
    "Starred": "the star",
    "collect": "the list",
    "block": "the function",
    "for": "the loop",
    "call": "the call",
}


def _call(term: Term, *, inside: bool = False) -> str:
    """Return the name of an operation for learners, as it starts a sentence or inside of one."""
    if isinstance(term.node, (ast.BinOp, ast.Compare, ast.UnaryOp, ast.AugAssign)):
        words = f"the operator `{_SIGNS.get(term.head, term.head)}`"
    else:
        words = _FORMS.get(term.head) or f"`{term.head.removeprefix('.')}`"
    return words if inside else words[0].upper() + words[1:]


def _code(source: str, term: Term) -> str:
    """Return the learner's code of a term in one short line; empty if it is long."""
    if term.node is None or not hasattr(term.node, "lineno"):
        return ""
    text = " ".join((ast.get_source_segment(source, term.node) or "").split())
    return text if 0 < len(text) <= LONGEST and "`" not in text else ""

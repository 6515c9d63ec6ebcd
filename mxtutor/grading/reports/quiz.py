"""Grades typed answers: `choice` and `predict` exercises."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from mxtutor.content.model import Exercise, Mistake
from mxtutor.grading.judging.numeric import difference
from mxtutor.grading.protocol import Aspect, AspectKind, CaseResult, Diagnosis, Report, Submission, Verdict
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.values import SEQUENCES, Array, Value, ValueKind, show

MAX_TYPED = 1000
"""Longest typed answer, in characters; the parser could not handle deeper nesting."""
RELATIVE = 1e-3
"""Relative tolerance of a typed number."""


def grade(submission: Submission, run: Callable[[Exercise], Result]) -> Report:
    """Return the report on a typed answer; `run` executes the snippet of a prediction."""
    started = time.perf_counter()
    typed = submission.source.decode("utf-8-sig", "replace").strip()
    exercise = submission.exercise
    report = _choice(exercise, typed) if exercise.kind == "choice" else _predict(exercise, typed, run)
    return replace(report, seconds=time.perf_counter() - started)


def _choice(exercise: Exercise, typed: str) -> Report:
    letter = exercise.letter_of(typed)
    if not letter:
        return Report(exercise.id, Verdict.ERROR, f"Answer with one of {', '.join(exercise.lettered)}.")
    option = exercise.lettered[letter]
    verdict = Verdict.RIGHT if option.right else Verdict.WRONG
    headline = "Right." if option.right else f"{letter}) is not it."
    aspect = Aspect(AspectKind.CHOICE, option.right, option.why)
    diagnosis = () if option.right else (Diagnosis(f"option-{letter}", option.why),)
    return Report(exercise.id, verdict, headline, (CaseResult("your choice", verdict, (aspect,)),), diagnosis)


def _predict(exercise: Exercise, typed: str, run: Callable[[Exercise], Result]) -> Report:
    try:
        if len(typed) > MAX_TYPED:
            raise ValueError("too long")
        said = ast.literal_eval(typed)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return Report(exercise.id, Verdict.ERROR, "Type a Python value, such as (2, 3) or [1.0, 2.0] or 'float32'.")
    result = run(exercise)
    if result.failure is not None:
        return Report(exercise.id, Verdict.BROKEN, result.failure.headline, fix=result.failure.fix)
    if result.value is None:
        reason = result.error.summary if result.error else "it gave no result"
        return Report(
            exercise.id,
            Verdict.BROKEN,
            f"The snippet of {exercise.id} failed: {reason}.",
            fix="Run `mxtutor dev check`.",
        )
    if matches(result.value, said):
        shown = show(result.value)
        case = CaseResult("the code as shown", Verdict.RIGHT, (Aspect(AspectKind.VALUES, True, "", shown, typed),))
        return Report(exercise.id, Verdict.RIGHT, f"Right: it gives {shown}.", (case,))
    found = clues(result.value, said)
    case = CaseResult("the code as shown", Verdict.WRONG, (*found[:-1], replace(found[-1], got=typed)))
    known = (m for m in exercise.mistakes if _leads_to(m, typed, said))
    mistakes = tuple(Diagnosis(m.code, m.message, m.short_name) for m in known)
    return Report(exercise.id, Verdict.WRONG, "That is not what it gives.", (case,), mistakes[:1])


def _leads_to(mistake: Mistake, typed: str, said: Any) -> bool:
    if any(re.fullmatch(pattern, typed) for pattern in mistake.error):
        return True
    try:
        return any(_alike(ast.literal_eval(text), said) for text in mistake.typed)
    except (ValueError, SyntaxError):  # `dev check` finds it
        return False


def _alike(known: Any, said: Any) -> bool:
    """Return whether an answer is a known one, in which `...` is any item, or at the end any items."""
    if known is ...:
        return True
    if not isinstance(known, (list, tuple)) or not isinstance(said, (list, tuple)):
        return _same(known, said)
    items = list(known)
    if items and items[-1] is ...:
        items[-1:] = [...] * (len(said) - len(items) + 1)
    return len(items) == len(said) and all(map(_alike, items, said))


def matches(value: Value, said: Any) -> bool:
    """Return whether a typed Python value equals a result; for arrays, lists and tuples count as equal."""
    if value.array is not None:
        return _matches_array(value.array, said)
    if value.kind in SEQUENCES:
        listed = isinstance(said, (list, tuple)) and len(said) == len(value.items)
        return listed and all(matches(v, s) for v, s in zip(value.items, said, strict=True))
    if value.kind in (ValueKind.FLOAT, ValueKind.NUMPY_SCALAR) and type(said) in (int, float):
        return _matches_array(np.array(value.plain, dtype=np.float64), said)
    if value.kind is ValueKind.INT and type(said) in (int, float):
        return bool(said == value.plain)
    return type(said) is type(value.plain) and bool(said == value.plain)


def _matches_array(want: Array, said: Any) -> bool:
    """Return whether typed numbers equal an array; numbers with a decimal point may be rounded."""
    typed = _leaves(said)
    kinds = (bool,) if want.dtype.kind == "b" else (int, float)
    if not all(type(t) in kinds for t in typed):
        return False
    try:
        array = np.array(said, dtype=np.float64)
    except (ValueError, OverflowError):  # ragged, or an integer outside of the range of floats
        return False
    if array.shape != want.shape and not array.size == want.size == 1:
        return False
    exact = want.dtype.kind in "iub" or all(type(t) is int for t in typed)
    return difference(want, array.reshape(want.shape), 0.0 if exact else RELATIVE, 1e-6) is None


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value]


_NAMES = {bool: "a bool", int: "a number", float: "a number", str: "a text", type(None): "None"}


def clues(value: Value, said: Any) -> tuple[Aspect, ...]:
    """Return the properties of a wrong answer, from kind to entries; it ends with the first wrong one."""
    want = value.array.tolist() if value.array is not None else _plain(value)
    found: list[Aspect] = []
    for kind, judge in ((AspectKind.KIND, _kind), (AspectKind.LENGTH, _length), (AspectKind.DTYPE, _dtype)):
        message = judge(want, said)
        found.append(Aspect(kind, not message, message))
        if message:
            return tuple(found)
    if isinstance(want, list):
        return (*found, _entries(want, said))
    return (*found, Aspect(AspectKind.VALUES, False, "The kind is right, the value is not."))


def _plain(value: Value) -> Any:
    return [_plain(item) for item in value.items] if value.kind in SEQUENCES else value.plain


def _kind(want: Any, said: Any) -> str:
    listed = isinstance(said, (list, tuple))
    if isinstance(want, list) is listed:
        if listed or _named(want) == _named(said):
            return ""
        return f"The result is not {_named(said)}: it is of another kind."
    return f"The result is not {'a sequence' if listed else _named(said)}: it is of another kind."


def _named(value: Any) -> str:
    return _NAMES.get(type(value), f"a {type(value).__name__}")


def _length(want: Any, said: Any) -> str:
    """Return how the lengths differ, at the outermost difference."""
    if not isinstance(want, list):
        return ""
    if len(want) != len(said):
        many = "one entry" if len(said) == 1 else f"{len(said)} entries"
        return f"The length differs: the result does not have {many}."
    for number, (ours, theirs) in enumerate(zip(want, said, strict=True), 1):
        listed = isinstance(theirs, (list, tuple))
        if isinstance(ours, list) is not listed:
            return f"Entry {number} is {'not ' if listed else ''}a sequence in the result."
        if isinstance(ours, list) and (inner := _length(ours, theirs)):
            return f"In entry {number}: {inner}"
    return ""


def _dtype(want: Any, said: Any) -> str:
    ours, theirs = _leaves(want), _leaves(said)
    if {_named(leaf) for leaf in theirs} - {_named(leaf) for leaf in ours}:
        return "The dtype differs: the result holds entries of another kind."
    if all(type(leaf) is int for leaf in ours) and any(type(leaf) is float and leaf % 1 for leaf in theirs):
        return "The dtype differs: the result holds whole numbers."
    return ""


def _entries(want: list[Any], said: Any) -> Aspect:
    """Return the first entry that differs; numbers agree up to rounding."""
    for number, (ours, theirs) in enumerate(zip(_leaves(want), _leaves(said), strict=True), 1):
        if not _same(ours, theirs):
            kind = AspectKind.FIRST_ENTRY if number == 1 else AspectKind.ENTRIES
            right = (
                "" if number == 1 else f" The {number - 1} before it agree." if number > 2 else " The first one agrees."
            )
            return Aspect(kind, False, f"Entry {number} differs.{right}")
    return Aspect(AspectKind.VALUES, False, "An entry differs by more than rounding.")


def _same(ours: Any, theirs: Any) -> bool:
    if type(ours) in (int, float) and type(theirs) in (int, float):
        try:
            return bool(abs(ours - theirs) <= 1e-3 * abs(ours) + 1e-6)
        except OverflowError:  # an integer outside of the range of floats
            return False
    return type(ours) is type(theirs) and bool(ours == theirs)

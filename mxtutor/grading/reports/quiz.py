"""Grades typed answers: `choice` and `predict` exercises."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from mxtutor.content.model import Exercise
from mxtutor.grading.judging.numeric import difference
from mxtutor.grading.protocol import Aspect, AspectKind, CaseResult, Diagnosis, Report, Submission, Verdict
from mxtutor.grading.reports.quiz_hints import clues
from mxtutor.grading.results.decode import Completed, ProcessFailure
from mxtutor.grading.results.values import SEQUENCES, Array, Value, ValueKind, show

MAX_TYPED = 1000
"""Longest typed answer, in characters; the parser could not handle deeper nesting."""
RELATIVE = 1e-3
"""Relative tolerance of a typed number."""


def grade(submission: Submission, run: Callable[[Exercise], Completed | ProcessFailure]) -> Report:
    """Return the report on a typed answer; `run` executes the snippet of a prediction."""
    started = time.perf_counter()
    typed = submission.source.decode("utf-8-sig", "replace").strip()
    exercise = submission.exercise
    report = _choice(exercise, typed) if exercise.kind == "choice" else _predict(exercise, typed, run)
    seconds = time.perf_counter() - started
    return Report(
        report.exercise,
        report.verdict,
        report.headline,
        report.cases,
        report.diagnosis,
        fix=report.fix,
        seconds=seconds,
    )


def _choice(exercise: Exercise, typed: str) -> Report:
    letters = "abcdefghij"[: len(exercise.options)]
    word = typed[:MAX_TYPED].lower().rstrip(").")
    index = letters.find(word) if len(word) == 1 and word in letters else int(word) - 1 if word.isdecimal() else -1
    if not 0 <= index < len(exercise.options):
        return Report(exercise.id, Verdict.ERROR, f"Answer with one of {', '.join(letters)}.")
    option = exercise.options[index]
    verdict = Verdict.RIGHT if option.right else Verdict.WRONG
    headline = "Right." if option.right else f"{letters[index]}) is not it."
    aspect = Aspect(AspectKind.CHOICE, option.right, option.why)
    diagnosis = () if option.right else (Diagnosis(f"option-{letters[index]}", option.why),)
    return Report(exercise.id, verdict, headline, (CaseResult("your choice", verdict, (aspect,)),), diagnosis)


def _predict(exercise: Exercise, typed: str, run: Callable[[Exercise], Completed | ProcessFailure]) -> Report:
    try:
        if len(typed) > MAX_TYPED:
            raise ValueError("too long")
        said = ast.literal_eval(typed)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return Report(exercise.id, Verdict.ERROR, "Type a Python value, such as (2, 3) or [1.0, 2.0] or 'float32'.")
    ran = run(exercise)
    if isinstance(ran, ProcessFailure):
        return Report(exercise.id, Verdict.BROKEN, ran.headline, fix=ran.fix)
    if ran.value is None:
        reason = ran.error.summary if ran.error else "it gave no result"
        return Report(
            exercise.id,
            Verdict.BROKEN,
            f"The snippet of {exercise.id} failed: {reason}.",
            fix="Run `mxtutor dev check`.",
        )
    if matches(ran.value, said):
        shown = show(ran.value)
        case = CaseResult("the code as shown", Verdict.RIGHT, (Aspect(AspectKind.VALUES, True, "", shown, typed),))
        return Report(exercise.id, Verdict.RIGHT, f"Right: it gives {shown}.", (case,))
    found = clues(ran.value, said)
    case = CaseResult("the code as shown", Verdict.WRONG, (*found[:-1], replace(found[-1], got=typed)))
    known = (m for m in exercise.mistakes if any(re.fullmatch(pattern, typed) for pattern in m.error))
    mistakes = tuple(Diagnosis(m.code, m.message, m.short_name) for m in known)
    return Report(exercise.id, Verdict.WRONG, "That is not what it gives.", (case,), mistakes[:1])


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
    typed = list(_leaves(said))
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


def _leaves(said: Any) -> Iterator[Any]:
    if isinstance(said, (list, tuple)):
        for item in said:
            yield from _leaves(item)
    else:
        yield said

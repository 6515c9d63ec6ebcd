"""Exercises, cases, results and reports made by hand, for tests that start no worker."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from mxtutor.content.model import Case, Compare, Exercise
from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.differences import Difference, Mismatch
from mxtutor.grading.judging.result import judge
from mxtutor.grading.protocol import (
    Aspect,
    CaseResult,
    Diagnosis,
    ErrorDetail,
    Report,
    Verdict,
)  # fmt: skip
from mxtutor.grading.recipes import Recipe, array_of
from mxtutor.grading.results.values import Array, Outcome, Value, ValueKind


def exercise(*cases: dict[str, Any], **fields: Any) -> Exercise:
    """Return a `code` exercise whose parameters are those of its first case."""
    params = dict.fromkeys(cases[0] if cases else (), "")
    plain: dict[str, Any] = {
        "id": "tensors/square", "kind": "code", "title": "Square", "prompt": "Square it.", "folder": Path("/nowhere"),
        "entry": "square", "params": params, "cases": tuple(Case(c) for c in cases),
    }  # fmt: skip
    return Exercise(**{**plain, **fields})


def f32(*values: Any) -> Array:
    """Return a float32 vector."""
    return np.array(values, dtype=np.float32)


def nd(array: Any, kind: str = "nd") -> Value:
    """Return what a legacy NDArray (or another kind of array) looks like from outside; lists become float32."""
    made = array if isinstance(array, np.ndarray) else np.array(array, dtype=np.float32)
    return Value(ValueKind(kind), array=made, context="cpu(0)")


def tensor(array: Any) -> Value:
    """Return what the reference's tensor looks like from outside."""
    return nd(array, "torch")


def sequence(kind: str, *items: Value) -> Value:
    """Return a list or a tuple."""
    return Value(ValueKind(kind), items=items)


def plain(kind: str, value: Any = None) -> Value:
    """Return a plain value."""
    return Value(ValueKind(kind), plain=value)


def array_in(recipe: Recipe) -> Array:
    """Return the array of an argument that is one."""
    array = array_of(recipe)
    assert array is not None, recipe
    return array


def drawn(**inputs: Any) -> DrawnCase:
    """Return a case with arrays, or recipes, as its arguments."""
    recipes: dict[str, Any] = {
        k: v if isinstance(v, dict) else {"is": "array", "array": v, "ctx": "cpu(0)"} for k, v in inputs.items()
    }
    return DrawnCase("a case", False, recipes, {})


def judged(compare: Compare, want: Value, got: Value | Outcome, case: DrawnCase | None = None) -> tuple[Aspect, ...]:
    """Judge one result against the reference's."""
    outcome = got if isinstance(got, Outcome) else Outcome(got)
    return judge(compare, case or drawn(x=f32(0)), Outcome(want), outcome)


def refusal(aspects: tuple[Aspect, ...]) -> Aspect:
    """Return the first aspect that is not right."""
    return next(a for a in aspects if not a.ok)


def passes(aspects: tuple[Aspect, ...]) -> bool:
    """Return whether every aspect is right."""
    return all(a.ok for a in aspects)


def report(**fields: Any) -> Report:
    """Return a refused answer's report with something in every field."""
    found = Difference(
        (2, 3), 2, 6, float("inf"), float("inf"), (Mismatch((0, 1), 1.0, float("-inf"), 1e-6),), (0.0, 1e6, 0.5)
    )
    error = ErrorDetail("ValueError", "no such axis", 3, ("line 3, in square: return x.sum(9)",), "Traceback ...")
    aspects = (
        Aspect("type", True),
        Aspect("values", False, "2 of 6 values differ.", "[[1. 2. 3.]]", "[[1. -inf 3.]]", found),
    )
    plain_fields: dict[str, Any] = {
        "exercise": "tensors/square", "verdict": Verdict.WRONG, "headline": "2 of 6 values differ",
        "cases": (
            CaseResult("a 2 x 3 array", Verdict.WRONG, aspects, inputs="x = ...", repro="x = nd.array([1.0])"),
            CaseResult("an odd axis", Verdict.ERROR, hidden=True, error=error),
        ),
        "diagnosis": (Diagnosis("cube", "That is the third power.", "A cube."),),
        "output": "hello\n", "error": error, "seconds": 0.25, "seed": 20811, "isolation": "landlock+seccomp",
    }  # fmt: skip
    return Report(**{**plain_fields, **fields})

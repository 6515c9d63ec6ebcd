"""Whether two answers behave alike, as far as the exercise judges: what it does not judge may differ."""

from __future__ import annotations

from mxtutor.content.model import Compare
from mxtutor.grading.diagnosis.evidence import Behaviour
from mxtutor.grading.judging.numeric import difference
from mxtutor.grading.judging.observations import Limits, differs, limits_of
from mxtutor.grading.judging.randomness import alike
from mxtutor.grading.protocol import ErrorDetail
from mxtutor.grading.results.decode import ProcessFailure
from mxtutor.grading.results.outcome import Outcome
from mxtutor.grading.results.values import MXNET_ARRAYS, SEQUENCES, Array, Value

FINEST = 1e-6
"""Smallest tolerance: two ways to the same mistake round differently, also where the exercise demands exact values."""


def judged_alike(compare: Compare, one: Behaviour, other: Behaviour) -> bool:
    """Return whether the judge accepts the results of one answer if those of the other one are the expected ones.

    A dtype, a changed argument and the object that a function returns count only where the exercise judges them.
    Answers with errors, and random results, are never alike here.
    """
    if isinstance(one, ProcessFailure) or isinstance(other, ProcessFailure):
        return False
    if one.error or other.error or compare.statistics is not None or len(one.cases) != len(other.cases):
        return False
    return all(_case(compare, a, b) for a, b in zip(one.cases, other.cases, strict=True))


def _case(compare: Compare, a: Outcome | ErrorDetail, b: Outcome | ErrorDetail) -> bool:
    if isinstance(a, ErrorDetail) or isinstance(b, ErrorDetail):
        return False
    if compare.type != "none" and not alike_values(compare, a.value, b.value):
        return False
    if compare.alias != "any" and a.alias != b.alias:
        return False
    if compare.inputs != "any" and not _inputs(compare, a, b):
        return False
    return set(a.observed) == set(b.observed) and all(
        alike_observed(compare, name, a.observed[name], b.observed[name]) for name in a.observed
    )


def _inputs(compare: Compare, a: Outcome, b: Outcome) -> bool:
    same_names = set(a.inputs) == set(b.inputs)
    return same_names and all(_array(compare, a.inputs[name], b.inputs[name]) for name in a.inputs)


def alike_values(compare: Compare, a: Value, b: Value) -> bool:
    """Return whether two results are the same, as far as the exercise judges results."""
    if a.array is not None and b.array is not None:
        same_kind = a.kind is b.kind or (a.kind in MXNET_ARRAYS and b.kind in MXNET_ARRAYS)
        return same_kind and a.context == b.context and _array(compare, a.array, b.array)
    if a.kind in SEQUENCES and b.kind in SEQUENCES:
        same_length = len(a.items) == len(b.items)
        return same_length and all(alike_values(compare, x, y) for x, y in zip(a.items, b.items, strict=True))
    limits = Limits(max(compare.rtol, FINEST), max(compare.atol, FINEST), dtype="kind")
    return a.array is b.array is None and differs(limits, a, b, "") is None


def _array(compare: Compare, a: Array, b: Array) -> bool:
    one_number = compare.shape == "scalar" and a.size == b.size == 1
    if (a.shape != b.shape and not one_number) or (compare.dtype == "exact" and a.dtype != b.dtype):
        return False
    return difference(a, b.reshape(a.shape), max(compare.rtol, FINEST), max(compare.atol, FINEST)) is None


def alike_observed(compare: Compare, name: str, a: Value, b: Value) -> bool:
    """Return whether two observations of this name are the same, as far as the exercise judges them."""
    wanted = compare.observe.get(name)
    if wanted is None:
        return True  # it is not judged
    if wanted.test:
        return alike(wanted.test, a, b)
    return differs(limits_of(compare, wanted, a, FINEST), a, b, "") is None

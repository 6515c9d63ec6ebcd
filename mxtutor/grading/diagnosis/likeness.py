"""Whether two answers behave alike: in all respects, in what the exercise judges, or in a part of that."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from mxtutor.content.model import Compare, Mistake
from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.diagnosis.evidence import RefusedAnswer
from mxtutor.grading.judging.numeric import difference, ks_distance
from mxtutor.grading.judging.observations import Limits, differs, fault_of_observation, limits_of
from mxtutor.grading.judging.randomness import alike
from mxtutor.grading.judging.statistical import MANY
from mxtutor.grading.protocol import ErrorDetail, Verdict
from mxtutor.grading.recipes import array_of
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.values import MXNET_ARRAYS, SEQUENCES, Array, Outcome, Value, ValueKind

FINEST = 1e-6
"""Smallest tolerance: two ways to the same mistake round differently, also where the exercise demands exact values."""


def behaves_alike(compare: Compare, one: Result, other: Result) -> bool:
    """Return whether two answers behave alike on every case: same results and effects, or same error."""
    a, b = one.failure, other.failure
    if a is not None or b is not None:
        if a is None or b is None or a.verdict is Verdict.TIMEOUT:  # on a busy machine, any answer can run out of time
            return False
        return (a.verdict, a.reason, a.code) == (b.verdict, b.reason, b.code)
    if one.error or other.error:
        return one.error is not None and other.error is not None and _same_error(one.error, other.error)
    if len(one.cases) != len(other.cases):
        return False
    return all(_same_case(compare, a, b) for a, b in zip(one.cases, other.cases, strict=True))


def _same_case(compare: Compare, a: Outcome | ErrorDetail, b: Outcome | ErrorDetail) -> bool:
    if isinstance(a, ErrorDetail) or isinstance(b, ErrorDetail):
        return isinstance(a, ErrorDetail) and isinstance(b, ErrorDetail) and _same_error(a, b)
    if not _same_value(compare, a.value, b.value) or a.alias != b.alias or set(a.inputs) != set(b.inputs):
        return False
    if any(not _same_array(compare, a.inputs[name], b.inputs[name]) for name in a.inputs):
        return False
    if set(a.observed) != set(b.observed):
        return False
    return _repeats(a) == _repeats(b) and all(
        _same_observed(compare, n, a.observed[n], b.observed[n]) for n in a.observed
    )


def _same_observed(compare: Compare, name: str, a: Value, b: Value) -> bool:
    """Compare observations; those that a test judges are random, so they are alike if they have the same fault.

    Numbers beside random draws are measures of these draws, so they have the allowed error of the observation.
    """
    wanted = compare.observe.get(name)
    if wanted is None:
        return _same_value(compare, a, b)
    if wanted.test:
        return alike(wanted.test, a, b)
    rtol = compare.rtol if wanted.rtol is None else wanted.rtol
    if rtol and a.items and len(a.items) == len(b.items) and any(o.test == "normal" for o in compare.observe.values()):
        pairs = list(zip(a.items, b.items, strict=True))
        if all(_is_fraction(x) and _is_fraction(y) for x, y in pairs):
            return all(math.isclose(float(x.plain), float(y.plain), rel_tol=rtol) for x, y in pairs)
    return _same_value(compare, a, b, wanted.share)


def _repeats(outcome: Outcome) -> tuple[bool, bool] | None:
    """Return whether a second call drew the same, and whether the same seed repeated the first draw."""
    first = outcome.value.array
    if outcome.again is None or outcome.reseeded is None or first is None:
        return None
    again, back = outcome.again.array, outcome.reseeded.array
    if again is None or back is None:
        return None
    large = first.size >= MANY  # small draws agree by chance
    return large and again.tobytes() == first.tobytes(), back.tobytes() == first.tobytes()


def _same_value(compare: Compare, a: Value, b: Value, share: float = 1.0) -> bool:
    """Compare values; `share` of the elements of each array must agree, as where a result is judged."""
    if _is_fraction(a) and _is_fraction(b):  # `float(x)` and `x.asscalar()` are the same result
        return _same_fraction(a, b, compare.rtol)
    if a.array is not None and b.array is not None:
        same_kind = a.kind is b.kind or (a.kind in MXNET_ARRAYS and b.kind in MXNET_ARRAYS)
        return same_kind and a.context == b.context and _same_array(compare, a.array, b.array, share)
    if a.kind != b.kind or a.type != b.type or len(a.items) != len(b.items) or a.keys != b.keys:
        return False
    return bool(a.plain == b.plain) and all(
        _same_value(compare, x, y, share) for x, y in zip(a.items, b.items, strict=True)
    )


def _same_fraction(a: Value, b: Value, rtol: float) -> bool:
    one, other = float(a.plain), float(b.plain)
    return math.isclose(one, other, rel_tol=max(rtol, 1e-6)) or (math.isnan(one) and math.isnan(other))


def _is_fraction(value: Value) -> bool:
    return value.kind is ValueKind.FLOAT or (value.kind is ValueKind.NUMPY_SCALAR and "float" in value.type)


def _same_array(compare: Compare, a: Array, b: Array, share: float = 1.0) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if compare.statistics is None:
        found = difference(a, b, max(compare.rtol, 1e-6), max(compare.atol, 1e-6))
        return found is None or found.differing <= (1 - share) * found.total
    if a.size < MANY or a.ndim == 0:
        return True
    rows = zip(a.reshape(-1, a.shape[-1]), b.reshape(-1, b.shape[-1]), strict=True)
    return all(ks_distance(x, y) <= compare.statistics.ks for x, y in rows)


_VARIABLE = re.compile(
    r"(?<=operator )\w+?\d+_+(?=\w)|(?<=node )\w+?\d+_+(?=\w)|0x[0-9a-fA-F]+|\b\d+(\.\d+)?(e-?\d+)?\b"
)


def _same_error(a: ErrorDetail, b: ErrorDetail) -> bool:
    """Return whether two errors are the same except for numbers, addresses and the names of Blocks before an operator."""
    return a.type == b.type and _VARIABLE.sub("#", a.text) == _VARIABLE.sub("#", b.text)


def judged_alike(compare: Compare, one: Result, other: Result) -> bool:
    """Return whether the judge accepts the results of one answer if those of the other one are the expected ones.

    A dtype, a changed argument and the object that a function returns count only where the exercise judges them.
    Answers with errors, and random results, are never alike here.
    """
    if one.failure is not None or other.failure is not None:
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
        if compare.type.startswith("python_") and a.kind is not b.kind:  # a tuple is expected and one is a list
            return False
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


Part = tuple[str, str, int]
"""A part of an outcome that is judged on its own: its kind, its name, and its place in a list or -1."""

_RIGHT = re.compile(
    r"^(?:[^.:]*? (?:is|are) right(?: now)?|Your result has the right \w+)(?:\.|, (?:but|and)) (?!(?:it|in) )",
    re.IGNORECASE,
)
"""The beginning of a message that says what is right if the answer has no other mistake."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A part of the outcomes of one case."""

    own: bool
    """The answer does not have the expected result there."""
    wrong: bool
    """The known mistake does not have it."""
    same: bool
    """The answer has what the known mistake has."""


@dataclass(frozen=True, slots=True)
class Common:
    """What an answer has in common with a known mistake."""

    wrong: int
    """How many parts both get wrong alike: all that the known mistake gets wrong."""
    others: bool
    """The answer gets more wrong."""


def with_other_mistakes(refused: RefusedAnswer) -> Mistake | None:
    """Return the known mistake that is a part of an answer's mistakes; None if there are several, because none is certain then.

    Its message tells that there is another mistake, if one shows.
    """
    found: dict[str, Common] = {}
    mistakes: dict[str, Mistake] = {}
    for mistake in refused.known_mistakes:
        common = _in_common(refused, refused.known[mistake.code])
        name = mistake.name or mistake.code
        if common and (name not in found or common.wrong > found[name].wrong):
            found[name], mistakes[name] = common, mistake
    most = max((common.wrong for common in found.values()), default=0)
    names = [name for name, common in found.items() if common.wrong == most]
    if len(names) != 1:
        return None
    mistake = mistakes[names[0]]
    return replace(mistake, message=beside_others(mistake.message)) if found[names[0]].others else mistake


def beside_others(message: str) -> str:
    """Return the message of a mistake for an answer that has others, too: without its statements about what is right."""
    rest = _RIGHT.sub("", message)
    return f"{rest[:1].upper()}{rest[1:]} The answer has another mistake, too."


def _in_common(refused: RefusedAnswer, other: Result) -> Common | None:
    """Compare an answer with a known mistake; None if it differs from it in a part that the mistake gets wrong."""
    own = refused.result
    if own.failure or other.failure or own.error or other.error:
        return None
    if not len(own.cases) == len(other.cases) == len(refused.expected) == len(refused.drawn):
        return None
    parts: defaultdict[Part, list[Compared]] = defaultdict(list)
    for case, expected, a, b in zip(refused.drawn, refused.expected, own.cases, other.cases, strict=True):
        if isinstance(a, ErrorDetail) or isinstance(b, ErrorDetail):
            return None
        for part, compared in _parts(refused.exercise.compare, case, expected, a, b):
            parts[part].append(compared)
    wrong = [cases for cases in parts.values() if any(one.wrong for one in cases)]
    if not wrong or not all(one.same for cases in wrong for one in cases):
        return None
    return Common(len(wrong), any(one.own and not one.wrong for cases in parts.values() for one in cases))


def _parts(
    compare: Compare, case: DrawnCase, expected: Outcome, own: Outcome, other: Outcome
) -> Iterator[tuple[Part, Compared]]:
    if compare.type != "none" and compare.statistics is None:
        limits = Limits(compare.rtol, compare.atol, dtype="exact" if compare.dtype == "exact" else "any")
        for place, (want, a, b) in _items(expected.value, own.value, other.value):
            own_wrong, wrong = (differs(limits, want, value, "") is not None for value in (a, b))
            yield ("value", "", place), Compared(own_wrong, wrong, alike_values(compare, a, b))
    if compare.inputs == "unchanged":
        for name, recipe in case.inputs.items():
            before = array_of(recipe)
            if before is not None and name in own.inputs and name in other.inputs:
                own_wrong, wrong = (_changed(before, outcome.inputs[name]) for outcome in (own, other))
                yield ("input", name, -1), Compared(own_wrong, wrong, own_wrong == wrong)
    for name, wanted in compare.observe.items():
        if name not in expected.observed or name not in own.observed or name not in other.observed:
            continue
        whole, a, b = expected.observed[name], own.observed[name], other.observed[name]
        if wanted.test or wanted.least or wanted.most:
            own_wrong, wrong = (fault_of_observation(compare, wanted, whole, value) is not None for value in (a, b))
            same = own_wrong == wrong and alike_observed(compare, name, a, b)
            yield ("observed", name, -1), Compared(own_wrong, wrong, same)
            continue
        for place, (want, x, y) in _items(whole, a, b):
            limits = limits_of(compare, wanted, whole)
            own_wrong, wrong = (differs(limits, want, value, "") is not None for value in (x, y))
            same = differs(limits_of(compare, wanted, b, FINEST), y, x, "") is None
            yield ("observed", name, place), Compared(own_wrong, wrong, same)


def _items(want: Value, own: Value, other: Value) -> Iterator[tuple[int, tuple[Value, Value, Value]]]:
    """Yield the items of three lists of one length with their places; else the values themselves."""
    three = want, own, other
    if all(value.kind in SEQUENCES for value in three) and len({len(value.items) for value in three}) == 1:
        yield from enumerate(zip(want.items, own.items, other.items, strict=True))
    else:
        yield -1, three


def _changed(before: Array, after: Array) -> bool:
    return before.shape != after.shape or before.tobytes() != np.ascontiguousarray(after).tobytes()

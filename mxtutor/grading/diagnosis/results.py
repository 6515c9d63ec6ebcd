"""Finds mistakes by the type, shape or dtype of a result, and by the effects of the call on its arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.diagnosis.entry_rules import nothing_returned
from mxtutor.grading.diagnosis.evidence import Finding, Refused
from mxtutor.grading.protocol import Aspect, AspectKind, ErrorDetail, Verdict
from mxtutor.grading.recipes import array_of
from mxtutor.grading.results.decode import Completed
from mxtutor.grading.results.outcome import Outcome, reference_array
from mxtutor.grading.results.values import MXNET_ARRAYS, NUMBERS, SEQUENCES, Array, Value, ValueKind, type_name

ARRAY_WANTED = ("mxnet", "mxnet_list", "mxnet_pair")
_WANTED = {
    "mxnet": "an MXNet array", "mxnet_list": "a list of MXNet arrays", "mxnet_pair": "a pair of MXNet arrays", "numpy": "a NumPy array",
    "python_tuple": "a tuple of plain values", "python_list": "a list of plain values", "python_int": "a Python int",
    "python_float": "a plain number", "python_bool": "a bool", "dtype": "a dtype", "context": "a Context", "context_list": "a list of Contexts",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pair:
    """The expected and the actual result of one failing case."""

    case: DrawnCase
    expected: Outcome
    got: Outcome
    failing: Aspect
    """The first aspect that is not right."""

    @property
    def kind(self) -> AspectKind | None:
        """What was judged."""
        return self.failing.kind

    @property
    def observed(self) -> bool:
        """Whether an observer saw it, beside the result."""
        return self.kind is AspectKind.OBSERVATION


def failing_pairs(refused: Refused) -> list[Pair]:
    """Return the failing cases that returned a value, with the expected one; empty if it is unknown."""
    behaviour = refused.behaviour
    if not isinstance(behaviour, Completed) or len(refused.expected) < len(refused.cases):
        return []
    pairs = []
    for judged, drawn, expected, got in zip(
        refused.cases, refused.drawn, refused.expected, behaviour.cases, strict=False
    ):
        if judged.verdict is Verdict.WRONG and not isinstance(got, ErrorDetail):
            pairs.append(Pair(drawn, expected, got, next(a for a in judged.aspects if not a.ok)))
    return pairs


def by_type(refused: Refused, pairs: list[Pair]) -> Finding | None:
    """Return the mistake in the kind of the result; None if its kind is right."""
    if not pairs:
        return None
    first = pairs[0]
    got = first.got.value
    if first.observed:
        seen = first.got.observed.get(first.failing.aspect)
        asked = first.expected.observed.get(first.failing.aspect)
        if asked and asked.kind is ValueKind.STR and seen and seen.kind is ValueKind.NONE:  # a class's name
            return nothing_returned(refused)
        return _devices(first.failing.aspect, seen) or _initialised(first.failing.aspect)
    if first.kind is AspectKind.LENGTH:
        wanted, actual = len(first.expected.value.items), len(got.items)
        return Finding(
            "length",
            f"The result has {actual} items, not {wanted}.",
            f"{wanted} arrays are asked for, and the result has {actual}.",
        )
    if first.kind is not AspectKind.TYPE:
        return None
    if got.kind is ValueKind.NONE:
        return nothing_returned(refused)
    return _kind(refused.exercise.compare.type, refused.exercise.entry, _inner(refused.exercise.compare.type, got))


MIXED = "mixed"
"""Name of the observation with the contexts of the inputs, for each operator whose inputs have different contexts."""


def _devices(name: str, seen: Value | None) -> Finding | None:
    """Find an operator that got arrays from two devices."""
    if name != MIXED or seen is None or not seen.items or len(seen.items[0].items) < 2:
        return None
    places = " and ".join(str(place.plain) for place in seen.items[0].items)
    return Finding("devices-mixed", f"An operator gets arrays from two devices, {places}.",
        "GPUs refuse an operator whose arrays are on two devices: bring all of them, labels and weights as well, to one context first.")  # fmt: skip


INITIALISED = "initialised"
"""Name of the observation with the number of initialised Parameters of a Block that must have none."""


def _initialised(name: str) -> Finding | None:
    """Find a Block that its maker has initialised."""
    if name != INITIALISED:
        return None
    return Finding("initialised-early", "The function initialises the Block that it returns.",
        "The caller initialises the Block, because the caller chooses the initializer and the context: leave `initialize` out.")  # fmt: skip


def _inner(wanted: str, got: Value) -> Value:
    """Return the first item of the wrong kind in a sequence; the value itself if it is not the expected sequence."""
    if wanted in ("mxnet_list", "mxnet_pair", "python_tuple", "python_list") and got.kind in SEQUENCES:
        fits = MXNET_ARRAYS if wanted.startswith("mxnet") else (*NUMBERS, ValueKind.STR)
        return next((i for i in got.items if i.kind not in fits), got)
    return got


def _kind(wanted: str, entry: str, got: Value) -> Finding:
    asked, actual = _WANTED.get(wanted, "another type"), type_name(got)
    arrays = wanted in ARRAY_WANTED
    if arrays and got.kind is ValueKind.NUMPY:
        return Finding("numpy-result", "The result is a NumPy array, not an MXNet array.",
            "The result is a NumPy array: leave out `asnumpy()`, or wrap it in `nd.array(...)`.")  # fmt: skip
    if wanted == "mxnet" and got.kind in SEQUENCES:
        return Finding("sequence-result", f"The result is {actual}, not one array.",
            f"One array is asked for, and `{entry}` returns {actual}: return its element, or join its items to one array.")  # fmt: skip
    if arrays and got.kind in NUMBERS:
        return Finding("number-result", "The result is a plain number, not an MXNet array.",
            f"`{entry}` must return an MXNet array: leave out `asscalar()`, `float(...)` and loops over numbers.")  # fmt: skip
    if got.kind in MXNET_ARRAYS and wanted in ("python_int", "python_float", "python_bool"):
        return Finding("array-result", f"The result is an MXNet array, not {asked}.",
            f"`{entry}` must return {asked}: `asscalar()` makes one of an array with one element.")  # fmt: skip
    if got.kind in MXNET_ARRAYS and wanted == "numpy":
        return Finding(
            "not-converted", "The result is still an MXNet array.", "A NumPy array is asked for: `asnumpy()` makes one."
        )
    if "function" in got.type or "method" in got.type:
        return Finding(
            "result-not-called",
            "The result is a function or a method, not its value.",
            f"`{entry}` returns a function: call it, with parentheses.",
        )
    if "generator" in got.type or got.type.endswith(("map", "filter", "zip", "range_iterator")):
        return Finding(
            "generator-result",
            "The result is a generator, not the values.",
            f"`{entry}` must return the values themselves: {asked}. Collect them in a list first.",
        )
    if "Parameter" in got.type:
        return Finding(
            "parameter-result",
            "The result is a Parameter, not its array.",
            "A Parameter holds an array: `p.data()` is its array, `p.grad()` its gradient.",
        )
    return Finding(
        "result-type", f"The result is {actual}, not {asked}.", f"`{entry}` must return {asked}, and returns {actual}."
    )


def by_dtype(pairs: list[Pair]) -> Finding | None:
    """Return the mistake in the dtype of the result, if the dtype is the first wrong aspect."""
    found = {d for p in pairs if _is_of_dtype(p) for d in _dtypes(p)}
    if not found or not all(_is_of_dtype(p) for p in pairs):
        return None
    (wanted, actual), *more = sorted(found)
    if more and len({c for _, c in found}) > 1:
        return Finding(
            "dtype",
            "The result has another dtype than the input asks for.",
            "The dtype of the result must be that of PyTorch's; look at what creates or casts an array.",
        )
    text = f"{'An array' if pairs[0].observed else 'The result'} has dtype {actual}, not {wanted}."
    if more:
        return Finding(
            "dtype-fixed",
            f"The result has dtype {actual} for every dtype of the input.",
            f"The result must keep the dtype of the input, and it always has {actual}.",
        )
    if actual == "float64":
        return Finding(
            "dtype", text, f"{text} float64 is NumPy's default: convert with `astype`, or make the array with `dtype=`."
        )
    if actual.startswith(("int", "uint")) and wanted.startswith("float"):
        return Finding("dtype", text, f"{text} Integers stay integers in MXNet: convert before you compute.")
    return Finding("dtype", text, f"{text} MXNet makes float32 by default; `astype` or `dtype=` changes it.")


def _is_of_dtype(pair: Pair) -> bool:
    """Return whether the dtype is wrong: of the result, or of an array that an observer saw."""
    seen = pair.observed and re.search(r"\bdtype \w+ expected", pair.failing.message) is not None
    return pair.kind is AspectKind.DTYPE or seen


def _dtypes(pair: Pair) -> Iterator[tuple[str, str]]:
    for want, got in arrays_of(pair):
        if want.dtype != got.dtype:
            yield str(want.dtype), str(got.dtype)


def arrays_of(pair: Pair) -> list[tuple[Array, Array]]:
    """Return pairs of expected and actual arrays, one per array of the result; plain numbers count as arrays."""
    want, got = pair.expected.value, pair.got.value
    if pair.observed:
        name = pair.failing.aspect
        want, got = pair.expected.observed[name], pair.got.observed.get(name, Value(ValueKind.NONE))
        if want.array is None and not any(i.array is not None for i in want.items):
            return []  # counts and names of an observer follow no rule of arithmetic
    return list(_zipped(want, got))


def _zipped(want: Value, got: Value) -> Iterator[tuple[Array, Array]]:
    if want.items or got.items:
        if len(want.items) == len(got.items):
            for one, other in zip(want.items, got.items, strict=True):
                yield from _zipped(one, other)
        return
    left, right = _array(want), _array(got)
    if left is not None and right is not None:
        yield left, right


def _array(value: Value) -> Array | None:
    if value.array is not None:
        return reference_array(value)
    return np.array(value.number, np.float32) if value.number is not None else None


def by_effect(refused: Refused, pairs: list[Pair]) -> Finding | None:
    """Return a forbidden effect of the call on its arguments."""
    kinds = {p.kind for p in pairs}
    if (
        kinds <= {AspectKind.INPUTS, AspectKind.ALIAS}
        and AspectKind.INPUTS in kinds
        and refused.exercise.compare.inputs == "unchanged"
    ):
        changed = next((n for p in pairs if p.kind is AspectKind.INPUTS for n, a in _changed(p)), "")
        if not changed:  # the state of the program, or a setting: the headline names it
            return None
        view = re.search(rf"= {changed}(?:\[:\]|\.\w+_ndarray\(\)|\.detach\(\)|\.reshape\()", refused.code)
        shares = (
            f" `{view[0][2:].replace('reshape(', 'reshape(...)')}` shares the memory, `copy()` does not."
            if view
            else ""
        )
        return Finding("input-overwritten", f"The argument `{changed}` is overwritten.",
            f"`{changed}` must keep its contents: `x[:] = ...`, `x += ...` and `out=x` write into the caller's array; make a new one.{shares}")  # fmt: skip
    if kinds == {AspectKind.ALIAS} and refused.exercise.compare.alias == "fresh":
        shared = next((", ".join(p.got.alias or ()) for p in pairs), "") or "an argument"
        return Finding("shared-memory", f"The result shares its memory with `{shared}`.",
            f"Writing to the result changes `{shared}`: the result must be an array of its own.")  # fmt: skip
    kept = next((p.failing.aspect for p in pairs if p.observed), "")
    if kept and all(_is_kept(p, kept) for p in pairs):
        return Finding("argument-unchanged", f"The argument `{kept}` is as it was before the call.",
            f"`{kept}` must change in place: `x = x - ...` and a copy are new arrays. Write `x[:] = ...` or `x -= ...`.")  # fmt: skip
    return None


def _is_kept(pair: Pair, name: str) -> bool:
    """Return whether an argument that must change has the same values before and after the call."""
    before = array_of(pair.case.inputs.get(name))
    seen, wanted = pair.got.observed.get(name), pair.expected.observed.get(name)
    if before is None or seen is None or seen.array is None or wanted is None or wanted.array is None:
        return False
    return np.array_equal(seen.array, before) and not np.array_equal(reference_array(wanted), before)


def _changed(pair: Pair) -> Iterator[tuple[str, Array]]:
    for name, recipe in pair.case.inputs.items():
        after = pair.got.inputs.get(name)
        if recipe["is"] == "array" and (
            after is None
            or after.shape != recipe["array"].shape
            or not np.array_equal(after, recipe["array"], equal_nan=after.dtype.kind == "f")
        ):
            yield name, recipe["array"]

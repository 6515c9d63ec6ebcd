"""Mistakes that a result proves: type, shape, dtype, a relation to the right values, effects on the arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.diagnosis import mistake_names
from mxtutor.grading.diagnosis.errors import by_error
from mxtutor.grading.diagnosis.evidence import UNNAMED, Finding, RefusedAnswer
from mxtutor.grading.diagnosis.forms import nothing_returned
from mxtutor.grading.judging.result import SHARED
from mxtutor.grading.protocol import Aspect, AspectKind, ErrorDetail, Verdict
from mxtutor.grading.recipes import array_of, value_of
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.values import (
    MXNET_ARRAYS,
    NUMBERS,
    SEQUENCES,
    Array,
    Outcome,
    Value,
    ValueKind,
    reference_array,
    type_name,
)

ARRAY_WANTED = ("array", "array_list", "array_pair")
_WANTED = {
    "array": "an MXNet array", "array_list": "a list of MXNet arrays", "array_pair": "a pair of MXNet arrays", "numpy": "a NumPy array",
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
        return self.failing.kind

    @property
    def observed(self) -> bool:
        """Whether an observer saw it, beside the result."""
        return self.kind is AspectKind.OBSERVATION


def failing_pairs(refused: RefusedAnswer) -> list[Pair]:
    """Return the failing cases that returned a value, with the expected one; empty if it is unknown."""
    if refused.result.failure is not None or len(refused.expected) < len(refused.cases):
        return []
    pairs = []
    for judged, drawn, expected, got in zip(
        refused.cases, refused.drawn, refused.expected, refused.result.cases, strict=False
    ):
        if judged.verdict is Verdict.WRONG and not isinstance(got, ErrorDetail):
            pairs.append(Pair(drawn, expected, got, next(a for a in judged.aspects if not a.ok)))
    return pairs


def by_type(refused: RefusedAnswer, pairs: list[Pair]) -> Finding | None:
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
        return Finding("length", f"The result has {actual} items, not {wanted}.",
            f"{wanted} arrays are asked for, and the result has {actual}.")  # fmt: skip
    if first.kind is not AspectKind.TYPE:
        return None
    if got.kind is ValueKind.NONE:
        return nothing_returned(refused)
    kind, odd = refused.exercise.compare.type, _inner(refused.exercise.compare.type, got)
    if kind == f"python_{odd.kind.value}":  # a float instead of an int in a tuple, which the verdict says
        return None
    return _kind(kind, refused.exercise.entry, odd)


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
    if wanted in ("array_list", "array_pair", "python_tuple", "python_list") and got.kind in SEQUENCES:
        plain = (ValueKind.BOOL, ValueKind.INT, ValueKind.FLOAT, ValueKind.STR)
        fits = MXNET_ARRAYS if wanted.startswith("array") else plain
        return next((i for i in got.items if i.kind not in fits), got)
    return got


def _kind(wanted: str, entry: str, got: Value) -> Finding:
    asked, actual = _WANTED.get(wanted, "another type"), type_name(got)
    arrays = wanted in ARRAY_WANTED
    if arrays and got.kind is ValueKind.NUMPY:
        return Finding("numpy-result", "The result is a NumPy array, not an MXNet array.",
            "The result is a NumPy array: leave out `asnumpy()`, or wrap it in `nd.array(...)`.")  # fmt: skip
    if wanted == "array" and got.kind in SEQUENCES:
        return Finding("sequence-result", f"The result is {actual}, not one array.",
            f"One array is asked for, and `{entry}` returns {actual}: return its element, or join its items to one array.")  # fmt: skip
    if arrays and got.kind in NUMBERS:
        return Finding("number-result", "The result is a plain number, not an MXNet array.",
            f"`{entry}` must return an MXNet array: leave out `asscalar()`, `float(...)` and loops over numbers.")  # fmt: skip
    if got.kind in MXNET_ARRAYS and wanted in ("python_int", "python_float", "python_bool"):
        return Finding("array-result", f"The result is an MXNet array, not {asked}.",
            f"`{entry}` must return {asked}: `asscalar()` makes one of an array with one element.")  # fmt: skip
    if got.kind in MXNET_ARRAYS and wanted == "numpy":
        return Finding("not-converted", "The result is still an MXNet array.",
            "A NumPy array is asked for: `asnumpy()` makes one.")  # fmt: skip
    if got.kind is ValueKind.NUMPY_SCALAR and wanted in ("python_tuple", "python_list"):
        return Finding("numpy-items", "The result contains numbers of NumPy.",
            f"`{entry}` must return {asked}, and contains {actual}: `int(...)` and `float(...)` make plain numbers.")  # fmt: skip
    return Finding("result-type", f"The result is {actual}, not {asked}.",
        f"`{entry}` must return {asked}, and returns {actual}.")  # fmt: skip


def by_dtype(pairs: list[Pair]) -> Finding | None:
    """Return the mistake in the dtype of the result, if the dtype is the first wrong aspect."""
    found = {d for p in pairs if _is_of_dtype(p) for d in _dtypes(p)}
    if not found or not all(_is_of_dtype(p) for p in pairs):
        return None
    (wanted, actual), *more = sorted(found)
    if more and len({c for _, c in found}) > 1:
        return Finding("dtype", "The result has another dtype than the input asks for.",
            "The dtype of the result must be that of PyTorch's; look at what creates or casts an array.")  # fmt: skip
    text = f"{'An array' if pairs[0].observed else 'The result'} has dtype {actual}, not {wanted}."
    if more:
        return Finding("dtype-fixed", f"The result has dtype {actual} for every dtype of the input.",
            f"The result must keep the dtype of the input, and it always has {actual}.")  # fmt: skip
    if actual == "float64":
        return Finding("dtype", text,
            f"{text} float64 is NumPy's default: convert with `astype`, or make the array with `dtype=`.")  # fmt: skip
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
    if value.kind is ValueKind.INT and isinstance(value.plain, int) and abs(value.plain) < 2**53:
        return np.array(value.plain, np.int64)
    return np.array(value.number, np.float32) if value.number is not None else None


def by_later(refused: RefusedAnswer, pairs: list[Pair]) -> Finding | None:
    """Return why only a second call is wrong; if that is not known, a finding without a name, as first results are right."""
    if {p.kind for p in pairs} != {AspectKind.LATER}:
        return None
    later = refused.result.later
    if isinstance(later, Outcome) and any(change.kind == SHARED for change in later.changes):
        return Finding("result-kept", "What an earlier call returned is returned again.",
            "Two callers get one array: what one of them writes changes the other's. Make a new one in each call.")  # fmt: skip
    return UNNAMED


def by_gradient(refused: RefusedAnswer, pairs: list[Pair]) -> Finding | None:
    """Return why only a gradient is wrong; if that is not known, a finding without a name, as the results are right."""
    if {p.kind for p in pairs} != {AspectKind.GRADIENT}:
        return None
    if error := next((one for one in refused.result.gradients if isinstance(one, ErrorDetail)), None):
        return by_error(replace(refused, result=Result(error=error))) or UNNAMED
    failed = (a.difference for case in refused.cases for a in case.aspects if not a.ok)
    if any(one is None or any(worst.got for worst in one.worst) for one in failed):
        return UNNAMED
    return Finding("gradient-cut", "The result, or a part of it, is not computed from the arguments in the graph.",
        "`asnumpy`, `asscalar`, Python's numbers, `detach` and writing into a new array all leave the graph: "
        "compute the result with operators of MXNet on the arguments themselves.")  # fmt: skip


def by_effect(refused: RefusedAnswer, pairs: list[Pair]) -> Finding | None:
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


RTOL, ATOL = 2e-4, 1e-5
Listed = Sequence[tuple[Pair, Array, Array]]


def same(a: Array, b: Array) -> bool:
    """Return whether two arrays have the same shape and, up to rounding, the same values."""
    if a.shape != b.shape:
        return False
    scale = float(np.max(np.abs(a), initial=0, where=np.isfinite(a)))
    return bool(np.allclose(b, a, rtol=RTOL, atol=ATOL * max(scale, 1e-30), equal_nan=True))


Change = Callable[[Array], Array]


@dataclass(frozen=True, slots=True)
class Transform:
    """A mistake whose result is `change` of the right result."""

    code: str
    message: str
    change: Change
    counts: bool = False
    """Whether it is a mistake of counts and indices: the right result is integers."""
    name: str = ""
    """The mistake in one sentence; empty if it is that of `mistakes.txt`."""


def _softmax(a: Array) -> Array:
    e = np.exp(a - a.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True))


def _sigmoid(a: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-a)))


DONE: tuple[Transform, ...] = (
    Transform("absolute", "The values are right except for their sign: an absolute value, a square or a norm loses it.", np.abs),
    Transform("negated", "Every value has the opposite sign: look at a minus sign and at the order of a difference.", lambda a: -a),
    Transform("transposed", "Rows and columns of the result are exchanged: look at a transpose, and at the order of sizes and axes.", lambda a: a.T),
    Transform("axes-exchanged", "Each matrix or image of the result lies on its side: a transpose without axes reverses all of them; name the order of the axes.", lambda a: a.swapaxes(-1, -2)),
    Transform("first-axes-exchanged", "The values are right, and the first two axes have changed places: look at the axis of a stack, and at (time, batch) or (batch, time).", lambda a: a.swapaxes(0, 1)),
    Transform("reversed", "The values are right and in reverse order: look at the direction of a loop or a sort.", lambda a: a[::-1]),
    Transform("reversed", "The values of each row are right and in reverse order.", lambda a: a[..., ::-1], name="The last axis of the result is in reverse order."),
    Transform("off-by-one", "Every value is one too large: look at the start of a count.", lambda a: a + 1, counts=True, name="The result is one too large."),
    Transform("off-by-one", "Every value is one too small: look at the start of a count.", lambda a: a - 1, counts=True, name="The result is one too small."),
)  # fmt: skip
"""got == change(expected)."""

UNDONE: tuple[Transform, ...] = (
    Transform("relu-missing", "Negative values are left: the last activation is missing.", lambda a: np.maximum(a, 0)),
    Transform("softmax-missing", "The result consists of scores, not probabilities: the last step is missing.", _softmax),
    Transform("sigmoid-missing", "The result is the input of the missing activation.", _sigmoid),
    Transform("argmax-missing", "The position of the largest value of each row is asked for, not the values.", lambda a: a.argmax(axis=-1) if a.ndim > 1 else a),
)  # fmt: skip
"""expected == change(got)."""


LARGEST = 100_000
"""Largest number of elements for all comparisons."""
OF_VALUES = (AspectKind.SHAPE, AspectKind.VALUES, AspectKind.OBSERVATION)
"""Aspects of a result that other values can explain."""


def by_value(refused: RefusedAnswer, pairs: Sequence[Pair]) -> Finding | None:
    """Return a transform of the right values or shape that gives the wrong ones; None if no rule fits all cases."""
    if refused.exercise.compare.statistics is not None or not pairs or any(p.kind not in OF_VALUES for p in pairs):
        return None
    kept = [(p, want, got) for p in pairs for want, got in arrays_of(p)
        if want.size <= LARGEST and got.size <= LARGEST and want.dtype.kind in "fiub" and got.dtype.kind in "fiub"]  # fmt: skip
    integers = all(want.dtype.kind in "iu" for _, want, _ in kept)
    arrays = [(p, want.astype(np.float64), got.astype(np.float64)) for p, want, got in kept]
    arrays = [(p, want, got) for p, want, got in arrays if not same(want, got)]
    if not arrays or len({id(p) for p, _, _ in arrays}) < len(pairs):
        return None
    with np.errstate(all="ignore"):
        return _constant(arrays) or _transformed(arrays, integers=integers) or _layout(arrays)


def _conclusive(arrays: Listed) -> bool:
    """Return whether there are enough different numbers to exclude agreement by chance."""
    return sum(len(np.unique(want)) for _, want, _ in arrays) >= 4


def _constant(arrays: Listed) -> Finding | None:
    """Find a result of zeros, or of one number for every input."""
    if not _conclusive(arrays) or any(got.size < 2 for _, _, got in arrays):
        return None
    for name in arrays[0][0].case.inputs:
        numbers = [value_of(p.case.inputs.get(name)) for p, _, _ in arrays]
        if all(
            isinstance(n, (int, float)) and bool(((got == n) | np.isnan(got)).all())
            for n, (_, _, got) in zip(numbers, arrays, strict=True)
        ):
            return Finding("all-equal-parameter", f"Every value of the result is `{name}`.",
                f"Every value is `{name}` for all values of the other arguments: look at how they are compared or combined.")  # fmt: skip
    if all(not got.any() for _, _, got in arrays):
        return Finding("zeros", "The result is all zeros.",
            "The result is all zeros: nothing is written into it, an integer dtype cuts it, or a gradient was never computed.")  # fmt: skip
    if all(np.isnan(got).all() for _, _, got in arrays):
        return Finding("all-nan", "The result is all NaN.",
            "Every value is NaN: look for a logarithm or a root of a negative number, and for 0 / 0.")  # fmt: skip
    return None


def _transformed(arrays: Listed, *, integers: bool) -> Finding | None:
    if not _conclusive(arrays):
        return None
    for rules, forwards in ((DONE, True), (UNDONE, False)):
        for rule in rules:
            if rule.counts and not integers:
                continue
            if all(_fits(rule.change, *((want, got) if forwards else (got, want))) for _, want, got in arrays):
                return Finding(rule.code, rule.name or mistake_names()[rule.code], rule.message)
    return None


def _fits(change: Change, before: Array, after: Array) -> bool:
    try:
        made = np.asarray(change(before))
    except (ValueError, IndexError, np.AxisError):
        return False
    return same(made, after) and bool((np.isfinite(made) & (made != 0)).any())  # zeros prove no rule


def _layout(arrays: Listed) -> Finding | None:
    """Return the difference in shape of a result with the right elements in the right order; None for another one."""
    if not all(w.shape != g.shape and w.size == g.size and same(w.ravel(), g.ravel()) for _, w, g in arrays):
        return None
    _, want, got = arrays[0]
    message = f"The values are right; shape {want.shape} is asked for, and the result has {got.shape}."
    if all(got.ndim == 1 and sum(n > 1 for n in want.shape) > 1 for _, want, got in arrays):
        return Finding("flattened", "The result is flattened.", message)
    if any([n for n in want.shape if n != 1] != [n for n in got.shape if n != 1] for _, want, got in arrays):
        return Finding("other-shape", "The values are right and have another shape.", message)
    if all(got.ndim > want.ndim for _, want, got in arrays):
        return Finding("extra-dimension", "The result has a dimension of length 1 too many.",
            f"{message} A reduction, a slice or a stack keeps a dimension that must go.")  # fmt: skip
    if all(got.ndim < want.ndim for _, want, got in arrays):
        return Finding("lost-dimension", "The result lacks a dimension of length 1.",
            f"{message} A reduction or an index removes a dimension that must stay.")  # fmt: skip
    return Finding("other-shape", "The values are right and have another shape.", message)

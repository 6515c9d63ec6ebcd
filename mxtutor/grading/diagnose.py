"""Names the slip behind a refused answer: by its behaviour, by its error, by its syntax; silence beats a wrong name."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mxtutor.content.model import Compare, Exercise, Mistake
from mxtutor.grading.numeric import difference, ks_distance
from mxtutor.grading.outcome import Fell, Ran
from mxtutor.grading.protocol import CaseResult, Diagnosis, ErrorDetail
from mxtutor.grading.seen import Outcome
from mxtutor.grading.statistical import MANY
from mxtutor.grading.torch_names import TORCH_NAMES
from mxtutor.grading.values import Array, Value

Behaviour = Ran | Fell


@dataclass(frozen=True, slots=True)
class Refused:
    """A refused answer with all that is known about it."""

    exercise: Exercise
    source: str
    behaviour: Behaviour
    cases: tuple[CaseResult, ...] = ()


def diagnose(refused: Refused, slips: Mapping[str, Behaviour]) -> tuple[Diagnosis, ...]:
    """Return the slips that fit, the surest first, or nothing.

    `slips` holds the behaviour of the shipped wrong answers on the same inputs, by their mistakes' codes.
    """
    exercise = refused.exercise
    same = [
        m
        for m in exercise.mistakes
        if m.code in slips and behaves_alike(exercise.compare, refused.behaviour, slips[m.code])
    ]
    if same:
        return _named(same[:1])
    error = failure(refused.behaviour)
    if error is not None:
        told = f"{error.type}: {error.text}"
        by_error = [m for m in exercise.mistakes if any(re.search(p, told) for p in m.error)]
        by_call = [m for m in exercise.mistakes if set(m.calls) & set(calls(refused.source))]
        if found := (by_error or by_call):
            return _named(found[:1])
    general = _general(error, refused)
    return (general,) if general else ()


def _named(mistakes: Sequence[Mistake]) -> tuple[Diagnosis, ...]:
    return tuple(Diagnosis(m.code, m.message) for m in mistakes)


def failure(behaviour: Behaviour) -> ErrorDetail | None:
    """Return the exception that ended an answer, if one did."""
    if isinstance(behaviour, Fell):
        return None
    return behaviour.error or next((c for c in behaviour.cases if isinstance(c, ErrorDetail)), None)


def behaves_alike(compare: Compare, one: Behaviour, other: Behaviour) -> bool:
    """Tell whether two answers did the same on every case: results, effects, or the same error."""
    if isinstance(one, Fell) or isinstance(other, Fell):
        return isinstance(one, Fell) and isinstance(other, Fell) and one.headline == other.headline
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
    return _repeats(a) == _repeats(b) and all(_same_value(compare, a.observed[n], b.observed[n]) for n in a.observed)


def _repeats(outcome: Outcome) -> tuple[bool, bool] | None:
    """Return whether a second call drew the same, and whether the seed brought the first draw back."""
    first = outcome.value.array
    if outcome.again is None or outcome.reseeded is None or first is None:
        return None
    again, back = outcome.again.array, outcome.reseeded.array
    if again is None or back is None:
        return None
    large = first.size >= MANY  # small draws agree by chance
    return large and again.tobytes() == first.tobytes(), back.tobytes() == first.tobytes()


def _same_value(compare: Compare, a: Value, b: Value) -> bool:
    if a.array is not None and b.array is not None:
        families = {"nd": "mxnet", "np": "mxnet"}
        same_kind = families.get(a.kind, a.kind) == families.get(b.kind, b.kind)
        return same_kind and a.context == b.context and _same_array(compare, a.array, b.array)
    if a.kind != b.kind or a.type != b.type or len(a.items) != len(b.items) or a.keys != b.keys:
        return False
    if a.kind in ("float", "numpy_scalar"):
        one, other = float(a.plain), float(b.plain)
        return math.isclose(one, other, rel_tol=1e-6) or (math.isnan(one) and math.isnan(other))
    return bool(a.plain == b.plain) and all(_same_value(compare, x, y) for x, y in zip(a.items, b.items, strict=True))


def _same_array(compare: Compare, a: Array, b: Array) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if compare.statistics is None:
        return difference(a, b, max(compare.rtol, 1e-6), max(compare.atol, 1e-6)) is None
    if a.size < MANY or a.ndim == 0:
        return True
    rows = zip(a.reshape(-1, a.shape[-1]), b.reshape(-1, b.shape[-1]), strict=True)
    return all(ks_distance(x, y) <= compare.statistics.ks for x, y in rows)


_VARIABLE = re.compile(r"0x[0-9a-fA-F]+|\b\d+(\.\d+)?(e-?\d+)?\b")


def _same_error(a: ErrorDetail, b: ErrorDetail) -> bool:
    """Tell whether two errors are the same but for numbers and addresses."""
    return a.type == b.type and _VARIABLE.sub("#", a.text) == _VARIABLE.sub("#", b.text)


MAX_PARSED = 32 * 1024
"""Characters of a source that is parsed here: Python 3.10 dies of chains of 100,000 links, of two characters each."""


def calls(source: str) -> Iterator[str]:
    """Yield the dotted names that a source uses ("nd.acos"); nothing when it does not parse."""
    if len(source) > MAX_PARSED:
        return
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            parts, inner = [node.attr], node.value
            while isinstance(inner, ast.Attribute):
                parts.append(inner.attr)
                inner = inner.value
            if isinstance(inner, ast.Name):
                yield ".".join([inner.id, *reversed(parts)])


_NO_ATTRIBUTE = re.compile(r"(?:object|module '[\w.]+') has no attribute '?(\w+)'?")
_ERRORS: tuple[tuple[str, str, str], ...] = (
    (r"ModuleNotFoundError: No module named 'torch'|ImportError: .*torch|NameError: name 'torch'", "torch-import",
     "Answers run without PyTorch: write it in MXNet."),
    (r"can only accept MXNet numpy ndarrays, while received|type <class 'mxnet\.ndarray\.ndarray\.NDArray'> not supp",
     "nd-into-np",
     "An `mx.np` function got a legacy `NDArray`: go through `x.as_np_ndarray()`, or use the `mx.nd` function."),
    (r"which can only (accept|write to) legacy ndarrays, while received an MXNet numpy ndarray", "np-into-nd",
     "An `mx.nd` function got an `mx.np` array: go through `x.as_nd_ndarray()`, or stay in `mx.np`."),
    (r"unsupported operand type\(s\) for @: 'NDArray'", "matmul-operator",
     "A legacy `NDArray` has no `@`: use `nd.dot` for matrices and `nd.batch_dot` for batches."),
    (r"Cannot find argument '(dim|keepdim|device|diagonal|min|max|p)'", "torch-argument",
     "That is PyTorch's name of the argument; MXNet says `axis`, `keepdims`, `ctx`, `k`, `a_min`, `a_max`, `ord`."),
    (r"Invalid context string", "shape-as-arguments",
     "The shape is one tuple, as in `nd.zeros((2, 3))`: the second argument is the context."),
    (r"No module named 'mxnet\.(nd|np|npx)'", "import-nd", "`mxnet.nd` is no module: write `from mxnet import nd`."),
)  # fmt: skip


def _general(error: ErrorDetail | None, refused: Refused) -> Diagnosis | None:
    """Name slips that any exercise may see."""
    if error is not None:
        told = f"{error.type}: {error.text}"
        for pattern, code, message in _ERRORS:
            if re.search(pattern, told):
                return Diagnosis(code, message)
        found = _NO_ATTRIBUTE.search(told)
        if (
            error.type == "AttributeError"
            and found
            and found[1] in TORCH_NAMES
            and re.search("NDArray|ndarray|mxnet|Block|Sequential|Dense", told)
        ):
            return Diagnosis("torch-name", f"`{found[1]}` is PyTorch's name; MXNet's way is {TORCH_NAMES[found[1]]}.")
        return None
    refusal = next((a for c in refused.cases for a in c.aspects if not a.ok), None)
    if refusal is not None and refusal.aspect in ("type", "kind") and refusal.got in ("None", "'None'"):
        return Diagnosis("missing-return", f"`{refused.exercise.entry}` returns nothing: end it with `return ...`.")
    if (
        refusal is not None
        and refusal.aspect == "type"
        and refusal.got == "a NumPy array"
        and "MXNet" in refusal.expected
    ):
        return Diagnosis(
            "numpy-result", "The result is a NumPy array: leave out `asnumpy()`, or wrap it in `nd.array(...)`."
        )
    return None

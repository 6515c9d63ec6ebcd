"""Judges the result of an answer for one case, aspect by aspect; only this module knows the kinds of comparison.

The effects of the call are judged, too: an answer may change whatever the reference changes; the key `changes` of an
exercise allows more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from mxtutor.content.model import PROGRAM, Compare
from mxtutor.counts import count
from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.judging.numeric import difference
from mxtutor.grading.judging.observations import observations
from mxtutor.grading.judging.statistical import statistics
from mxtutor.grading.protocol import HEADLINE_TEXT, Aspect, AspectKind, ErrorDetail
from mxtutor.grading.results.values import (
    ARRAYS,
    FAMILIES,
    NUMBERS,
    SEQUENCES,
    Array,
    Change,
    Family,
    Outcome,
    Value,
    ValueKind,
    reference_array,
    show,
    show_array,
    type_name,
)

PLAIN = (*NUMBERS, ValueKind.STR)
"""Kinds of items in a Python list or tuple that can be judged."""


def judge(
    compare: Compare,
    case: DrawnCase,
    reference: Outcome,
    outcome: Outcome,
    allowed: Allowed | None = None,
    params: Sequence[str] = (),
    family: Family = FAMILIES["mxnet"],
) -> tuple[Aspect, ...]:
    """Return the aspects of one case, in order: type, shape, dtype, values, inputs, alias, statistics, observations.

    `allowed` lists changes that a call may make besides the reference's; `params` are the names of the arguments.
    `family` is the framework that answers.
    """
    expected = reference.value
    wanted = _placed(case) if compare.type == "context" else expected
    aspects = _JUDGES[compare.type](compare, wanted, outcome.value, family)
    if all(a.ok for a in aspects) and compare.type in _ON_A_DEVICE:
        aspects += _places(case, outcome.value)
    if all(a.ok for a in aspects):
        aspects += effects(compare, case, expected, outcome)
        if compare.statistics is not None:
            aspects += statistics(compare.statistics, case, expected, outcome, family)
        aspects += observations(compare, reference.observed, outcome.observed)
        if all(a.ok for a in aspects):  # a wrong result is more informative than a change
            aspects += changes(case, reference, outcome, allowed or {}, params, family)
    return tuple(aspects)


def later(
    compare: Compare,
    case: DrawnCase,
    reference: Outcome,
    outcome: Outcome | ErrorDetail,
    allowed: Allowed,
    params: Sequence[str],
    family: Family,
) -> tuple[Aspect, ...]:
    """Judge a case that ran once more after the others; one failed aspect, or none.

    What the first call had returned was overwritten before. Draws are not compared here: they are called often.
    """
    fault = ""
    if isinstance(outcome, ErrorDetail):
        fault = f"raises {outcome.type}: {outcome.text.partition(chr(10))[0]}"
    elif any(change.kind == SHARED for change in outcome.changes):
        fault = "returns the same array, or parameter, as the first one: each call must make its own."
    elif compare.statistics is None:
        aspects = judge(compare, case, reference, outcome, allowed, params, family)
        fault = next((f"gives another result than the first one: {a.message}" for a in aspects if not a.ok), "")
    return (Aspect(AspectKind.LATER, False, f"The second call with equal arguments {fault}"),) if fault else ()


GRADIENT_ERROR = 1e-3
"""Smallest relative tolerance of gradients, which lose more precision in float32 than values."""


def gradients(
    compare: Compare, expected: Mapping[str, Array], scales: Mapping[str, float], outcome: Outcome | ErrorDetail
) -> tuple[Aspect, ...]:
    """Judge the gradients of arguments by name, with tolerances relative to `scales`; one failed aspect, or none."""
    if isinstance(outcome, ErrorDetail):
        place = f" (line {outcome.line})" if outcome.line else ""
        said = outcome.text.partition("\n")[0][:HEADLINE_TEXT]
        text = f"In a recording, for a gradient, it raises {outcome.type}: {said}{place}"
        return (Aspect(AspectKind.GRADIENT, False, text),)
    got = dict(zip(outcome.value.keys, outcome.value.items, strict=False))
    rtol, atol = max(compare.rtol, GRADIENT_ERROR), max(compare.atol, GRADIENT_ERROR)
    for name, want in expected.items():
        have = got[name].array if name in got else None
        if have is None or have.shape != want.shape:
            return (Aspect(AspectKind.GRADIENT, False, f"`{name}` has no gradient."),)
        found = difference(want, have, rtol, atol, scales[name])
        if found is not None:
            other = "is not the reference's, if element i of the result has the weight 1.5 + cos(i)"
            says = other if have.any() else "is 0, and the reference's is not"
            text = f"The gradient of `{name}` {says}."
            return (Aspect(AspectKind.GRADIENT, False, text, show_array(want), show_array(have), found),)
    return ()


def _wrong_type(wanted: str, got: Value, family: Family) -> Aspect:
    advice = ""
    if got.kind is ValueKind.NONE:
        advice = " Is a `return` missing?"
    elif got.kind is ValueKind.NUMPY:
        advice = f" Convert it to {family.array}, or better, use {family.name}'s functions only."
    elif got.kind in ARRAYS and got.kind not in family.arrays:
        advice = f" Answers are written in {family.name}."
    message = f"{wanted} expected, got {type_name(got)}.{advice}"
    return Aspect(AspectKind.TYPE, False, message, wanted, type_name(got))


def _array(compare: Compare, expected: Value, got: Value, family: Family, where: str = "") -> list[Aspect]:
    """Judge one array of the answer's framework against the reference's array."""
    if got.kind not in family.arrays or got.array is None:
        return [_wrong_type(f"{family.array}{where}", got, family)]
    return [Aspect(AspectKind.TYPE, True), *arrays(compare, reference_array(expected), got.array, where)]


def arrays(compare: Compare, want: Array, got: Array, where: str = "") -> list[Aspect]:
    """Judge shape, dtype and values of an array."""
    aspects = [_shape(compare, want, got, where)]
    if compare.dtype == "exact":
        same = got.dtype == want.dtype
        message = "" if same else f"dtype {want.dtype} expected{where}, got {got.dtype}."
        aspects.append(Aspect(AspectKind.DTYPE, same, message, str(want.dtype), str(got.dtype)))
    if aspects[0].ok and compare.statistics is None:
        aspects.append(_values(compare, want, got.reshape(want.shape), where))
    return aspects


def _shape(compare: Compare, want: Array, got: Array, where: str) -> Aspect:
    if compare.shape == "scalar" and want.shape in ((), (1,)):
        ok, wanted = got.shape in ((), (1,)), "() or (1,)"
    else:
        ok, wanted = got.shape == want.shape, str(want.shape)
    return Aspect(
        AspectKind.SHAPE, ok, "" if ok else f"shape {wanted} expected{where}, got {got.shape}.", wanted, str(got.shape)
    )


def _values(compare: Compare, want: Array, got: Array, where: str) -> Aspect:
    nan_want, nan_got = _nan(want), _nan(got)
    if (nan_want != nan_got).any():
        at = tuple(int(i) for i in np.argwhere(nan_want != nan_got)[0])
        message = (
            f"NaN expected at {list(at)}{where}, got {got[at]}."
            if nan_want[at]
            else f"NaN at {list(at)}{where}, {want[at]:.6g} expected."
        )
        found = difference(want, got, compare.rtol, compare.atol)
        return Aspect(AspectKind.VALUES, False, message, show_array(want), show_array(got), found)
    found = difference(want, got, compare.rtol, compare.atol)
    if found is None:
        return Aspect(AspectKind.VALUES, True)
    worst = found.worst[0]
    most = f", most at {list(worst.index)}" if found.total > 1 else ""
    limit = f"allowed {worst.allowed:.2g}" if worst.allowed else "they must be equal"
    message = f"{found.counted}{where}{most}: {worst.expected:.7g} expected, got {worst.got:.7g} ({limit})."
    return Aspect(AspectKind.VALUES, False, message, show_array(want), show_array(got), found)


def _nan(array: Array) -> Array:
    return np.isnan(array) if array.dtype.kind == "f" else np.zeros(array.shape, bool)


def _plural(thing: str) -> str:
    return f"{thing.partition(' ')[2]}s"


def _judge_array_list(compare: Compare, expected: Value, got: Value, family: Family) -> list[Aspect]:
    if got.kind not in SEQUENCES:
        return [_wrong_type(f"a list of {_plural(family.array)}", got, family)]
    if len(got.items) != len(expected.items):
        message = f"{count(len(expected.items), 'array')} expected, got {len(got.items)}."
        return [Aspect(AspectKind.LENGTH, False, message, str(len(expected.items)), str(len(got.items)))]
    aspects: list[Aspect] = []
    for i, (want, have) in enumerate(zip(expected.items, got.items, strict=True)):
        aspects = _array(compare, want, have, family, f" in item {i}")
        if not all(a.ok for a in aspects):
            break
    return aspects


def _judge_array_pair(compare: Compare, expected: Value, got: Value, family: Family) -> list[Aspect]:
    if got.kind not in SEQUENCES or len(got.items) != 2:
        return [_wrong_type(f"a pair of {_plural(family.array)}", got, family)]
    aspects = _array(compare, expected.items[0], got.items[0], family, " in the first array")
    if not all(a.ok for a in aspects):
        return aspects
    second = got.items[1]
    if compare.signs == "free" and second.array is not None and expected.items[1].array is not None:
        second = _align_signs(expected.items[1].array, second)
    return aspects + _array(compare, expected.items[1], second, family, " in the second array")


def _align_signs(want: Array, got: Value) -> Value:
    """Negate columns, whose sign is free, if this brings them nearer to the expected ones."""
    array = got.array
    if array is None or array.shape != want.shape or array.ndim != 2 or array.dtype.kind != "f":
        return got
    signs = np.where((array * want).sum(axis=0) < 0, -1, 1).astype(array.dtype)
    return Value(got.kind, array=array * signs, context=got.context)


def _judge_numpy(compare: Compare, expected: Value, got: Value, family: Family) -> list[Aspect]:
    if got.kind is not ValueKind.NUMPY or got.array is None:
        return [_wrong_type("a numpy.ndarray", got, family)]
    return [Aspect(AspectKind.TYPE, True), *arrays(compare, reference_array(expected), got.array)]


def _judge_sequence(compare: Compare, expected: Value, got: Value, family: Family) -> list[Aspect]:
    kind = ValueKind(compare.type.removeprefix("python_"))
    if got.kind is not kind:
        return [_wrong_type(f"a {kind.value}", got, family)]
    odd = next((i for i in got.items if i.kind not in PLAIN), None)
    if odd is not None:
        return [_wrong_type(f"a {kind.value} of plain values", odd, family)]
    odd_ones = [i for i in got.items if i.kind is not ValueKind.INT]
    if odd_ones and all(i.kind is ValueKind.INT for i in expected.items):
        return [_wrong_type(f"a {kind.value} of Python ints", odd_ones[0], family)]
    same = len(got.items) == len(expected.items) and all(
        _plain_equal(compare, w, g) for w, g in zip(expected.items, got.items, strict=True)
    )
    return [Aspect(AspectKind.TYPE, True), _aspect(AspectKind.VALUES, same, show(expected), show(got))]


def _judge_plain(compare: Compare, expected: Value, got: Value, family: Family) -> list[Aspect]:
    kinds = {
        "python_int": ((ValueKind.INT,), "a Python int"),
        "python_float": ((ValueKind.INT, ValueKind.FLOAT, ValueKind.NUMPY_SCALAR), "a plain number"),
        "python_bool": ((ValueKind.BOOL,), "a bool"),
        "dtype": ((ValueKind.DTYPE,), "a NumPy dtype"),
    }
    allowed, wanted = kinds[compare.type]
    if got.kind not in allowed:
        return [_wrong_type(wanted, got, family)]
    same = _plain_equal(compare, expected, got)
    return [Aspect(AspectKind.TYPE, True), _aspect(AspectKind.VALUES, same, show(expected), show(got))]


def _plain_equal(compare: Compare, want: Value, got: Value) -> bool:
    if want.number is not None and got.number is not None and (compare.rtol or compare.atol):
        return difference(np.array(want.number), np.array(got.number), compare.rtol, compare.atol) is None
    return bool(want.plain == got.plain)


def _aspect(kind: AspectKind, ok: bool, wanted: str, actual: str) -> Aspect:
    return Aspect(kind, ok, "" if ok else f"{wanted} expected, got {actual}.", wanted, actual)


_ON_A_DEVICE = ("array", "array_list", "array_pair")
_HOME = ("", "cpu", "cpu(0)", "cpu_pinned(0)", "cpu_shared(0)")
"""Names of the device in a case without devices in its arguments."""


def _places(case: DrawnCase, got: Value) -> list[Aspect]:
    """Judge the device of a result, if all arguments are on the same one; otherwise an observer compares devices."""
    recipes = (*case.inputs.values(), *case.extra.values())
    if any(r["is"] in ("context", "contexts") or r.get("ctx", _HOME[2]) not in _HOME for r in recipes):
        return []
    found = next((v.context for v in (got, *got.items) if v.array is not None and v.context not in _HOME), "")
    if not found:
        return []
    message = f"The result is on {found}, and the arguments are on {_HOME[2]}: it cannot be used with them."
    return [Aspect(AspectKind.CONTEXT, False, message, _HOME[2], found)]


def _judge_context(compare: Compare, expected: Value, got: Value, family: Family) -> list[Aspect]:
    if got.kind is not ValueKind.CONTEXT:
        return [_wrong_type(family.context, got, family)]
    return [
        Aspect(AspectKind.TYPE, True),
        _aspect(AspectKind.CONTEXT, got.plain == expected.plain, expected.plain, got.plain),
    ]


def _placed(case: DrawnCase) -> Value:
    """Return the context of the first array of a case; the reference itself has only one CPU."""
    return Value(ValueKind.CONTEXT, plain=next(str(r["ctx"]) for r in case.inputs.values() if r["is"] == "array"))


def _judge_context_list(compare: Compare, expected: Value, got: Value, family: Family) -> list[Aspect]:
    """Judge a list of contexts; the reference returns their names as strings."""
    if got.kind not in SEQUENCES or any(i.kind is not ValueKind.CONTEXT for i in got.items):
        return [_wrong_type(f"a list of {_plural(family.context)}", got, family)]
    wanted, actual = (f"[{', '.join(str(i.plain) for i in v.items)}]" for v in (expected, got))
    return [Aspect(AspectKind.TYPE, True), _aspect(AspectKind.CONTEXT, wanted == actual, wanted, actual)]


_JUDGES: dict[str, Callable[[Compare, Value, Value, Family], list[Aspect]]] = {
    "array": _array,
    "array_list": _judge_array_list,
    "array_pair": _judge_array_pair,
    "numpy": _judge_numpy,
    "python_tuple": _judge_sequence,
    "python_list": _judge_sequence,
    "python_int": _judge_plain,
    "python_float": _judge_plain,
    "python_bool": _judge_plain,
    "dtype": _judge_plain,
    "context": _judge_context,
    "context_list": _judge_context_list,
    "none": lambda *_: [],
}


def effects(compare: Compare, case: DrawnCase, expected: Value, outcome: Outcome) -> list[Aspect]:
    """Judge the effects of the call on its arguments."""
    aspects: list[Aspect] = []
    arguments = {n: r["array"] for n, r in case.inputs.items() if r["is"] == "array"}
    if compare.inputs == "unchanged":
        aspects += [_unchanged(n, a, outcome.inputs.get(n)) for n, a in arguments.items()]
    elif compare.inputs == "dst_overwritten":
        first, *rest = arguments
        held = outcome.inputs.get(first)
        written = _overwritten(compare, first, reference_array(expected), held)
        aspects += [written, *(_unchanged(n, arguments[n], outcome.inputs.get(n)) for n in rest)]
    if compare.alias == "fresh":
        shared = list(outcome.alias or ())
        message = (
            f"The result shares memory with {', '.join(shared)}: writing to one changes the other."
            if shared
            else "The result could not be written to."
        )
        ok = outcome.alias == ()
        aspects.append(Aspect(AspectKind.ALIAS, ok, "" if ok else message, "memory of its own", "shared memory"))
    elif compare.alias == "dst":
        first = next(iter(arguments))
        ok = outcome.alias is not None and first in outcome.alias
        message = (
            ""
            if ok
            else f"The result is not {first} itself but another array; the caller's {first} has to be returned."
        )
        aspects.append(Aspect(AspectKind.ALIAS, ok, message, f"{first} itself", "another array"))
    return [a for a in aspects if not a.ok] or list({a.aspect: a for a in aspects}.values())


def _unchanged(name: str, before: Array, after: Array | None) -> Aspect:
    same = after is not None and after.shape == before.shape and after.dtype == before.dtype
    same = same and after is not None and before.tobytes() == np.ascontiguousarray(after).tobytes()
    if same:
        return Aspect(AspectKind.INPUTS, True)
    message = f"The argument {name} was changed; it must keep its contents."
    return Aspect(AspectKind.INPUTS, False, message, show_array(before), "" if after is None else show_array(after))


def _overwritten(compare: Compare, name: str, want: Array, held: Array | None) -> Aspect:
    same = held is not None and held.shape == want.shape and held.dtype == want.dtype
    same = same and held is not None and difference(want, held, compare.rtol, compare.atol) is None
    if same:
        return Aspect(AspectKind.INPUTS, True)
    message = f"The array {name} itself does not hold the result afterwards."
    return Aspect(AspectKind.INPUTS, False, message, show_array(want), "" if held is None else show_array(held))


Allowed = Mapping[str, Sequence[str]]
"""Kinds of changes by argument, and under `PROGRAM` those of the program's state."""
_FOLLOWS = {
    "values": ("gradient", "hybridized"),
    "created": ("file",),
    "grad_req": ("gradient", "multipliers"),
    "setting": ("grad_req",),
}
"""Kinds of changes that also appear in the other framework, for one kind in the first framework."""
_FILLED = ("values", "statistics")
"""Changes that are allowed for a net without initial values, in a framework whose nets always have values."""
SHARED = "shared"
"""The kind of change that means that the results of a later call and of the first one share memory."""
_PROGRAM = {
    "recording": "autograd records after the call: leave `record()` as a `with` block.",
    "training": "training mode is not what it was before the call: leave it as a `with` block.",
    "numpy_array": "NumPy semantics are not what they were before the call.",
    "numpy_shape": "NumPy shapes are not what they were before the call.",
    "numpy_dtype": "NumPy's default dtype is not what it was before the call.",
    "device": "the default context is not what it was before the call: {says}.",
    "scopes": "a scope of names or attributes is left open after the call.",
    "seeds": "the call seeds a random generator of the whole program: later draws are no longer random.",
    "bulk": "the engine's bulk size is not what it was before the call: {says}.",
    "warnings": "the filters of Python's warnings are changed after the call.",
    "environment": "environment variables are changed after the call.",
    "folder": "the current folder is another one after the call.",
    "path": "`sys.path`, `sys.meta_path` or `sys.path_hooks` is changed after the call.",
    "errors": "NumPy's handling of errors (`seterr`, `seterrcall`) is changed after the call.",
    "printing": "NumPy's print options are changed after the call.",
    "collector": "Python's garbage collector is switched on or off, or has other thresholds, after the call.",
    "recursion": "Python's recursion limit is changed after the call.",
    "switching": "Python's switch interval is changed after the call.",
    "logging": "`logging.disable` is in force after the call.",
    "decimal": "the context of `decimal` is changed after the call.",
    "processes": "the start method of `multiprocessing` is changed after the call.",
    "locale": "the locale is changed after the call.",
    "timer": "a timer (`signal.setitimer`, `signal.alarm`) runs after the call.",
    "rights": "the rights of new files (`os.umask`) are changed after the call.",
    "hooks": "a hook of `sys`, such as `sys.excepthook` or `sys.settrace`, is changed after the call.",
    "streams": "`sys.stdout` or `sys.stderr` is another object after the call.",
    "signals": "the handler of a signal is changed after the call.",
    "read_only": "the returned NumPy array cannot be written to: return a copy of it.",
    "result": "a later call overwrites what an earlier one returned: each call needs an array of its own.",
}


def changes(
    case: DrawnCase, reference: Outcome, outcome: Outcome, allowed: Allowed, params: Sequence[str], family: Family
) -> list[Aspect]:
    """Return one failed aspect per argument, and per state, with a change that is not allowed."""
    made = [_named(change, params) for change in reference.changes]
    if family.holds_values:
        raw = [name for name, recipe in case.inputs.items() if recipe["is"] == "mlp" and recipe["raw"]]
        made += [Change(kind, name) for name in raw for kind in _FILLED]
    faults: dict[tuple[str, str], Change] = {}
    for change in (_named(each, params) for each in outcome.changes):
        if not _may(change, made, allowed):
            faults.setdefault((change.argument, "" if change.argument else change.kind), change)
    return [Aspect(AspectKind.INPUTS, False, _message(change)) for change in faults.values()]


def _named(change: Change, params: Sequence[str]) -> Change:
    """Return a change with the name of its argument in place of its number."""
    number = int(change.argument) if change.argument.isdecimal() and len(change.argument) < 4 else len(params)
    return replace(change, argument=params[number]) if number < len(params) else change


def _may(change: Change, made: Sequence[Change], allowed: Allowed) -> bool:
    if change.kind == "created":  # a new file does the caller no harm
        return True
    kinds = {*allowed.get(change.argument or PROGRAM, ()), *(c.kind for c in made if c.argument == change.argument)}
    return change.kind in kinds or any(change.kind in _FOLLOWS.get(kind, ()) for kind in kinds)


def _message(change: Change) -> str:
    if not change.argument:
        return _PROGRAM.get(change.kind, "the state of the program is changed after the call.").format(says=change.says)
    return f"the call changes `{change.argument}{change.place}`: {change.says}."

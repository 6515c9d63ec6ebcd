"""Judges the effects of a call: on arguments and the program's state, and whether the result shares memory.

An answer may change whatever the reference changes; the key `changes` of an exercise allows more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from mxtutor.content.model import PROGRAM, Compare
from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.judging.numeric import difference
from mxtutor.grading.protocol import Aspect, AspectKind
from mxtutor.grading.results.values import Array, Change, Family, Outcome, Value, reference_array, show_array


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
    message = "" if same else f"The array {name} itself does not hold the result afterwards."
    return Aspect(AspectKind.INPUTS, same, message, show_array(want), "" if held is None else show_array(held))


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
    "path": "`sys.path` is changed after the call.",
    "errors": "NumPy's handling of errors (`seterr`) is changed after the call.",
    "printing": "NumPy's print options are changed after the call.",
    "collector": "Python's garbage collector is switched on or off after the call.",
    "recursion": "Python's recursion limit is changed after the call.",
    "switching": "Python's switch interval is changed after the call.",
    "logging": "`logging.disable` is in force after the call.",
    "decimal": "the context of `decimal` is changed after the call.",
    "locale": "the locale is changed after the call.",
    "timer": "a timer (`signal.setitimer`, `signal.alarm`) runs after the call.",
    "rights": "the rights of new files (`os.umask`) are changed after the call.",
    "hooks": "a hook of `sys`, such as `sys.excepthook` or `sys.settrace`, is changed after the call.",
    "streams": "`sys.stdout` or `sys.stderr` is another object after the call.",
    "signals": "the handler of a signal is changed after the call.",
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

"""Judges the effects of a call on its arguments, and whether the result shares their memory."""

from __future__ import annotations

import numpy as np

from mxtutor.content.model import Compare
from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.judging.numeric import difference
from mxtutor.grading.protocol import Aspect, AspectKind
from mxtutor.grading.results.outcome import Outcome, reference_array
from mxtutor.grading.results.values import Array, Value, show_array


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

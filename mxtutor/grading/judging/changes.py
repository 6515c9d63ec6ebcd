"""Judges what a call leaves changed: the caller's arguments and the state of the program.

What the reference changes in its arguments, the answer may change; the key `changes` of an exercise lists more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mxtutor.content.model import PROGRAM
from mxtutor.grading.protocol import Aspect, AspectKind
from mxtutor.grading.results.outcome import Change, Outcome

Allowed = Mapping[str, Sequence[str]]
"""Kinds of changes by argument, and under `PROGRAM` those of the program's state."""
_FOLLOWS = {
    "values": ("gradient", "hybridized"),
    "created": ("file",),
    "grad_req": ("gradient", "multipliers"),
    "setting": ("grad_req",),
}
"""What one kind of change in PyTorch becomes in MXNet besides itself."""
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
}


def changes(reference: Outcome, outcome: Outcome, allowed: Allowed, params: Sequence[str]) -> list[Aspect]:
    """Return one failed aspect per argument that must not change as it did, and per state; none if all is well."""
    made = [_named(change, params) for change in reference.changes]
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
    if change.kind == "created":  # a new file takes nothing away from the caller
        return True
    kinds = {*allowed.get(change.argument or PROGRAM, ()), *(c.kind for c in made if c.argument == change.argument)}
    return change.kind in kinds or any(change.kind in _FOLLOWS.get(kind, ()) for kind in kinds)


def _message(change: Change) -> str:
    if not change.argument:
        return _PROGRAM.get(change.kind, "the state of the program is changed after the call.").format(says=change.says)
    return f"the call changes `{change.argument}{change.place}`: {change.says}."

"""Describes the error of a typed value without telling the right value."""

from __future__ import annotations

from typing import Any

from mxtutor.grading.protocol import Aspect, AspectKind
from mxtutor.grading.results.values import SEQUENCES, Value

_NAMES = {bool: "a bool", int: "a number", float: "a number", str: "a text", type(None): "None"}


def clues(value: Value, said: Any) -> tuple[Aspect, ...]:
    """Return the properties of a wrong answer, from kind to entries; it ends with the first wrong one."""
    want = value.array.tolist() if value.array is not None else _plain(value)
    found: list[Aspect] = []
    for kind, judge in ((AspectKind.KIND, _kind), (AspectKind.LENGTH, _length), (AspectKind.DTYPE, _dtype)):
        message = judge(want, said)
        found.append(Aspect(kind, not message, message))
        if message:
            return tuple(found)
    if isinstance(want, list):
        return (*found, _entries(want, said))
    return (*found, Aspect(AspectKind.VALUES, False, "The kind is right, the value is not."))


def _plain(value: Value) -> Any:
    return [_plain(item) for item in value.items] if value.kind in SEQUENCES else value.plain


def _kind(want: Any, said: Any) -> str:
    """Return how the kinds differ; lists and tuples count as the same kind."""
    listed = isinstance(said, (list, tuple))
    if isinstance(want, list) is listed:
        if listed or _named(want) == _named(said):
            return ""
        return f"The result is not {_named(said)}: it is of another kind."
    return f"The result is not {'a sequence' if listed else _named(said)}: it is of another kind."


def _named(value: Any) -> str:
    return _NAMES.get(type(value), f"a {type(value).__name__}")


def _length(want: Any, said: Any) -> str:
    """Return where the lengths differ; the outermost difference comes first."""
    if not isinstance(want, list):
        return ""
    if len(want) != len(said):
        many = "one entry" if len(said) == 1 else f"{len(said)} entries"
        return f"The length differs: the result does not have {many}."
    for number, (ours, theirs) in enumerate(zip(want, said, strict=True), 1):
        listed = isinstance(theirs, (list, tuple))
        if isinstance(ours, list) is not listed:
            return f"Entry {number} is {'not ' if listed else ''}a sequence in the result."
        if isinstance(ours, list) and (inner := _length(ours, theirs)):
            return f"In entry {number}: {inner}"
    return ""


def _dtype(want: Any, said: Any) -> str:
    """Return how the dtypes differ."""
    ours, theirs = list(_leaves(want)), list(_leaves(said))
    if {_named(leaf) for leaf in theirs} - {_named(leaf) for leaf in ours}:
        return "The dtype differs: the result holds entries of another kind."
    if all(type(leaf) is int for leaf in ours) and any(type(leaf) is float and leaf % 1 for leaf in theirs):
        return "The dtype differs: the result holds whole numbers."
    return ""


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value]


def _entries(want: list[Any], said: Any) -> Aspect:
    """Return the first entry that differs; numbers agree up to rounding."""
    for number, (ours, theirs) in enumerate(zip(_leaves(want), _leaves(said), strict=True), 1):
        if not _same(ours, theirs):
            kind = AspectKind.FIRST_ENTRY if number == 1 else AspectKind.ENTRIES
            right = (
                "" if number == 1 else f" The {number - 1} before it agree." if number > 2 else " The first one agrees."
            )
            return Aspect(kind, False, f"Entry {number} differs.{right}")
    return Aspect(AspectKind.VALUES, False, "An entry differs by more than rounding.")


def _same(ours: Any, theirs: Any) -> bool:
    if type(ours) in (int, float) and type(theirs) in (int, float):
        try:
            return bool(abs(ours - theirs) <= 1e-3 * abs(ours) + 1e-6)
        except OverflowError:  # an integer outside of the range of floats
            return False
    return type(ours) is type(theirs) and bool(ours == theirs)

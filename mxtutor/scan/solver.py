"""Finds what the terms of a project may be at run time, on demand and each once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from mxtutor.scan.annotations import annotated
from mxtutor.scan.bound import Bound
from mxtutor.scan.callers import Callers
from mxtutor.scan.calls import Calls
from mxtutor.scan.classes import grown
from mxtutor.scan.library import Library
from mxtutor.scan.members import Members
from mxtutor.scan.modules import Modules
from mxtutor.scan.packing import Units
from mxtutor.scan.parameters import Parameters
from mxtutor.scan.terms import NONE
from mxtutor.scan.values import (
    LIKE,
    MADE,
    OPAQUE,
    TENSOR,
    Value,
    has_tensor,
    join,
    kind_of,
    mapping,
    sequence,
    tuple_of,
    useful,
)

BUDGET = 4000
"""Steps that one question may take; then what is not known yet stays unknown."""
DEEPEST = 250
"""Questions inside each other."""
WORDS = (
    "const", "import", "from", "builtin", "attr", "call", "sub", "elem", "unpack", "tuple", "list", "dict", "star",
    "bin", "unary", "cmp", "phi", "func", "class", "param", "self", "cls", "super", "enter", "ann", "narrow", "hint",
    "await",
)  # fmt: skip
"""Words that terms start with; a method of the solver evaluates each."""
MOST_ATTEMPTS = 3
"""Attempts at a question whose answer depends on itself; then it stays open."""


class Solver(Calls, Members, Parameters):
    """Answers what a term is; `units` are the project's files by path."""

    def __init__(self, units: Units, modules: Modules, library: Library, callers: Callers) -> None:
        self.units = units
        self.modules = modules
        self.library = library
        self.callers = callers
        self.memo: defaultdict[str, dict[int, Value]] = defaultdict(dict)
        self.busy: set[tuple[str, int]] = set()
        self.cuts = 0
        self.attempts: dict[object, int] = {}
        self.steps = 0
        self.start_members()
        self.start_own_calls()
        self.start_parameters()

    def value(self, unit: str, term: int, bound: Bound | None = None) -> Value:
        """Return what a term of a unit may be; empty if that is not known."""
        if bound is not None and bound.unit == unit:
            found = bound.memo.get(term)
            if found is not None:
                return found
            if self.depends(unit, term):
                return self._bound_value(unit, term, bound)
        memo = self.memo[unit]
        found = memo.get(term)
        if found is not None:
            return found
        key = (unit, term)
        busy = self.busy
        if not busy:
            self.steps = 0
        elif key in busy or len(busy) > DEEPEST:
            self.cuts += 1
            return ()
        self.steps += 1
        if self.steps > BUDGET:
            self.cuts += 1
            return ()
        cuts = self.cuts
        busy.add(key)
        try:
            result = self._evaluate(unit, term, None) or self.guess(unit, term)
        finally:
            busy.discard(key)
        if result or self.cuts == cuts or not busy or (self.steps <= BUDGET and self.tried(key)):
            memo[term] = result
        return result

    def forget(self) -> None:
        """Free the memory of what was found out so far; it is found out again where it is needed."""
        for memory in (self.memo, self.called, self.attempts):
            memory.clear()
        self.forget_evidence()
        self.forget_parameters()
        self.units.forget()

    def tried(self, key: object) -> bool:
        """Return whether a question whose answer depends on itself was asked several times already."""
        count = self.attempts[key] = self.attempts.get(key, 0) + 1
        return count > MOST_ATTEMPTS

    def _bound_value(self, unit: str, term: int, bound: Bound) -> Value:
        """Return what a term is for the arguments of one call, which are asked for it for the first time."""
        self.steps += 1
        if self.steps > BUDGET:
            self.cuts += 1
            return ()
        bound.memo[term] = ()
        result = self._evaluate(unit, term, bound)
        bound.memo[term] = result
        return result

    def _evaluate(self, unit: str, term: int, bound: Bound | None) -> Value:
        whole = self.units[unit]
        held = whole.terms[term]
        operation = OPERATIONS.get(held[0])
        result = operation(self, unit, held, bound) if operation is not None else ()
        added = whole.appended.get(term)
        if added and held[0] != "phi":
            inner = join(*(self.value(unit, one) for one in added[:12]))
            result = tuple([grown(atom, inner) for atom in result])
        return result

    # Operations

    def _const(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return (kind_of(held[1]),)

    def _import(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return self.module_value(unit, held[1], 0)

    def _from(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return self.imported(unit, held[1], held[2], held[3])

    def _builtin(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return self.global_value(unit, held[1])

    def _attr(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return self.attribute(self.value(unit, held[1], bound), held[2])

    def _call(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return self.call(unit, held, bound)

    def _sub(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return self.item(self.value(unit, held[1], bound), held[2], held[3])

    def _elem(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return self.elements(self.value(unit, held[1], bound))

    def _unpack(self, unit: str, held: Any, bound: Bound | None) -> Value:
        value = self.value(unit, held[1], bound)
        return join(*(self._unpacked(atom, held[2]) for atom in value)) if value else ()

    def _unpacked(self, atom: Any, place: int) -> Value:
        if atom[0] == "tup":
            parts = atom[1]
            return parts[place] if -len(parts) <= place < len(parts) else ()
        return self.elements((atom,))

    def _tuple(self, unit: str, held: Any, bound: Bound | None) -> Value:
        parts = self.parts(unit, held[1], bound)
        if any(self.units[unit].terms[term][0] == "star" for term in held[1]):
            return (sequence(join(*parts)),) if parts else (sequence(()),)
        return (tuple_of(parts),)

    def _list(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return (sequence(join(*self.parts(unit, held[1], bound)) if held[1] else ()),)

    def parts(self, unit: str, terms: Any, bound: Bound | None) -> list[Value]:
        """Return the values of terms, those of `*x` as one element of x."""
        found = []
        for term in terms[:64]:
            held = self.units[unit].terms[term]
            starred = held[0] == "star"
            value = self.value(unit, held[1] if starred else term, bound)
            found.append(self.elements(value) if starred else value)
        return found

    def _dict(self, unit: str, held: Any, bound: Bound | None) -> Value:
        values = [(key, self.value(unit, term, bound)) for key, term in held[1][:64]]
        named = [(key, value) for key, value in values if key is not None]
        return (mapping(join(*(value for _, value in values)) if values else (), named),)

    def _star(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return self.elements(self.value(unit, held[1], bound))

    def _bin(self, unit: str, held: Any, bound: Bound | None) -> Value:
        left, right = self.value(unit, held[1], bound), self.value(unit, held[2], bound)
        if held[3] == "@" and (left == (TENSOR,) or right == (TENSOR,)):
            return (TENSOR,)  # also if the other one is a linear operator
        if LIKE in left or LIKE in right:
            return (LIKE,)
        if MADE in left or MADE in right:
            return (LIKE,)
        if TENSOR in left or TENSOR in right:
            return (TENSOR,)
        if any(atom[0] == "other" for atom in (*left, *right)):
            return tuple(atom for atom in (*left, *right) if atom[0] == "other")[:1]
        if held[3] == "+" and any(atom[0] in ("seq", "tup") for atom in left):
            return (sequence(join(self.elements(left), self.elements(right))),)
        if left and right:
            return join(left, right)
        if held[3] in ("+", "%") and ("py", "str") in left + right:
            return (kind_of("str"),)
        return ()

    def _unary(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return self.value(unit, held[1], bound)

    def _cmp(self, unit: str, held: Any, bound: Bound | None) -> Value:
        left = self.value(unit, held[1], bound)
        if has_tensor(left):
            return (LIKE,) if LIKE in left else (TENSOR,)
        right = self.value(unit, held[2], bound)
        if has_tensor(right):
            return (LIKE,) if LIKE in right else (TENSOR,)
        if any(atom[0] == "other" for atom in (*left, *right)):
            return tuple(atom for atom in (*left, *right) if atom[0] == "other")[:1]
        return (kind_of("bool"),) if _is_plain(left) and _is_plain(right) else ()

    def _phi(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return useful(join(*(self.value(unit, term, bound) for term in held[1][:24]))) or _all_none(held)

    def _func(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return (("fn", unit, held[1], None),)

    def _class(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return (("type", unit, held[1]),)

    def _param(self, unit: str, held: Any, bound: Bound | None) -> Value:
        if bound is not None and bound.function == held[1]:
            given = bound.arguments.get(held[2])
            if given:
                return given
        return self.parameter(unit, held[1], held[2])

    def _self(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return (("obj", unit, held[1]),)

    def _cls(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return (("type", unit, held[1]),)

    def _super(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return (("super", unit, held[1]),)

    def _enter(self, unit: str, held: Any, bound: Bound | None) -> Value:
        value = self.value(unit, held[1], bound)
        entered = tuple(atom for atom in value if atom[0] in ("seq", "inst", "other", "py"))
        return join(*(atom[1] if atom[0] == "seq" else (atom,) for atom in entered)) if entered else ()

    def _ann(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return annotated(self, unit, held[1])

    def _narrow(self, unit: str, held: Any, bound: Bound | None) -> Value:
        told = annotated(self, unit, held[2]) if self.units[unit].terms[held[2]][0] != "call" else ()
        types = tuple(atom for atom in told if atom[0] not in ("seq", "map"))  # a list of types is no type
        return types or self.value(unit, held[1], bound)

    def _hint(self, unit: str, held: Any, bound: Bound | None) -> Value:
        value = self.value(unit, held[1], bound)
        if any(not _says_little(atom) for atom in value):
            return value
        return annotated(self, unit, held[2]) or value

    def _await(self, unit: str, held: Any, bound: Bound | None) -> Value:
        return self.value(unit, held[1], bound)


OPERATIONS: dict[str, Callable[[Solver, str, Any, Bound | None], Value]] = {
    word: getattr(Solver, f"_{word}") for word in WORDS
}
"""Methods of the class: those of an object would keep the solver until a collection of cycles walks all of it."""


def _says_little(atom: Any) -> bool:
    """Return whether an annotation says more than a value: an empty container, something like a tensor."""
    return atom == LIKE or (atom[0] in ("seq", "map") and not any(atom[1:]))


def _is_plain(value: Value) -> bool:
    """Return whether a value is a number, a text or None of Python."""
    return bool(value) and all(atom[0] == "py" and atom != OPAQUE for atom in value)


def _all_none(held: Any) -> Value:
    return (kind_of("None"),) if all(term == NONE for term in held[1]) else ()

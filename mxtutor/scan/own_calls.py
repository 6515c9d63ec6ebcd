"""Finds what calls of the project's own functions, classes and objects give."""

from __future__ import annotations

from typing import Any

from mxtutor.scan.annotations import annotated, is_anothers
from mxtutor.scan.bound import Bound
from mxtutor.scan.library import TENSOR_TYPES
from mxtutor.scan.solving import Solving
from mxtutor.scan.terms import Function
from mxtutor.scan.values import MADE, TENSOR, Atom, Value, join, kind_of, sequence

DEEPEST = 3
"""Calls of the project's functions inside each other that are followed with their own arguments."""


class OwnCalls(Solving):
    """The part of the solver that follows calls into the project."""

    def start_own_calls(self) -> None:
        """Prepare the memories of this part."""
        self.results_busy: set[tuple[str, int]] = set()
        self.called: dict[Any, tuple[int, Value]] = {}
        """The results of calls with their arguments, each with the depth from which on it may be used."""
        self.limited = 0
        """Calls that were not followed with their own arguments because they are too deep."""
        self.varying: dict[tuple[str, int], bool] = {}
        self.observed = {}
        self.results = {}

    def call_object(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        for name in ("__call__", "forward"):
            for found in self.attribute((atom,), name):
                if found[0] == "fn":
                    return self.call_function(unit, found, held, bound)
                if found[0] == "method" and name == "forward":
                    return (TENSOR,)
        return ()

    def call_class(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        bases = self.library_bases(atom[1], atom[2])
        if any(base in TENSOR_TYPES for base in bases):
            return (TENSOR,)
        return (("obj", atom[1], atom[2]),)

    def call_function(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        _, path, number, holder = atom
        function = self.units[path].functions[number]
        depth = bound.depth + 1 if bound is not None else 1
        if function.yields or not self._varies(path, number, function):
            return self.result(path, number, None)
        if depth > DEEPEST:
            self.limited += 1
            return self.result(path, number, None)
        arguments = self.arguments_of(path, number, holder, unit, held, bound)
        if function.name == "<lambda>" or bound is not None:
            known = self.observed.setdefault((path, number), {})
            for place, value in arguments.items():
                known[place] = join(known.get(place, ()), value)
        key = (path, number, tuple(arguments.items()))
        start, earlier = self.called.get(key, (DEEPEST + 1, ()))
        if start <= depth:
            self.limited += start > 0
            return earlier
        cuts, limited = self.cuts, self.limited
        found = self.result(path, number, Bound(path, number, arguments, depth)) or self.result(path, number, None)
        if found or cuts == self.cuts or self.tried((key, depth)):
            self.called[key] = (depth if limited < self.limited else 0, found)
        return found

    def _varies(self, path: str, number: int, function: Function) -> bool:
        """Return whether the result of a function depends on its arguments."""
        key = (path, number)
        found = self.varying.get(key)
        if found is None:
            found = self.varying[key] = any(self.depends(path, term) for term in function.returns[:12])
        return found

    def argument_terms(self, path: str, number: int, holder: Any, caller: str, held: Any) -> dict[int, list[int]]:
        """Return the terms that a call gives to the parameters of a function, by the parameter's place."""
        parameters = self.units[path].functions[number].parameters
        found: dict[int, list[int]] = {}
        place = 1 if holder is not None else 0
        terms = self.units[caller].terms
        for term in held[2]:
            if terms[term][0] == "star":
                break
            while place < len(parameters) and parameters[place][1] in ("keyword", "stars"):
                place = len(parameters)
            if place >= len(parameters):
                break
            found.setdefault(place, []).append(term)
            place += parameters[place][1] == "plain"
        if not held[3]:
            return found
        names = {one[0]: i for i, one in enumerate(parameters) if one[1] in ("plain", "keyword")}
        for name, term in held[3]:
            if name in names:
                found.setdefault(names[name], []).append(term)
        return found

    def arguments_of(self, path: str, number: int, holder: Any, caller: str, held: Any, bound: Any) -> dict[int, Value]:
        """Return the values that a call gives to the parameters of a function, by the parameter's place."""
        parameters = self.units[path].functions[number].parameters
        found: dict[int, Value] = {}
        for place, terms in self.argument_terms(path, number, holder, caller, held).items():
            value = join(*(self.value(caller, term, bound) for term in terms))
            found[place] = (sequence(value),) if parameters[place][1] == "star" else value
        return found

    def result(self, path: str, number: int, bound: Any) -> Value:
        """Return what a function of the project returns."""
        key = (path, number)
        if bound is None and key in self.results:
            return self.results[key]
        if key in self.results_busy:
            self.cuts += 1
            return ()
        self.results_busy.add(key)
        cuts = self.cuts
        try:
            found = self._result(path, self.units[path].functions[number], bound)
        finally:
            self.results_busy.discard(key)
        if bound is None and (found or cuts == self.cuts or not self.results_busy or self.tried(("result", key))):
            self.results[key] = found
        return found

    def _result(self, path: str, function: Function, bound: Any) -> Value:
        if function.annotation >= 0:
            value = annotated(self, path, function.annotation)
            if value and not all(atom in (("py", "object"), ("seq", ()), ("map", (), ())) for atom in value):
                return value
            if is_anothers(self, path, function.annotation):
                return (MADE,)
        if function.yields:
            return (sequence(join(*(self.value(path, term) for term in function.yields[:8]))),)
        values = [self.value(path, term, bound) for term in function.returns[:16] if term != 1]
        if values or function.returns:
            return join(*values) if values else (kind_of("None"),)
        return self._overridden(path, function) if function.owner >= 0 and bound is None else ()

    def _overridden(self, path: str, function: Function) -> Value:
        """Return what the methods return that stand in for one without a result, which may be abstract."""
        values = []
        for unit, number in self.inheritors(path, function.owner):
            methods = self.units[unit].classes[number].methods.get(function.name)
            if methods:
                values.append(self.result(unit, methods[-1], None))
        value = join(*values) if values else ()
        return () if any(atom[0] == "other" for atom in value) else value  # a class for each of several frameworks

    def observe(self, callee: Value, arguments: list[Value]) -> None:
        """Note the arguments that a function of the project gets from code that is not the project's."""
        for atom in callee:
            if atom[0] == "fn":
                _, path, number, holder = atom
                known = self.observed.setdefault((path, number), {})
                for place, value in enumerate(arguments, 1 if holder is not None else 0):
                    known[place] = join(known.get(place, ()), value)

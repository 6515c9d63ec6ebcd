"""Finds what the parameters of the project's functions are: annotations, defaults, callers, callbacks."""

from __future__ import annotations

from collections.abc import Iterator

from mxtutor.scan.annotations import annotated
from mxtutor.scan.evidence import Evidence
from mxtutor.scan.values import TENSOR, Value, instance, join, kind_of, mapping, sequence, useful

NOT_TENSOR = frozenset(
    "items keys append extend get pop insert update startswith endswith format read write step".split()
)
MOST_OTHERS = 12
"""Arguments of the method that a method stands in for."""
MOST_KEYWORDS = 8
"""Calls of a function whose further keywords are looked at."""

GivenByCall = tuple[bool, str, dict[int, list[int]]]
"""Whether a call reaches the function itself and not one that it stands in for; the caller; terms by place."""


class Parameters(Evidence):
    """The part of the solver that asks who calls a function."""

    def start_parameters(self) -> None:
        """Prepare the memories of this part."""
        self.start_evidence()
        self._parameters: dict[tuple[str, int, int], Value] = {}
        self._calls: dict[tuple[str, int], list[GivenByCall]] = {}

    def forget_parameters(self) -> None:
        """Free the memory of this part that is found out again where it is needed."""
        self._calls.clear()

    def parameter(self, path: str, number: int, place: int) -> Value:
        """Return what a parameter of a function of the project may be."""
        key = (path, number, place)
        found = self._parameters.get(key)
        if found is None:
            cuts = self.cuts
            found = self._parameter(path, number, place)
            if found or self.cuts == cuts or self.tried(key):
                self._parameters[key] = found
        return found

    def _parameter(self, path: str, number: int, place: int) -> Value:
        unit = self.units[path]
        function = unit.functions[number]
        _, kind, default, annotation = function.parameters[place]
        if annotation >= 0:
            value = annotated(self, path, annotation)
            if value:
                return self._wrapped(kind, value)
        given = self.value(path, default) if default >= 0 else ()
        if function.owner >= 0:
            special = self._special(path, number, place, given)
            if special:
                return self._wrapped(kind, special)
        if kind == "stars":
            return self._keywords(path, number)
        values = self._from_callers(path, number, place)
        if kind == "star":
            return (sequence(values),)
        if not values:
            values = self._from_callbacks(path, number, place)
        joined = useful(join(given, values))
        if joined and not (values == () and all(one[0] == "py" and one[1] == "None" for one in given)):
            return joined
        return ()

    def _keywords(self, path: str, number: int) -> Value:
        """Return the keywords that the callers of a function give it besides those that it names."""
        function = self.units[path].functions[number]
        own = {name for name, *_ in function.parameters}
        items: dict[str, Value] = {}
        for caller, term in self.callers.calls(function.name, path)[:MOST_KEYWORDS]:
            held = self.units[caller].terms[term]
            if not held[3] or not any(atom[:3] == ("fn", path, number) for atom in self.value(caller, held[1])):
                continue
            for name, one in held[3]:
                if name is None:
                    for atom in self.value(caller, one):
                        for key, value in atom[2] if atom[0] == "map" else ():
                            items[key] = join(items.get(key, ()), value)
                elif name not in own:
                    items[name] = join(items.get(name, ()), self.value(caller, one))
        return (mapping((), items.items()),)

    @staticmethod
    def _wrapped(kind: str, value: Value) -> Value:
        if kind == "star":
            return (sequence(value),)
        return (mapping(value),) if kind == "stars" else value

    def _special(self, path: str, number: int, place: int, default: Value) -> Value:
        """Return what the parameters of methods are that torch itself calls."""
        unit = self.units[path]
        function = unit.functions[number]
        bases = self.library_bases(path, function.owner)
        if not bases:
            return ()
        plain = useful(default)
        custom = any(self.library.inherits(base, "torch.autograd.Function") for base in bases)
        if custom and function.name in ("forward", "backward", "setup_context"):
            context = 1 if function.kind == "class" else 0
            return (instance("torch.autograd.function.FunctionCtx"),) if place == context else plain or (TENSOR,)
        if self.is_net(path, function.owner):
            if function.name == "forward" and place > 0:
                if plain:
                    return plain
                names = self._names_used(path, number, place)
                return () if names & NOT_TENSOR else self._forward_argument(path, number, place)
            if function.name in ("training_step", "validation_step", "test_step") and place == 1:
                return (TENSOR,)
        if function.name in ("__getitem__",) and place == 1:
            return (kind_of("int"),)
        return ()

    def _forward_argument(self, path: str, number: int, place: int) -> Value:
        values = useful(self._from_callers(path, number, place))
        return values or (TENSOR,)

    def _names_used(self, path: str, number: int, place: int) -> set[str]:
        """Return the names of the attributes that are read on a parameter."""
        self.uses(path)
        return self.read[path].get((number, place), set())

    def _from_callbacks(self, path: str, number: int, place: int) -> Value:
        """Return the arguments of a function that is handed to others: evaluating these calls shows them."""
        unit = self.units[path]
        self.uses(path)
        calls = list(self.handed[path].get(unit.functions[number].name, ()))
        for term in self.function_terms(path, number):
            calls += [call for call, _ in self.fed[path].get(term, ())]
        for call in calls[:6]:
            self.value(path, call)
        return self.observed.get((path, number), {}).get(place, ())

    def _from_callers(self, path: str, number: int, place: int) -> Value:
        values: list[Value] = []
        others: list[tuple[str, int]] = []
        for itself, caller, given in self._calls_of(path, number):
            for term in given.get(place, ()):
                if itself:
                    values.append(self.value(caller, term))
                else:
                    others.append((caller, term))
        if not any(values):
            values = [self.value(caller, one) for caller, one in others[:MOST_OTHERS]]
        return join(*values) if values else ()

    def _calls_of(self, path: str, number: int) -> list[GivenByCall]:
        """Return the calls that may reach a function."""
        key = (path, number)
        found = self._calls.get(key)
        if found is None:
            cuts = self.cuts
            found = list(self._find_calls(path, number))
            if self.cuts == cuts:
                self._calls[key] = found
        return found

    def _find_calls(self, path: str, number: int) -> Iterator[GivenByCall]:
        unit = self.units[path]
        function = unit.functions[number]
        names = [function.name]
        if function.name == "__init__" and function.owner >= 0:
            names = [unit.classes[function.owner].name, "__init__"]
        overridden: frozenset[tuple[str, int]] | None = None
        for name in names:
            for caller, term in self.callers.calls(name, path):
                held = self.units[caller].terms[term]
                for atom in self.value(caller, held[1]):
                    if atom[0] == "type" and function.name == "__init__":
                        target = self.attribute((("obj", atom[1], atom[2]),), "__init__")
                        atom = target[0] if target else atom
                    if atom[0] != "fn":
                        continue
                    itself = atom[1:3] == (path, number)
                    if not itself and overridden is None:
                        overridden = self._overrides(path, number)
                    if itself or (overridden and atom[1:3] in overridden):
                        yield itself, caller, self.argument_terms(path, number, atom[3], caller, held)

    def _overrides(self, path: str, number: int) -> frozenset[tuple[str, int]]:
        """Return the methods that a method stands in for: a call of one of them may reach it."""
        function = self.units[path].functions[number]
        if function.owner < 0 or function.name.startswith("__") or function.name == "forward":
            return frozenset()
        bases = [atom for atom in self.bases_of(path, function.owner)[1:] if atom[0] == "type"]
        own = [(unit, self.units[unit].classes[one].methods.get(function.name)) for _, unit, one in bases]
        return frozenset((unit, numbers[-1]) for unit, numbers in own if numbers)

"""Finds what the project's own classes have: their bases, attributes and special methods."""

from __future__ import annotations

import builtins
from fnmatch import fnmatchcase
from typing import Any

from mxtutor.scan.annotations import annotated
from mxtutor.scan.externals import is_net, is_plain
from mxtutor.scan.library import CONTAINERS, MODULE
from mxtutor.scan.solving import Solving
from mxtutor.scan.values import OPAQUE, Atom, Value, instance, join, mapping, sequence, useful

MOST_INHERITORS = 8
"""Classes that inherit from one and are asked for what it lacks."""
FEWEST_LETTERS = 2
"""Letters and digits that are known of a name that is made at run time, `conv*`."""


class Classes(Solving):
    """The part of the solver that knows the project's classes."""

    def start_classes(self) -> None:
        """Prepare the memories of this part."""
        self.linear: dict[tuple[str, int], list[Atom]] = {}
        self.made_names: dict[Any, tuple[list[tuple[Atom, str]], list[tuple[Atom, str]]]] = {}
        """Attributes of a class with the base that sets them: all, and those whose names the code makes."""
        self.subclasses: dict[tuple[str, int], list[tuple[str, int]]] = {}

    def bases_of(self, unit: str, number: int) -> list[Atom]:
        """Return a class of the project and all that it inherits from, in the order of the look-up."""
        key = (unit, number)
        found = self.linear.get(key)
        if found is not None:
            return found
        self.linear[key] = [("type", unit, number)]
        found = [("type", unit, number)]
        for term in self.units[unit].classes[number].bases:
            for atom in self.value(unit, term):
                if atom[0] == "type":
                    more = self.bases_of(atom[1], atom[2])
                elif atom[0] == "ext" and is_net(atom[1]):
                    more = [("lib", MODULE)]
                else:
                    more = [atom]
                found = [one for one in found if one not in more] + more
        self.linear[key] = found
        return found

    def library_bases(self, unit: str, number: int) -> list[str]:
        """Return torch's classes that a class of the project inherits from."""
        return [atom[1] for atom in self.bases_of(unit, number) if atom[0] == "lib"]

    def is_net(self, unit: str, number: int) -> bool:
        """Return whether a class of the project is a Module."""
        return any(self.library.inherits(path, MODULE) for path in self.library_bases(unit, number))

    def object_attribute(self, atom: Atom, name: str) -> Value:
        """Return an attribute of an object of the project's."""
        found = self.class_attribute(("type", atom[1], atom[2]), atom, name)
        if found:
            return found
        values = [
            self.class_attribute(("type", *one), ("obj", *one), name, own=True)
            for one in self.inheritors(atom[1], atom[2])
        ]
        if any(values):
            return join(*values)
        stored = self.units[atom[1]].stored.get(name)
        if stored:
            return join(*(self.value(atom[1], term) for term in stored[:6]))
        return self._made_at_run_time(atom, name)

    def _made_at_run_time(self, atom: Atom, name: str) -> Value:
        """Return an attribute whose name the code makes, as `f"conv{i}"` does, where it is set or where it is read."""
        known = self.made_names.get(atom[1:3])
        if known is None:
            bases = [base for base in self.bases_of(atom[1], atom[2]) if base[0] == "type"]
            held = [(base, one) for base in bases for one in self.units[base[1]].classes[base[2]].attributes]
            known = self.made_names[atom[1:3]] = (held, [pair for pair in held if _is_telling(pair[1])])
        for base, one in known[0] if "*" in name else known[1]:
            if fnmatchcase(name, one) or fnmatchcase(one, name):
                found = self._own_attribute(base, atom, one)
                if found:
                    return found
        return ()

    def inheritors(self, unit: str, number: int) -> list[tuple[str, int]]:
        """Return the project's classes that name a class as a base."""
        key = (unit, number)
        found = self.subclasses.get(key)
        if found is None:
            found = self.subclasses[key] = []
            for path, own in self.callers.inheriting(self.units[unit].classes[number].name):
                bases = self.units[path].classes[own].bases
                if any(atom[:3] == ("type", *key) for term in bases for atom in self.value(path, term)):
                    found.append((path, own))
                    if len(found) == MOST_INHERITORS:
                        break
        return found

    def class_attribute(self, start: Atom, atom: Atom, name: str, own: bool = False) -> Value:
        """Return an attribute of a class of the project, as its object or the class itself sees it."""
        for base in [start] if own else self.bases_of(start[1], start[2]):
            if base[0] == "type":
                found = self._own_attribute(base, atom, name)
            elif base[0] == "lib":
                found = self.inherited(base[1], atom, name)
            elif base[0] == "ext" and base[1] not in ("builtins.object", "abc.ABC", "typing.Generic"):
                if is_plain(base[1]) and not name.startswith("_") and base[1].startswith("builtins."):
                    found = (("bound", OPAQUE, name),) if hasattr(getattr(builtins, base[1][9:], None), name) else ()
                else:
                    found = ()
            else:
                found = ()
            if found:
                return found
        return ()

    def _own_attribute(self, base: Atom, atom: Atom, name: str) -> Value:
        unit = self.units[base[1]]
        held = unit.classes[base[2]]
        numbers = held.methods.get(name)
        if numbers is None and name not in held.attributes and name not in held.annotations:
            return ()
        values: list[Value] = []
        if numbers:
            function = unit.functions[numbers[-1]]
            if function.kind == "property":
                return self.result(base[1], numbers[-1], None)
            bound = None if function.kind == "static" or (atom[0] == "type" and function.kind != "class") else atom
            values.append((("fn", base[1], numbers[-1], bound),))
        terms = held.attributes.get(name)
        if terms and not numbers:
            values += [self.value(base[1], term) for term in terms[:16]]
            if name in held.appended:
                inner = join(*(self.value(base[1], term) for term in held.appended[name][:16]))
                values = [tuple([grown(one, inner) for one in value]) for value in values]
        if name in held.annotations and not any(values):
            values.append(annotated(self, base[1], held.annotations[name]))
        joined = join(*values) if values else ()
        without = useful(joined)
        if without:
            return _merged(without)
        return joined if terms and len(terms) == 1 else ()

    def inherited(self, path: str, atom: Atom, name: str) -> Value:
        owner = self.library.owner(path, name)
        if owner is not None:
            return (("method", owner, name, atom),)
        return self.library.attribute_value(path, name)

    def _super_attribute(self, atom: Atom, name: str) -> Value:
        for base in self.bases_of(atom[1], atom[2])[1:]:
            me = ("obj", atom[1], atom[2])
            found = self._own_attribute(base, me, name) if base[0] == "type" else ()
            if base[0] == "lib":
                found = self.inherited(base[1], me, name)
            if found:
                return found
        return ()

    def special(self, atom: Atom, names: tuple[str, ...]) -> Value:
        """Return what the first of some special methods of an object gives."""
        for name in names:
            for found in self.class_attribute(("type", atom[1], atom[2]), atom, name):
                if found[0] == "fn":
                    value = self.result(found[1], found[2], None)
                    if name != "__iter__":
                        return value
                    inner = tuple(one for one in value if one[0] != "obj")
                    return self.elements(inner) if inner else self.special(atom, ("__next__",))
                if found[0] == "method":
                    return (instance(MODULE),) if name in ("__iter__", "__getitem__") and "Module" in found[1] else ()
        return ()


def _is_telling(name: str) -> bool:
    """Return whether enough is known of a name that the code makes to find it by a name that the code writes."""
    return "*" in name and sum(letter.isalnum() for letter in name) >= FEWEST_LETTERS


def grown(atom: Atom, inner: Value) -> Atom:
    """Return a container with more in it; other values stay what they are."""
    if atom[0] == "seq":
        return sequence(join(atom[1], inner))
    if atom[0] == "map":
        return mapping(join(atom[1], inner), atom[2])
    if atom[0] == "inst" and atom[1] in CONTAINERS:
        return instance(atom[1], join(atom[2], inner))
    return atom


def _merged(value: Value) -> Value:
    """Return a value in which an empty list makes way for the list that it becomes."""
    if len(value) == 1:
        return value
    filled = [atom for atom in value if atom[0] in ("seq", "map") and atom[1]]
    return tuple(atom for atom in value if not (filled and atom[0] in ("seq", "map") and not atom[1]))

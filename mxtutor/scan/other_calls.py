"""Finds what calls of builtins, of other packages and of containers' methods give."""

from __future__ import annotations

from typing import Any

from mxtutor.scan.bound import Bound
from mxtutor.scan.externals import is_net, is_plain, passes_first
from mxtutor.scan.library import MODULE
from mxtutor.scan.solving import Solving
from mxtutor.scan.values import OPAQUE, TENSOR, Atom, Value, instance, join, kind_of, mapping, sequence, tuple_of

BUILTIN_KINDS = {
    "len": "int", "int": "int", "float": "float", "str": "str", "bool": "bool", "repr": "str", "isinstance": "bool",
    "hasattr": "bool", "round": "int", "ord": "int", "id": "int", "hash": "int", "print": "None", "range": "range",
    "input": "str", "open": "file", "format": "str", "callable": "bool", "issubclass": "bool", "any": "bool",
    "all": "bool", "bytes": "bytes", "chr": "str", "type": "object", "dir": "object", "vars": "object",
    "globals": "object",
}  # fmt: skip
COPIES = frozenset({"list", "tuple", "set", "iter", "sorted", "reversed", "frozenset"})
FIELDS = frozenset(
    {"dataclasses.field", "attr.ib", "attr.field", "attrs.field", "pydantic.Field", "pydantic.fields.Field"}
)
"""Functions that describe an attribute in the body of a class."""
MAP_METHODS = frozenset({"values", "items", "get", "pop", "copy", "setdefault"})


class OtherCalls(Solving):
    """The part of the solver that knows what other packages give."""

    def call_external(self, unit: str, path: str, held: Any, bound: Any) -> Value:
        name = path.rpartition(".")[2]
        if path.startswith("builtins."):
            return self._builtin_call(unit, name, held, bound)
        if path.startswith(("einops.", "einx.", "opt_einsum.")):
            if name == "pack":
                return (tuple_of([(TENSOR,), (OPAQUE,)]),)
            return (sequence((TENSOR,)),) if name == "unpack" else (TENSOR,)
        if passes_first(path):
            return self.first(unit, held, bound)
        if path in ("functools.partial", "functools.partialmethod"):
            return (("partial", self.first(unit, held, bound)),)
        if path == "functools.reduce" and len(held[2]) > 1:
            parts = self.parts(unit, held[2], bound)
            one = self.elements(parts[1])
            self.observe(parts[0], [join(one, *parts[2:3]), one])
            return join(one, *parts[2:3])
        if path in ("itertools.chain", "itertools.product", "itertools.zip_longest", "itertools.chain.from_iterable"):
            parts = [self.elements(part) for part in self.parts(unit, held[2], bound)]
            if name in ("product", "zip_longest"):
                return (sequence((tuple_of(parts),)),)
            if name == "from_iterable":
                parts = [self.elements(part) for part in parts]
            return (sequence(join(*parts)),) if parts else ()
        if path == "collections.defaultdict":
            return (mapping(()),)
        if path in FIELDS:
            return ()  # its annotation tells
        if path == "collections.namedtuple" or path.startswith(("typing.", "typing_extensions.")):
            return ()  # a type, not a value
        if is_net(path):
            return (instance(MODULE),)
        if is_plain(path):
            return (("other", path),)
        return ()

    def _builtin_call(self, unit: str, name: str, held: Any, bound: Any) -> Value:
        if name in BUILTIN_KINDS:
            return (kind_of(BUILTIN_KINDS[name]),)
        if name in ("staticmethod", "classmethod"):
            return self.first(unit, held, bound)
        if name in (*COPIES, "max", "min"):
            first = self.first(unit, held, bound)
            for key, term in held[3]:
                if key == "key":
                    self.observe(self.value(unit, term, bound), [self.elements(first)])
        if name in COPIES:
            return tuple(atom for atom in first if atom[0] in ("seq", "tup")) or (sequence(self.elements(first)),)
        if name == "dict":
            values = [(key, self.value(unit, term, bound)) for key, term in held[3] if key is not None]
            return (mapping(join(*(value for _, value in values)) if values else (), values),)
        if name == "zip":
            return (sequence((tuple_of([self.elements(part) for part in self.parts(unit, held[2], bound)]),)),)
        if name == "enumerate":
            return (sequence((tuple_of([(kind_of("int"),), self.elements(self.first(unit, held, bound))]),)),)
        if name in ("map", "filter") and len(held[2]) > 1:
            parts = self.parts(unit, held[2], bound)
            if name == "filter":
                self.observe(parts[0], [self.elements(parts[1])])
                return (sequence(self.elements(parts[1])),)
            return (sequence(self._mapped(unit, parts)),)
        if name in ("sum", "max", "min", "abs", "pow", "divmod", "next"):
            first = self.first(unit, held, bound)
            if name == "next" or (name in ("sum", "max", "min") and len(held[2]) == 1):
                inner = self.elements(first)
                return inner if name == "next" else (inner or ())
            return join(*self.parts(unit, held[2], bound)) if name in ("max", "min") else first
        return ()

    def _mapped(self, unit: str, parts: list[Value]) -> Value:
        """Return what `map` gives for each element."""
        found: list[Value] = []
        self.observe(parts[0], [self.elements(part) for part in parts[1:]])
        for atom in parts[0]:
            if atom[0] == "fn":
                _, path, number, holder = atom
                start = 1 if holder is not None else 0
                arguments = {start + i: self.elements(part) for i, part in enumerate(parts[1:])}
                found.append(self.result(path, number, Bound(path, number, arguments, 2)))
            else:
                found.append(self.call_atom(unit, atom, ("call", 0, (), (), -1), None))
        return join(*found) if found else ()

    def call_container(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        """Return what a method of a list, a dict or another Python value gives."""
        _, holder, name = atom
        if holder[0] == "map" and name in MAP_METHODS:
            inner = join(holder[1], *(value for _, value in holder[2]))
            if name == "values":
                return (sequence(inner),)
            if name == "items":
                return (sequence((tuple_of([(kind_of("str"),), inner]),)),)
            if name == "copy":
                return (holder,)
            return join(inner, *self.parts(unit, held[2][1:2], bound))
        if holder[0] in ("seq", "tup") and name in ("pop", "popleft"):
            return self.elements((holder,))
        if holder[0] in ("seq", "tup") and name == "copy":
            return (holder,)
        return (OPAQUE,)

"""Finds what calls return: classes, functions and nets of torch, of the project, and of other packages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mxtutor.scan.annotations import annotated
from mxtutor.scan.bound import Bound
from mxtutor.scan.externals import OWN_KINDS, is_net, is_plain, passes_first
from mxtutor.scan.library import CONTAINERS, MODULE, TENSOR_TYPES
from mxtutor.scan.terms import Function
from mxtutor.scan.values import OPAQUE, TENSOR, Atom, Value, instance, join, kind_of, mapping, sequence, tuple_of

if TYPE_CHECKING:
    from mxtutor.scan.library import Library
    from mxtutor.scan.terms import Unit

DEEPEST = 3
"""Calls of the project's functions inside each other that are followed with their own arguments."""
AXIS_NAMES = ("dim", "axis", "return_inverse", "return_counts", "keepdim")
BUILTIN_KINDS = {
    "len": "int", "int": "int", "float": "float", "str": "str", "bool": "bool", "repr": "str", "isinstance": "bool",
    "hasattr": "bool", "round": "int", "ord": "int", "id": "int", "hash": "int", "print": "None", "range": "range",
    "input": "str", "open": "file", "format": "str", "callable": "bool", "issubclass": "bool", "any": "bool",
    "all": "bool", "bytes": "bytes", "chr": "str", "type": "object", "dir": "object", "vars": "object",
    "globals": "object",
}  # fmt: skip
COPIES = frozenset({"list", "tuple", "set", "iter", "sorted", "reversed", "frozenset"})
CALLBACKS: dict[str, list[Value]] = {
    "apply": [],
    "register_forward_hook": [(tuple_of([(TENSOR,)]),), (TENSOR,)],
    "register_forward_pre_hook": [(tuple_of([(TENSOR,)]),)],
    "register_full_backward_hook": [(tuple_of([(TENSOR,)]),), (tuple_of([(TENSOR,)]),)],
    "register_backward_hook": [(tuple_of([(TENSOR,)]),), (tuple_of([(TENSOR,)]),)],
}
"""Methods of a net that call a function with a net, and what they give it besides."""
MAP_METHODS = frozenset({"values", "items", "get", "pop", "copy", "setdefault"})


class Calls:
    """The part of the solver that follows calls."""

    units: Mapping[str, Unit]
    library: Library

    def start_calls(self) -> None:
        """Prepare the memories of this part."""
        self.results_busy: set[tuple[str, int]] = set()
        self.called: dict[Any, Value] = {}
        self.observed: dict[tuple[str, int], dict[int, Value]] = {}
        """Arguments of functions that are called under another name, by the parameter's place."""

    if TYPE_CHECKING:
        _results: dict[tuple[str, int], Value]
        cuts: int

        def tried(self, key: object) -> bool: ...
        def value(self, unit: str, term: int, bound: Any = None) -> Value: ...
        def attribute(self, value: Value, name: str) -> Value: ...
        def elements(self, value: Value) -> Value: ...
        def parts(self, unit: str, terms: Any, bound: Any) -> list[Value]: ...
        def depends(self, unit: str, term: int) -> bool: ...
        def is_net(self, unit: str, number: int) -> bool: ...
        def bases_of(self, unit: str, number: int) -> list[Atom]: ...
        def library_bases(self, unit: str, number: int) -> list[str]: ...

    def call(self, unit: str, held: Any, bound: Any) -> Value:
        """Return what a call gives."""
        value = self.value(unit, held[1], bound)
        if len(value) == 1:
            return self.call_atom(unit, value[0], held, bound)
        return join(*(self.call_atom(unit, atom, held, bound) for atom in value)) if value else ()

    def call_atom(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        """Return what calling one alternative gives."""
        kind = atom[0]
        if kind == "fn":
            return self._function(unit, atom, held, bound)
        if kind == "lib":
            return self._library(unit, atom[1], held, bound)
        if kind == "method":
            return self._method(unit, atom, held, bound)
        if kind == "inst":
            return self.forward(unit, atom, held, bound)
        if kind == "obj":
            return self._object(unit, atom, held, bound)
        if kind == "type":
            return self._made(unit, atom, held, bound)
        if kind == "ext":
            return self._external(unit, atom[1], held, bound)
        if kind == "bound":
            return self._container(unit, atom, held, bound)
        if kind == "partial":
            return join(*(self.call_atom(unit, one, held, bound) for one in atom[1])) if atom[1] else ()
        return (atom,) if kind == "other" else ()

    def first(self, unit: str, held: Any, bound: Any) -> Value:
        """Return the first argument of a call."""
        if held[2]:
            parts = self.parts(unit, held[2][:1], bound)
            return parts[0]
        return self.value(unit, held[3][0][1], bound) if held[3] else ()

    # torch

    def _library(self, unit: str, path: str, held: Any, bound: Any) -> Value:
        known = self.library
        if path in TENSOR_TYPES:
            return (TENSOR,)
        if path in known.classes:
            return (instance(path, self._contents(unit, path, held, bound)),)
        if path in known.functions:
            first = self.first(unit, held, bound)
            if any(atom[0] == "fn" for atom in first):
                self.observe(first, self.parts(unit, held[2][1:], bound))
            return known.function_value(path, first, self._has_axis(unit, held, 1, bound))
        for start, base in OWN_KINDS.items():
            if path.startswith(start):
                last = path.rpartition(".")[2]
                return (
                    (instance(path if base.startswith("torch.utils") else base),) if last[:1].isupper() else (TENSOR,)
                )
        return (instance(MODULE),) if is_net(path) else ()

    def _contents(self, unit: str, path: str, held: Any, bound: Any) -> Value:
        """Return what an instance contains: the layers of a Sequential, the batches of a loader, a wrapped net."""
        if path in CONTAINERS:
            parts = self.parts(unit, held[2], bound)
            if not parts:
                return ()
            flat = [self._layers(part) for part in parts]
            return join(*flat)
        if path.startswith("torch.nn.parallel.") or path == "torch.nn.DataParallel":
            return self.first(unit, held, bound)
        if path == "torch.utils.data.DataLoader":
            return self._batch(unit, held, bound)
        return ()

    def _layers(self, value: Value) -> Value:
        found: list[Value] = []
        for atom in value:
            if atom[0] == "map":
                found.append(join(atom[1], *(part for _, part in atom[2])))
            elif atom[0] in ("seq", "tup"):
                inner = self.elements((atom,))
                found.append(
                    join(*(self.elements((one,)) if one[0] == "tup" else (one,) for one in inner)) if inner else ()
                )
            else:
                found.append((atom,))
        value = join(*found) if found else ()
        return tuple(atom for atom in value if atom[0] != "py")

    def _batch(self, unit: str, held: Any, bound: Any) -> Value:
        keywords = dict(held[3])
        collate = keywords.get("collate_fn")
        if collate is not None:
            value: Value = ()
            self.observe(self.value(unit, collate, bound), [(sequence(self.elements(self.first(unit, held, bound))),)])
            for atom in self.value(unit, collate, bound):
                if atom[0] == "fn":
                    value = join(value, self.result(atom[1], atom[2], None))
            if value:
                return value
        dataset = self.first(unit, held, bound)
        items = self.elements(tuple(atom for atom in dataset if atom[0] == "obj"))
        return collated(items) or (TENSOR,)

    def _has_axis(self, unit: str, held: Any, place: int, bound: Any) -> bool:
        """Return whether a call such as `max` names an axis; a second tensor in its place is none."""
        callee = self.units[unit].terms[held[1]]
        if callee[0] in ("attr", "from"):
            if "pool" in callee[-1]:
                return any(name == "return_indices" for name, _ in held[3])
            if callee[-1] == "where":
                return len(held[2]) > 1
        if any(name in AXIS_NAMES for name, _ in held[3]):
            return True
        return len(held[2]) > place and TENSOR not in self.value(unit, held[2][place], bound)

    def _method(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        _, owner, name, holder = atom
        if owner == "torch.Tensor":
            if name in ("register_hook", "register_post_accumulate_grad_hook") and held[2]:
                self.observe(self.value(unit, held[2][0], bound), [(TENSOR,)])
            many = self._has_axis(unit, held, 0 if holder is not None else 1, bound)
            return self.library.method_value("torch.Tensor", name, (TENSOR,), many)
        if owner == "torch.autograd.Function" and name == "apply":
            return self._applied(holder)
        if holder is not None and holder[0] in ("obj", "type") and name == "__call__":
            return self._object(unit, holder, held, bound)
        if name in ("values", "items") and holder is not None and holder[0] == "inst" and holder[1] in CONTAINERS:
            held_value = holder[2] or (instance(MODULE),)
            return (sequence(held_value if name == "values" else (tuple_of([(kind_of("str"),), held_value]),)),)
        if name == "forward":
            return self.forward(unit, holder, held, bound) if holder is not None and holder[0] == "inst" else (TENSOR,)
        if name in CALLBACKS and held[2]:
            self.observe(self.value(unit, held[2][-1], bound), [(instance(MODULE),), *CALLBACKS[name]])
        path = holder[1] if holder is not None and holder[0] == "inst" else owner
        mine: Value = (holder,) if holder is not None else ()
        found = self.library.method_value(path, name, mine, bool(held[2]))
        if (
            not found
            and owner.startswith("torch.distributions")
            and name in ("sample", "rsample", "log_prob", "entropy")
        ):
            return (TENSOR,)
        return found

    def _applied(self, holder: Atom | None) -> Value:
        if holder is None or holder[0] not in ("type", "obj"):
            return (TENSOR,)
        for atom in self.attribute((("type", holder[1], holder[2]),), "forward"):
            if atom[0] == "fn":
                return self.result(atom[1], atom[2], None) or (TENSOR,)
        return (TENSOR,)

    def forward(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        """Return what calling an instance of a class of torch gives."""
        path = atom[1]
        if not self.library.inherits(path, MODULE):
            return (TENSOR,) if path.startswith(("torchvision.", "torch.distributions")) else ()
        if path.startswith("torch.nn.parallel.") or path == "torch.nn.DataParallel":
            wrapped = [self.call_atom(unit, one, held, bound) for one in atom[2]]
            return join(*wrapped) if any(wrapped) else (TENSOR,)
        if path == MODULE or path in CONTAINERS:
            return (TENSOR,)
        if path == "torch.nn.Identity":
            return self.first(unit, held, bound) or (TENSOR,)
        return self.library.method_value(path, "forward", (), False) or (TENSOR,)

    # The project

    def _object(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        for name in ("__call__", "forward"):
            for found in self.attribute((atom,), name):
                if found[0] == "fn":
                    return self._function(unit, found, held, bound)
                if found[0] == "method" and name == "forward":
                    return (TENSOR,)
        return ()

    def _made(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        bases = self.library_bases(atom[1], atom[2])
        if any(base in TENSOR_TYPES for base in bases):
            return (TENSOR,)
        return (("obj", atom[1], atom[2]),)

    def _function(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        _, path, number, holder = atom
        function = self.units[path].functions[number]
        depth = bound.depth + 1 if bound is not None else 1
        if depth > DEEPEST or function.yields or not any(self.depends(path, term) for term in function.returns[:12]):
            return self.result(path, number, None)

        arguments = self.arguments_of(path, number, holder, unit, held, bound)
        if function.name == "<lambda>" or bound is not None:
            known = self.observed.setdefault((path, number), {})
            for place, value in arguments.items():
                known[place] = join(known.get(place, ()), value)
        key = (path, number, depth, tuple(arguments.items()))
        found = self.called.get(key)
        if found is None:
            cuts = self.cuts
            found = self.result(path, number, Bound(path, number, arguments, depth)) or self.result(path, number, None)
            if found or cuts == self.cuts or self.tried(key):
                self.called[key] = found
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
        if bound is None and key in self._results:
            return self._results[key]
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
            self._results[key] = found
        return found

    def _result(self, path: str, function: Function, bound: Any) -> Value:
        if function.annotation >= 0:
            value = annotated(self, path, function.annotation)
            if value and not all(atom in (("py", "object"), ("seq", ()), ("map", (), ())) for atom in value):
                return value
        if function.yields:
            return (sequence(join(*(self.value(path, term) for term in function.yields[:8]))),)
        values = [self.value(path, term, bound) for term in function.returns[:16] if term != 1]
        return join(*values) if values else ((kind_of("None"),) if function.returns else ())

    # Other packages and containers

    def _external(self, unit: str, path: str, held: Any, bound: Any) -> Value:
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
        if path == "functools.reduce":
            return self.elements(self.parts(unit, held[2][1:2], bound)[0]) if len(held[2]) > 1 else ()
        if path in ("itertools.chain", "itertools.product", "itertools.zip_longest", "itertools.chain.from_iterable"):
            parts = [self.elements(part) for part in self.parts(unit, held[2], bound)]
            if name in ("product", "zip_longest"):
                return (sequence((tuple_of(parts),)),)
            if name == "from_iterable":
                parts = [self.elements(part) for part in parts]
            return (sequence(join(*parts)),) if parts else ()
        if path == "collections.defaultdict":
            return (mapping(()),)
        if path == "collections.namedtuple" or path == "typing.NamedTuple":
            return ()
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

    def observe(self, callee: Value, arguments: list[Value]) -> None:
        """Note the arguments that a function of the project gets from code that is not the project's."""
        for atom in callee:
            if atom[0] == "fn":
                _, path, number, holder = atom
                known = self.observed.setdefault((path, number), {})
                for place, value in enumerate(arguments, 1 if holder is not None else 0):
                    known[place] = join(known.get(place, ()), value)

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

    def _container(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
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


def collated(value: Value) -> Value:
    """Return a batch of what a dataset gives for one index: numbers become tensors, containers stay."""
    found: list[Atom] = []
    for atom in value:
        if atom[0] == "tup":
            found.append(tuple_of([collated(part) or (TENSOR,) for part in atom[1]]))
        elif atom[0] == "map":
            found.append(mapping(collated(atom[1]), [(key, collated(part)) for key, part in atom[2]]))
        elif atom[0] == "seq":
            found.append(sequence(collated(atom[1])))
        elif atom[0] == "py" and atom[1] == "str":
            found.append(sequence((atom,)))
        else:
            found.append(TENSOR)
    return tuple(dict.fromkeys(found))

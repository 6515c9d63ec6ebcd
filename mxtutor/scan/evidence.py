"""Finds what parameters and unknown values are from their use: callers, defaults, names, methods."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mxtutor.scan.annotations import annotated
from mxtutor.scan.library import MODULE, OPTIMIZER, SCHEDULER
from mxtutor.scan.values import TENSOR, Value, instance, join, kind_of, mapping, sequence

if TYPE_CHECKING:
    from mxtutor.scan.library import Library
    from mxtutor.scan.terms import Unit

OPTIMIZERS = frozenset({"zero_grad", "param_groups", "add_param_group"})
NETS = frozenset({"named_parameters", "named_modules", "load_state_dict", "register_forward_hook", "named_children"})
TENSOR_READS = frozenset({"requires_grad", "grad_fn", "is_cuda", "is_leaf", "retain_grad", "is_sparse"})
NOT_TENSOR = frozenset(
    "items keys append extend get pop insert update startswith endswith format read write step".split()
)
NAMES = (
    (re.compile(r"(?:\w*_)?(?:model|net|network|module|encoder|decoder|backbone)\d?"), instance(MODULE)),
    (re.compile(r"(?:\w*_)?(?:generator|discriminator|actor|critic)\d?"), instance(MODULE)),
    (re.compile(r"(?:\w*_)?(?:optimi[sz]er|optim|opt)(?:_\w{1,8})?"), instance(OPTIMIZER)),
    (re.compile(r"(?:\w*_)?(?:lr_)?sched(?:uler)?"), instance(SCHEDULER)),
    (re.compile(r"(?:\w*_)?(?:criterion|loss_fn|loss_func)"), instance(MODULE)),
    (re.compile(r"(?:\w*_)?(?:data_?)?loader|(?:\w*_)?dataloader"), ("inst", "torch.utils.data.DataLoader", (TENSOR,))),
    (re.compile(r"logits?|(?:\w*_)?(?:tensors?|logits|embeddings?|hidden_states?)"), TENSOR),
)  # fmt: skip
"""Names of parameters that say what they hold, in the absence of anything better."""
TENSOR_FIRST = frozenset(
    """linear conv1d conv2d conv3d cross_entropy mse_loss binary_cross_entropy interpolate
    binary_cross_entropy_with_logits nll_loss l1_loss pad one_hot gelu silu leaky_relu layer_norm normalize dropout
    kl_div smooth_l1_loss unfold fold grid_sample zeros_like ones_like rand_like randn_like empty_like
    full_like""".split()
)
"""Functions of torch, besides those named like a method, whose first argument is a tensor."""
PARTS = frozenset({"grad", "data", "weight", "bias", "running_mean", "running_var"})
"""Attributes that hold tensors in torch's own classes."""
MANY_FILES = 800
"""Files of a project from which on only few calls in other files are looked at."""
FEW_CALLERS = 2
MOST_CALLERS = 24
"""Calls of a function whose arguments are looked at."""


class Evidence:
    """The part of the solver that judges by use."""

    units: Mapping[str, Unit]
    library: Library

    calls_by_name: Mapping[str, Sequence[tuple[str, int]]]

    if TYPE_CHECKING:
        cuts: int
        observed: dict[tuple[str, int], dict[int, Value]]

        def tried(self, key: object) -> bool: ...
        def argument_terms(
            self, path: str, number: int, holder: Any, caller: str, held: Any
        ) -> dict[int, list[int]]: ...
        def value(self, unit: str, term: int, bound: Any = None) -> Value: ...
        def attribute(self, value: Value, name: str) -> Value: ...
        def is_net(self, unit: str, number: int) -> bool: ...
        def library_bases(self, unit: str, number: int) -> list[str]: ...

    def start_evidence(self) -> None:
        """Prepare the memories of this part."""
        self._uses: dict[str, dict[int, set[str]]] = {}
        self._fed: dict[str, dict[int, list[tuple[int, int]]]] = {}
        self._functions: dict[str, dict[int, list[int]]] = {}
        self._handed: dict[str, dict[str, list[int]]] = {}
        self._arrays: dict[str, frozenset[str]] = {}
        self._read: dict[str, dict[tuple[int, int], set[str]]] = {}
        self._dependent: dict[str, set[int]] = {}
        self._parameters: dict[tuple[str, int, int], Value] = {}
        self._results: dict[tuple[str, int], Value] = {}

    # What a unit's terms depend on and how they are used

    def dependent(self, path: str) -> set[int]:
        """Return the terms of a unit that depend on a parameter."""
        found = self._dependent.get(path)
        if found is None:
            found = self._dependent[path] = set()
            terms = self.units[path].terms
            for _ in range(2):  # a loop's phi refers to later terms
                for number, held in enumerate(terms):
                    if number not in found and (held[0] == "param" or any(one in found for one in _parts(held))):
                        found.add(number)
        return found

    def uses(self, path: str) -> dict[int, set[str]]:
        """Return the names of the attributes that are read on each term of a unit."""
        found = self._uses.get(path)
        if found is None:
            found = self._uses[path] = {}
            fed = self._fed[path] = {}
            read = self._read[path] = {}
            handed = self._handed[path] = {}
            terms = self.units[path].terms
            called = {}
            for held in terms:
                if held[0] == "call":
                    called[held[1]] = any(name in ("dim", "keepdim") for name, _ in held[3])
            for number in range(len(terms) - 1, 0, -1):
                held = terms[number]
                if held[0] == "attr":
                    names = found.setdefault(held[1], set())
                    if number in called:
                        names.add(f"{held[2]}(dim)" if called[number] else f"{held[2]}()")
                    names.add(held[2])
                elif held[0] == "call":
                    for place, term in enumerate(held[2]):
                        fed.setdefault(term, []).append((number, place))
                        if terms[term][0] == "attr":
                            handed.setdefault(terms[term][2], []).append(number)
                    for _, term in held[3]:
                        fed.setdefault(term, []).append((number, -1))
                elif held[0] == "phi" and number in found:
                    for term in held[1]:
                        if term > 8:
                            found.setdefault(term, set()).update(found[number])
                elif held[0] == "param" and number in found:
                    read[held[1:]] = found[number]
        return found

    def guess(self, path: str, term: int) -> Value:
        """Return what an unknown term is by its use: the methods that are called on it, the functions that take it."""
        unit = self.units[path]
        held = unit.terms[term]
        if held[0] in ("import", "from", "unknown", "const", "func", "class", "builtin", "super"):
            return ()
        if held[0] == "sub" and held[3] == "params" and held[2] == "const":
            return (sequence((TENSOR,)),)
        names = self.uses(path).get(term)
        if names:
            if names & TENSOR_READS or any(self._is_tensors(name) for name in names):
                return (TENSOR,)
            if self._is_array(path, names) or self._is_part(held, names):
                return (TENSOR,)
            if names & OPTIMIZERS and not names & NETS and ("step" in names or "param_groups" in names):
                return (instance(OPTIMIZER),)
            if names & NETS and not names & OPTIMIZERS:
                return (instance(MODULE),)
        fed = self._fed[path].get(term)
        for call, place in (fed or ())[:6]:
            if place == 0 and self._takes_tensor(path, unit.terms[call][1]):
                return (TENSOR,)
        if held[0] in ("param", "attr", "builtin"):
            name = unit.functions[held[1]].parameters[held[2]][0] if held[0] == "param" else held[2]
            if names or held[0] == "attr":
                return self._by_name(name, names or set())
        return ()

    def _is_tensors(self, use: str) -> bool:
        """Return whether a use, such as `size()` or `sum(dim)`, is a call of a method that only tensors have."""
        name, bracket, rest = use.partition("(")
        return bool(bracket) and (
            name in self.library.tensor_only or (rest == "dim)" and name in self.library.tensor_methods)
        )

    def _is_array(self, path: str, uses: set[str]) -> bool:
        """Return whether methods are called that only arrays have, in a file that has tensors and no NumPy."""
        known = self._arrays.get(path)
        if known is None:
            roots = {held[1].partition(".")[0] for held in self.units[path].terms if held[0] in ("import", "from")}
            free = "torch" in roots and not roots & {"numpy", "pandas", "tensorflow", "jax"}
            known = self._arrays[path] = self.library.array_methods if free else frozenset({"size"})
        return any(use.endswith(")") and use.partition("(")[0] in known for use in uses)

    def _is_part(self, held: Any, uses: set[str]) -> bool:
        """Return whether a term is the `grad`, `data` or `weight` of something, and is used as a tensor."""
        if held[0] != "attr" or held[2] not in PARTS:
            return False
        called = {use.partition("(")[0] for use in uses if use.endswith(")")}
        return bool(called & self.library.tensor_methods) or "data" in uses

    def _by_name(self, name: str, uses: set[str]) -> Value:
        for pattern, atom in NAMES:
            if pattern.fullmatch(name.lower()):
                if atom[1] == MODULE and uses & {"items", "keys", "split", "startswith", "get"}:
                    return ()
                return (atom,)
        return ()

    def _takes_tensor(self, path: str, callee: int) -> bool:
        """Return whether a callee is a function of torch whose first argument is a tensor."""
        held = self.units[path].terms[callee]
        if held[0] not in ("attr", "from"):
            return False
        for atom in self.value(path, callee):
            if atom[0] != "lib":
                return False
            name = atom[1].rpartition(".")
            if name[0] not in ("torch", "torch.nn.functional", "torch.linalg", "torch.fft"):
                return False
            gives = self.library.functions.get(atom[1], "").startswith(("T", "(T"))
            return gives and (name[2] in self.library.tensor_methods or name[2] in TENSOR_FIRST)
        return False

    # Parameters

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
        values = self._from_callers(path, number, place)
        if kind in ("star", "stars"):
            return (sequence(values),) if kind == "star" else (mapping(values),)
        if not values:
            values = self._from_callbacks(path, number, place)
        joined = tuple(one for one in join(given, values) if one != ("py", "None"))
        if joined and not (values == () and all(one[0] == "py" and one[1] == "None" for one in given)):
            return joined
        return ()

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
        plain = tuple(one for one in default if one != ("py", "None"))
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
        values = tuple(one for one in self._from_callers(path, number, place) if one != ("py", "None"))
        return values or (TENSOR,)

    def _names_used(self, path: str, number: int, place: int) -> set[str]:
        """Return the names of the attributes that are read on a parameter."""
        self.uses(path)
        return self._read[path].get((number, place), set())

    def _candidates(self, path: str, name: str) -> Sequence[tuple[str, int]]:
        """Return the calls by a name that are looked at; in a large project few of other files."""
        known = self.calls_by_name.get(name, ())
        if len(self.units) < MANY_FILES:
            return known[:MOST_CALLERS]
        near = [one for one in known if one[0] == path]
        return [*near, *[one for one in known if one[0] != path][:FEW_CALLERS]][:MOST_CALLERS]

    def _from_callbacks(self, path: str, number: int, place: int) -> Value:
        """Return the arguments of a function that is handed to others: evaluating these calls shows them."""
        unit = self.units[path]
        self.uses(path)
        calls = list(self._handed[path].get(unit.functions[number].name, ()))
        for term in self._function_terms(path, number):
            calls += [call for call, _ in self._fed[path].get(term, ())]
        for call in calls[:6]:
            self.value(path, call)
        return self.observed.get((path, number), {}).get(place, ())

    def _function_terms(self, path: str, number: int) -> list[int]:
        known = self._functions.get(path)
        if known is None:
            known = self._functions[path] = {}
            for term, held in enumerate(self.units[path].terms):
                if held[0] == "func":
                    known.setdefault(held[1], []).append(term)
        return known.get(number, [])

    def _from_callers(self, path: str, number: int, place: int) -> Value:
        unit = self.units[path]
        function = unit.functions[number]
        names = [function.name]
        if function.name == "__init__" and function.owner >= 0:
            names = [unit.classes[function.owner].name, "__init__"]
        values: list[Value] = []
        for name in names:
            for caller, term in self._candidates(path, name):
                held = self.units[caller].terms[term]
                for atom in self.value(caller, held[1]):
                    if atom[0] == "type" and function.name == "__init__":
                        target = self.attribute((("obj", atom[1], atom[2]),), "__init__")
                        atom = target[0] if target else atom
                    if atom[0] == "fn" and atom[1:3] == (path, number):
                        terms = self.argument_terms(path, number, atom[3], caller, held).get(place, ())
                        values.extend(self.value(caller, one) for one in terms)
        return join(*values) if values else ()


def _parts(held: Any) -> tuple[int, ...]:
    kind = held[0]
    if kind in ("attr", "elem", "unpack", "star", "unary", "enter", "await"):
        return (held[1],)
    if kind in ("bin", "cmp", "narrow"):
        return (held[1], held[2])
    if kind == "call":
        return (held[1], *held[2], *(term for _, term in held[3]))
    if kind == "sub":
        return (held[1],)
    if kind in ("tuple", "list", "phi"):
        return tuple(held[1])
    if kind == "dict":
        return tuple(term for _, term in held[1])
    return ()

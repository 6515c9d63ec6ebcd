"""Finds what unknown values are from their use: the methods that are called on them, the functions that take them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from typing import Any

from mxtutor.scan.annotations import is_anothers
from mxtutor.scan.externals import DENSE, NO_TENSORS_OF_ITS_OWN, OWN_TENSORS, RARE, STANDARD, is_plain
from mxtutor.scan.library import MODULE, OPTIMIZER, ROOTS
from mxtutor.scan.priors import of_parameter
from mxtutor.scan.solving import Solving
from mxtutor.scan.terms import parts_of
from mxtutor.scan.values import LIKE, TENSOR, Value, instance, sequence

OPTIMIZERS = frozenset({"zero_grad", "param_groups", "add_param_group"})
NETS = frozenset({"named_parameters", "named_modules", "load_state_dict", "register_forward_hook", "named_children"})
TENSOR_READS = frozenset({"requires_grad", "grad_fn", "is_cuda", "is_leaf", "retain_grad", "is_sparse"})
TENSOR_FIRST = frozenset(
    """linear conv1d conv2d conv3d cross_entropy mse_loss binary_cross_entropy interpolate
    binary_cross_entropy_with_logits nll_loss l1_loss pad one_hot gelu silu leaky_relu layer_norm normalize dropout
    kl_div smooth_l1_loss unfold fold grid_sample zeros_like ones_like rand_like randn_like empty_like
    full_like""".split()
)
"""Functions of torch, besides those named like a method, whose first argument is a tensor."""
PARTS = frozenset({"grad", "data", "weight", "bias", "running_mean", "running_var"})
"""Attributes that hold tensors in torch's own classes."""


class Evidence(Solving):
    """The part of the solver that judges by use."""

    def start_evidence(self) -> None:
        """Prepare the memories of this part."""
        self._uses: dict[str, dict[int, set[str]]] = {}
        self.fed: dict[str, dict[int, list[tuple[int, int]]]] = {}
        """For each term of a unit, the calls that get it and its place among their arguments."""
        self.handed: dict[str, dict[str, list[int]]] = {}
        """The calls that get an attribute, by the name of the attribute."""
        self.read: dict[str, dict[tuple[int, int], set[str]]] = {}
        """The attributes that are read on a parameter, by function and place."""
        self.own: dict[str, dict[str, set[str]]] = {}
        """The attributes that are read on an attribute of `self`, by its name."""
        self.others: dict[str, dict[str, set[str]]] = {}
        """The attributes that are read on an attribute of anything else, by its name."""
        self._foreign: dict[str, bool] = {}
        self._packages: dict[str, frozenset[str]] = {}
        self._functions: dict[str, dict[int, list[int]]] = {}
        self._arrays: dict[str, frozenset[str]] = {}
        self._dependent: defaultdict[str, dict[int, bool]] = defaultdict(dict)

    def forget_evidence(self) -> None:
        """Free the memory of this part; it is found out again where it is needed."""
        for memory in (
            self._uses, self.fed, self.handed, self.read, self.own, self.others, self._functions, self._dependent,
        ):  # fmt: skip
            memory.clear()

    # What a unit's terms depend on and how they are used

    def depends(self, unit: str, term: int) -> bool:
        """Return whether a term depends on a parameter."""
        known = self._dependent[unit]
        found = known.get(term)
        if found is None:
            found = known[term] = self._reaches_parameter(unit, term, known)
        return found

    def _reaches_parameter(self, unit: str, term: int, known: dict[int, bool]) -> bool:
        terms = self.units[unit].terms
        reached_from = {term: -1}
        left = [term]
        while left:
            number = left.pop()
            held = terms[number]
            reached = held[0] == "param"
            for one in () if reached else parts_of(held):
                if one not in reached_from:
                    found = known.get(one)
                    if found:
                        reached = True
                        break
                    reached_from[one] = number
                    if found is None:
                        left.append(one)
            if reached:
                while number >= 0:
                    known[number] = True
                    number = reached_from[number]
                return True
        known.update(dict.fromkeys(reached_from, False))
        return False

    def uses(self, path: str) -> dict[int, set[str]]:
        """Return the names of the attributes that are read on each term of a unit."""
        found = self._uses.get(path)
        if found is None:
            found = self._uses[path] = {}
            fed = self.fed[path] = {}
            read = self.read[path] = {}
            handed = self.handed[path] = {}
            own = self.own[path] = {}
            others = self.others[path] = {}
            terms = self.units[path].terms
            called: dict[int, bool] = {}
            for number in range(len(terms) - 1, 0, -1):
                held = terms[number]
                kind = held[0]
                if kind == "attr":
                    _, base, name = held
                    names = found.get(base)
                    if names is None:
                        names = found[base] = set()
                    names.add(name)
                    if number in called:
                        names.add(f"{name}(dim)" if called[number] else f"{name}()")
                    holder = terms[base]
                    if holder[0] == "attr":
                        parts = own if terms[holder[1]][0] == "self" else others
                        parts.setdefault(holder[2], set()).add(name)
                elif kind == "call":  # it comes after its callee, and here before it
                    axis = any(name in ("dim", "keepdim") for name, _ in held[3]) if held[3] else False
                    called.setdefault(held[1], axis)
                    for place, term in enumerate(held[2]):
                        fed.setdefault(term, []).append((number, place))
                        if terms[term][0] == "attr":
                            handed.setdefault(terms[term][2], []).append(number)
                    for _, term in held[3]:
                        fed.setdefault(term, []).append((number, -1))
                elif kind == "phi" and number in found:
                    for term in held[1]:
                        if term > 8:
                            found.setdefault(term, set()).update(found[number])
                elif kind == "param" and number in found:
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
        if held[0] == "call" and self.is_dense(path, held):
            return (TENSOR,)
        names = self.uses(path).get(term) or set()
        if self._looks_like_a_tensor(path, term, names):
            doubtful = self.is_foreign(path) and not (self._writes(path, names) or self._is_torchs(path, held))
            return (LIKE,) if doubtful else (TENSOR,)
        if names:
            if names & OPTIMIZERS and not names & NETS and ("step" in names or "param_groups" in names):
                return (instance(OPTIMIZER),)
            if names & NETS and not names & OPTIMIZERS:
                return (instance(MODULE),)
        if held[0] in ("param", "attr", "builtin"):
            name = unit.functions[held[1]].parameters[held[2]][0] if held[0] == "param" else held[2]
            if names or held[0] == "attr":
                return of_parameter(name, names)
        return ()

    def is_dense(self, path: str, held: Any) -> bool:
        """Return whether a call gives a tensor of whatever has such a method, as a linear operator may.

        A diagonal, what solves a linear system for a tensor, and what the name of the method says.
        """
        callee = self.units[path].terms[held[1]]
        if callee[0] not in ("attr", "from"):
            return False
        if callee[-1] == "diagonal":  # NumPy names its axes otherwise
            return any(name == "dim1" for name, _ in held[3])
        if callee[-1] == "solve":
            return callee[0] == "attr" and bool(held[2]) and self.value(path, held[2][0]) == (TENSOR,)
        return callee[-1] in DENSE

    def _looks_like_a_tensor(self, path: str, term: int, names: set[str]) -> bool:
        """Return whether methods of tensors are called on a term, or a function of torch takes it as a tensor."""
        held = self.units[path].terms[term]
        if self.is_foreign(path) and self.is_another_s(path, term):
            return False
        if names & TENSOR_READS or any(self._is_tensors(name) for name in names):
            return True
        if self._is_array(path, names) and not self._is_other(path, held):
            return True
        if self._is_part(held, names):
            return True
        fed = self.fed[path].get(term, ())
        return any(place == 0 and self._takes_tensor(path, self.units[path].terms[call][1]) for call, place in fed[:6])

    def is_another_s(self, path: str, term: int) -> bool:
        """Return whether a term is no tensor: an object of a class, or something with what no tensor has."""
        terms = self.units[path].terms
        held = terms[term]
        if held[0] == "call":
            callee = terms[held[1]]
            if callee[0] in ("from", "attr") and str(callee[-1])[:1].isupper():
                values = self.value(path, held[1])
                return bool(values) and all(atom[0] == "ext" for atom in values)
        if held[0] == "narrow":
            return self.is_another_s(path, held[1])
        if held[0] == "param":
            annotation = self.units[path].functions[held[1]].parameters[held[2]][3]
            if annotation >= 0 and is_anothers(self, path, annotation):
                return True
        known = self.library.tensor_methods | self.library.tensor_attributes
        names = {use.partition("(")[0] for use in self.uses(path).get(term, ())}
        if held[0] == "attr":
            names |= self.others[path].get(held[2], set())
        return bool(names - known) or (self.is_foreign(path) and bool(names & RARE))

    def _writes(self, path: str, names: set[str]) -> bool:
        """Return whether a method is called that writes in place as torch's do and few others: `add_`, `copy_`."""
        if not self._packages[path].isdisjoint(OWN_TENSORS):
            return False
        known = self.library.tensor_only
        return any(name.endswith("_()") and name[:-2] in known and name != "detach_()" for name in names)

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

    def is_foreign(self, path: str) -> bool:
        """Return whether a file imports a package that is neither the project's nor known: its objects may be alike."""
        found = self._foreign.get(path)
        if found is None:
            roots = self._packages[path] = frozenset(
                held[1].partition(".")[0]
                for held in self.units[path].terms
                if held[0] in ("import", "from") and not (held[0] == "from" and held[2])
            )
            found = self._foreign[path] = self._are_foreign(path, roots)
        return found

    def _are_foreign(self, path: str, roots: Set[str]) -> bool:
        others = [one for one in roots - ROOTS - NO_TENSORS_OF_ITS_OWN if not is_plain(one)]
        return not roots.isdisjoint(OWN_TENSORS) or any(self.modules.resolve(path, one, 0) is None for one in others)

    def _is_torchs(self, path: str, held: Any) -> bool:
        """Return whether a term is a parameter of a class that imports torch, where other classes import others."""
        unit = self.units[path]
        owner = unit.functions[held[1]].owner if held[0] == "param" else -1
        own = unit.classes[owner].packages if owner >= 0 else ()
        if "torch" not in own or not all(root in ROOTS or root in STANDARD for root in own):
            return False
        return not self._are_foreign(path, self._packages[path].difference(*(one.packages for one in unit.classes)))

    def _is_other(self, path: str, held: Any) -> bool:
        """Return whether a term is an attribute of `self` of which the file also reads what no tensor has."""
        if held[0] != "attr" or self.units[path].terms[held[1]][0] != "self":
            return False
        return not self.own[path].get(held[2], set()) <= self.library.tensor_methods | self.library.tensor_attributes

    def _is_part(self, held: Any, uses: set[str]) -> bool:
        """Return whether a term is the `grad`, `data` or `weight` of something, and is used as a tensor."""
        if held[0] != "attr" or held[2] not in PARTS:
            return False
        called = {use.partition("(")[0] for use in uses if use.endswith(")")}
        return bool(called & self.library.tensor_methods) or "data" in uses

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

    def function_terms(self, path: str, number: int) -> list[int]:
        known = self._functions.get(path)
        if known is None:
            known = self._functions[path] = {}
            for term, held in enumerate(self.units[path].terms):
                if held[0] == "func":
                    known.setdefault(held[1], []).append(term)
        return known.get(number, [])

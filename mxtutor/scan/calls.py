"""Finds what calls return, above all those of torch's classes, functions and nets."""

from __future__ import annotations

from typing import Any

from mxtutor.scan.externals import OWN_KINDS, is_net
from mxtutor.scan.library import CONTAINERS, MODULE, TENSOR_TYPES
from mxtutor.scan.other_calls import OtherCalls
from mxtutor.scan.own_calls import OwnCalls
from mxtutor.scan.values import (
    LIKE,
    TENSOR,
    Atom,
    Value,
    alike,
    has_tensor,
    instance,
    join,
    kind_of,
    mapping,
    sequence,
    tuple_of,
)

AXIS_NAMES = ("dim", "axis", "return_inverse", "return_counts", "keepdim")
CALLBACKS: dict[str, list[Value]] = {
    "apply": [],
    "register_forward_hook": [(tuple_of([(TENSOR,)]),), (TENSOR,)],
    "register_forward_pre_hook": [(tuple_of([(TENSOR,)]),)],
    "register_full_backward_hook": [(tuple_of([(TENSOR,)]),), (tuple_of([(TENSOR,)]),)],
    "register_backward_hook": [(tuple_of([(TENSOR,)]),), (tuple_of([(TENSOR,)]),)],
}
"""Methods of a net that call a function with a net, and what they give it besides."""


class Calls(OwnCalls, OtherCalls):
    """The part of the solver that follows calls."""

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
            return self.call_function(unit, atom, held, bound)
        if kind == "lib":
            return self._library(unit, atom[1], held, bound)
        if kind == "method":
            return self._method(unit, atom, held, bound)
        if kind == "inst":
            return self.forward(unit, atom, held, bound)
        if kind == "obj":
            return self.call_object(unit, atom, held, bound)
        if kind == "type":
            return self.call_class(unit, atom, held, bound)
        if kind == "ext":
            return self.call_external(unit, atom[1], held, bound)
        if kind == "bound":
            return self.call_container(unit, atom, held, bound)
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
            many = self._has_axis(unit, held, 1, bound)
            return known.function_value(path, first, many)
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
        if held[3] and any(name in AXIS_NAMES for name, _ in held[3]):
            return True
        return len(held[2]) > place and not has_tensor(self.value(unit, held[2][place], bound))

    def _method(self, unit: str, atom: Atom, held: Any, bound: Any) -> Value:
        _, owner, name, holder = atom
        if owner == "torch.Tensor":
            if name in ("register_hook", "register_post_accumulate_grad_hook") and held[2]:
                self.observe(self.value(unit, held[2][0], bound), [(TENSOR,)])
            place = 0 if holder is not None else 1
            many = self._has_axis(unit, held, place, bound)
            found = self.library.method_value(owner, name, (TENSOR,), many)
            return alike(found) if holder == LIKE and not self.is_dense(unit, held) else found
        if owner == "torch.autograd.Function" and name == "apply":
            return self._applied(holder)
        if holder is not None and holder[0] in ("obj", "type") and name == "__call__":
            return self.call_object(unit, holder, held, bound)
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
            return (LIKE,) if path == MODULE and self.is_foreign(unit) else (TENSOR,)
        if path == "torch.nn.Identity":
            return self.first(unit, held, bound) or (TENSOR,)
        return self.library.method_value(path, "forward", (), False) or (TENSOR,)


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

"""What an expression may be at run time: a value is a tuple of atoms, the alternatives; an empty one is not known.

`("lib", path)`              a module, class or function of torch's packages; `("lib", path, "given")` from a parameter
`("inst", path, elements)`   an instance of a class of torch, with the value of what it contains
`("inst", "torch.Tensor", kind)`  a tensor; the kind is `bool`, `like` (see `LIKE`) or empty
`("method", owner, name, atom)`  a method of such an instance, with the class that defines it
`("class", class)`, `("obj", class)`  a class of the project, an instance of it
`("fn", function, atom)`     a function of the project, bound to an object or to None
`("module", path)`           a module of the project
`("super", class)`           what `super()` gives in a method
`("seq", value)`, `("tup", values)`, `("map", value)`  containers: with an element, all elements, a value of a dict
`("py", kind)`               a Python value that is not an array; `("bound", atom, name)` a method of one
`("ext", path)`, `("made",)` a name of another package, and an object of a class of one that is not known
`("other", path)`            an object that is known to be none of torch's, such as NumPy's arrays
`("partial", value)`         `functools.partial` of a callable
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

Atom = tuple[Any, ...]
Value = tuple[Atom, ...]

TENSOR: Atom = ("inst", "torch.Tensor", "")
MASK: Atom = ("inst", "torch.Tensor", "bool")
LIKE: Atom = ("inst", "torch.Tensor", "like")
"""Something that is used like a tensor, in a file whose packages may have objects with the same methods."""
MADE: Atom = ("made",)
OPAQUE: Atom = ("py", "object")
"""Something that is not an array."""
NOTHING: Atom = ("py", "None")
MOST = 8
"""Maximum number of alternatives of a value; more of them say too little."""
CONTAINERS = frozenset({"seq", "tup", "map"})
DEEPEST = 4
"""Maximum number of levels of containers that are kept."""


def kind_of(name: str) -> Atom:
    """Return a Python value of a kind."""
    return ("py", name)


def tensor(*, mask: bool = False) -> Value:
    """Return a tensor, of truth values if it is a mask."""
    return (MASK if mask else TENSOR,)


def instance(path: str, elements: Value = ()) -> Atom:
    return TENSOR if path == "torch.Tensor" else ("inst", path, shallow(elements))


def sequence(elements: Value) -> Atom:
    """Return a list, a set or an iterator."""
    return ("seq", shallow(elements))


def tuple_of(parts: Iterable[Value]) -> Atom:
    """Return a tuple of known length."""
    return ("tup", tuple([shallow(part) for part in parts][:16]))


def mapping(held: Value) -> Atom:
    """Return a dict."""
    return ("map", shallow(held))


def join(*values: Value) -> Value:
    """Return the alternatives of several values; tensors of different kinds become one of unknown kind."""
    first: Value = ()
    for value in values:
        if value and value != first:
            if first:
                break
            first = value
    else:
        return first  # most alternatives are equal or not known
    found = dict.fromkeys(atom for value in values for atom in value)
    tensors = [atom for atom in found if atom[:2] == TENSOR[:2]]
    if len(tensors) > 1:
        found = dict.fromkeys(TENSOR if atom in tensors else atom for atom in found)
    return tuple(found)[:MOST]


def shallow(value: Value, levels: int = DEEPEST) -> Value:
    """Return a value without the containers that are nested too deeply."""
    if all((atom[0] != "inst" and atom[0] not in CONTAINERS) or atom[:2] == TENSOR[:2] for atom in value):
        return value
    if levels == 0:
        return tuple(atom for atom in value if atom[0] not in ("seq", "tup", "map"))
    return tuple([_with_parts(atom, partial(shallow, levels=levels - 1)) for atom in value])


def _with_parts(atom: Atom, change: Callable[[Value], Value]) -> Atom:
    """Return a container, or an instance that contains something, with `change` applied to its contents."""
    if atom[0] in ("seq", "map"):
        return (atom[0], change(atom[1]))
    if atom[0] == "tup":
        return ("tup", tuple([change(part) for part in atom[1]]))
    return ("inst", atom[1], change(atom[2])) if atom[0] == "inst" and isinstance(atom[2], tuple) else atom


def has_tensor(value: Value) -> bool:
    """Return whether a value may be a tensor, or what is used like one."""
    return any(atom[:2] == TENSOR[:2] for atom in value)


def is_tensor(value: Value) -> bool:
    """Return whether a value is a tensor, or what is used like one, and nothing else."""
    return len(value) == 1 and value[0][:2] == TENSOR[:2]


def is_mask(value: Value) -> bool:
    """Return whether a value is a tensor of truth values."""
    return value == (MASK,)


def alike(value: Value) -> Value:
    """Return a value of which no tensor is certain, those in containers included."""
    return tuple([LIKE if atom[:2] == TENSOR[:2] else _with_parts(atom, alike) for atom in value])


def useful(value: Value) -> Value:
    """Return a value without None, which has no methods."""
    return tuple(atom for atom in value if atom != NOTHING) if NOTHING in value else value

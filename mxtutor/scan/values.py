"""What an expression may be at run time: a value is a tuple of atoms, the alternatives; an empty one is not known.

`("lib", path)`              a module, class or function of torch's packages; `("lib", path, "given")` from a parameter
`("inst", path, elements)`   an instance of a class of torch, with the value of what it contains
`("inst", "torch.Tensor", kind)`  a tensor; the kind is `bool`, `like` (see `LIKE`) or empty
`("method", owner, name, atom)`  a method of such an instance, with the class that defines it
`("class", class)`, `("obj", class)`  a class of the project, an instance of it
`("fn", function, atom)`     a function of the project, bound to an object or to None
`("module", path)`           a module of the project
`("super", class)`           what `super()` gives in a method
`("seq", value)`, `("tup", values)`, `("map", value, items)`  containers; items are pairs of a literal key and a value
`("py", kind)`               a Python value that is not an array; `("bound", atom, name)` a method of one
`("ext", path)`, `("made",)` a name of another package, and an object of a class of one that is not known
`("other", path)`            an object that is known to be none of torch's, such as NumPy's arrays
`("partial", value)`         `functools.partial` of a callable
"""

from __future__ import annotations

from collections.abc import Iterable
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


def mapping(held: Value, items: Iterable[tuple[str, Value]] = ()) -> Atom:
    return ("map", shallow(held), tuple((key, shallow(value)) for key, value in items))


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
    return tuple([_shallow(atom, levels - 1) for atom in value])


def _shallow(atom: Atom, levels: int) -> Atom:
    if atom[0] == "seq":
        return ("seq", shallow(atom[1], levels))
    if atom[0] == "tup":
        return ("tup", tuple([shallow(part, levels) for part in atom[1]]))
    if atom[0] == "map":
        return ("map", shallow(atom[1], levels), tuple([(key, shallow(part, levels)) for key, part in atom[2]]))
    if atom[0] == "inst" and isinstance(atom[2], tuple) and atom[2]:
        return ("inst", atom[1], shallow(atom[2], levels))
    return atom


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
    """Return a value in which no tensor is certain, including those in tuples and lists."""
    return tuple([_alike(atom) for atom in value])


def _alike(atom: Atom) -> Atom:
    if atom[0] == "seq":
        return ("seq", alike(atom[1]))
    if atom[0] == "tup":
        return ("tup", tuple([alike(part) for part in atom[1]]))
    return LIKE if atom[:2] == TENSOR[:2] else atom


def useful(value: Value) -> Value:
    """Return a value without None, which has no methods."""
    return tuple(atom for atom in value if atom != NOTHING) if NOTHING in value else value

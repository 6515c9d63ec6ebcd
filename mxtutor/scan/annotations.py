"""What annotations say about values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from mxtutor.scan.externals import is_net, is_plain
from mxtutor.scan.library import MODULE, TENSOR_TYPES
from mxtutor.scan.terms import Unit
from mxtutor.scan.values import TENSOR, Value, alike, instance, join, kind_of, mapping, sequence, tuple_of, useful

BUILTINS = {"int", "float", "bool", "str", "bytes", "complex", "object"}
SEQUENCES = {"list", "List", "Sequence", "Iterable", "Iterator", "Generator", "set", "Set", "Collection", "Deque",
             "frozenset", "MutableSequence", "AsyncIterator", "AsyncGenerator", "FrozenSet"}  # fmt: skip
MAPPINGS = {"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict"}
WRAPPERS = {
    "Optional",
    "Union",
    "Annotated",
    "Final",
    "ClassVar",
    "Required",
    "NotRequired",
    "Awaitable",
}


class Resolver(Protocol):
    """What tells the values of terms."""

    @property
    def units(self) -> Mapping[str, Unit]:
        """The project's files, by path."""
        ...

    def value(self, unit: str, term: int) -> Value:
        """Return what a term of a unit may be."""
        ...


def annotated(solver: Resolver, unit: str, term: int) -> Value:
    """Return the value that an annotation describes; empty if it says nothing."""
    terms = solver.units[unit].terms
    held = terms[term]
    if held[0] == "bin":
        return _either(solver, unit, (held[1], held[2]))
    if held[0] == "tuple":
        return join(*(annotated(solver, unit, one) for one in held[1])) if held[1] else ()
    if held[0] == "sub":
        keys = held[3] if held[2] == "many" else (held[3],) if held[2] == "any" else ()
        return _generic(solver, unit, _name(solver, unit, held[1]), keys, held[1])
    if held[0] == "const":
        return (kind_of("None"),) if held[1] == "None" else ()
    return _described(solver, solver.value(unit, term))


def _either(solver: Resolver, unit: str, terms: Any) -> Value:
    """Return one of several; a tensor is not certain beside a class of a package that is not known."""
    parts = [annotated(solver, unit, term) for term in terms]
    value = join(*parts) if parts else ()
    unknown = any(not part and _is_unknown(solver.value(unit, term)) for part, term in zip(parts, terms, strict=True))
    return alike(value) if unknown else value


def _is_unknown(value: Value) -> bool:
    """Return whether a value is a name of a package that is not known."""
    return any(atom[0] == "ext" and not is_plain(atom[1]) and not atom[1].startswith("builtins.") for atom in value)


def is_anothers(solver: Resolver, unit: str, term: int) -> bool:
    """Return whether an annotation is a class of a package that is not known, and none that is a tensor by its name."""
    value = solver.value(unit, term) if solver.units[unit].terms[term][0] in ("from", "attr", "sub") else ()
    last = value[0][1].rpartition(".")[2] if len(value) == 1 and value[0][0] == "ext" else ""
    typing = last and value[0][1].startswith(("typing.", "collections.", "jaxtyping.", "beartype."))
    return bool(last[:1].isupper() and not typing and _is_unknown(value) and "Tensor" not in last)


def _described(solver: Resolver, value: Value) -> Value:
    found: list[Any] = []
    for atom in value:
        if atom[0] == "lib":
            found.append(
                TENSOR
                if atom[1] in TENSOR_TYPES
                else instance(atom[1])
                if atom[1] != "torch.Size"
                else instance("torch.Size")
            )
        elif atom[0] == "type":
            found.append(("obj", atom[1], atom[2]))
        elif atom[0] == "ext":
            found.extend(_external(atom[1]))
        elif atom[0] == "tup":
            found.extend(one for part in atom[1] for one in _described(solver, part))
        elif atom[0] in ("obj", "inst", "seq", "map"):
            found.append(atom)
    return tuple(dict.fromkeys(found))


def _external(path: str) -> Value:
    last = path.rpartition(".")[2]
    if last in BUILTINS:
        return (kind_of(last),)
    if path.startswith(("typing.", "collections.", "builtins.")):
        if last in SEQUENCES:
            return (sequence(()),)
        if last in MAPPINGS:
            return (mapping(()),)
        return (tuple_of(()),) if last.lower() == "tuple" else ()
    if path.startswith("jaxtyping."):
        return (TENSOR,)
    if is_net(path):
        return (instance(MODULE),)
    return (("other", path),) if is_plain(path) else ()


def _name(solver: Resolver, unit: str, term: int) -> str:
    for atom in solver.value(unit, term):
        if atom[0] in ("ext", "lib"):
            return str(atom[1])
    return ""


def _generic(solver: Resolver, unit: str, path: str, keys: Any, base: int) -> Value:
    last = path.rpartition(".")[2]
    if last in WRAPPERS:
        value = _either(solver, unit, keys[:1] if last == "Annotated" else keys)
        return useful(value)
    if last in ("type", "Type"):
        return ()  # one of many classes
    inner = [annotated(solver, unit, key) for key in keys]
    if last in SEQUENCES:
        return (sequence(inner[0] if inner else ()),)
    if last in MAPPINGS:
        return (mapping(inner[-1] if inner else ()),)
    if last.lower() == "tuple":
        terms = solver.units[unit].terms
        if len(keys) == 2 and terms[keys[1]] == ("const", "ellipsis"):
            return (sequence(inner[0]),)
        return (tuple_of(inner),)
    if path.startswith("jaxtyping.") or (
        inner and inner[0] == (TENSOR,) and last in ("Float", "Int", "Bool", "Shaped")
    ):
        return (TENSOR,)
    if last in ("Callable", "Literal"):
        return (kind_of("str"),) if last == "Literal" else ()
    return _described(solver, solver.value(unit, base))

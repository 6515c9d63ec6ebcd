"""Evaluates attributes, indices and elements of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mxtutor.scan.known import OWN_KINDS, is_net
from mxtutor.scan.library import CONTAINERS, MODULE, Library
from mxtutor.scan.scopes import Class
from mxtutor.scan.values import (
    LIKE,
    MASK,
    OPAQUE,
    TENSOR,
    Atom,
    Value,
    alike,
    has_tensor,
    instance,
    join,
    kind_of,
    sequence,
    tensor,
    useful,
)

if TYPE_CHECKING:
    from mxtutor.scan.reader import Reader

PYTHON_KINDS: dict[str, type] = {
    "seq": list, "tup": tuple, "map": dict, "int": int, "float": float, "bool": bool, "str": str, "bytes": bytes,
    "None": type(None), "range": range,
}  # fmt: skip
"""Python's own types, by the kind of the atom; an attribute that they lack belongs to another alternative."""
CONTEXT = "torch.autograd.function.FunctionCtx"


def bases_of(cls: Class) -> list[Atom]:
    """Return a class of the project and all that it inherits from, in the order in which attributes are searched."""
    found: list[Atom] = [("class", cls)]
    left = list(cls.bases)
    while left and len(found) < 30:
        atom = left.pop(0)
        if atom[0] == "ext" and is_net(atom[1]):
            atom = ("lib", MODULE)
        if atom not in found:
            found.append(atom)
            if atom[0] == "class":
                left[:0] = atom[1].bases
    return found


def library_bases(cls: Class) -> list[str]:
    """Return torch's classes that a class of the project inherits from."""
    return [atom[1] for atom in bases_of(cls) if atom[0] == "lib"]


def attribute(reader: Reader, value: Value, name: str) -> Value:
    if len(value) == 1:  # most have one alternative
        return _attribute(reader, value[0], name)
    found = join(*(_attribute(reader, atom, name) for atom in value)) if value else ()
    clear = tuple(atom for atom in found if atom[:2] != ("bound", OPAQUE))
    return clear or found


def _attribute(reader: Reader, atom: Atom, name: str) -> Value:
    kind = atom[0]
    if kind == "lib":
        return _library_name(reader, atom[1], name)
    if kind == "inst":
        return _of_instance(reader, atom, name)
    if kind in ("obj", "class"):
        return class_attribute(reader, bases_of(atom[1]), atom, name)
    if kind == "super":
        return class_attribute(reader, bases_of(atom[1])[1:], ("obj", atom[1]), name)
    if kind == "module":
        return reader.project.name_in(atom[1], name)
    if kind in ("ext", "other"):
        return ((kind, f"{atom[1]}.{name}"),)
    if kind in ("seq", "tup", "map", "py"):
        if kind == "tup" and name in ("values", "indices") and len(atom[1]) == 2 and has_tensor(atom[1][0]):
            return atom[1][0] if name == "values" else tensor()
        python = PYTHON_KINDS.get(atom[1] if kind == "py" else kind)
        return () if python is not None and not hasattr(python, name) else (("bound", atom, name),)
    return ()


def _library_name(reader: Reader, path: str, name: str) -> Value:
    known = reader.library
    full = known.canonical(f"{path}.{name}")
    if path == "torch.version" or (name.startswith("__") and not known.has(full)):
        return (kind_of("str"),)
    if full in known.plain:
        return (("inst", known.plain[full][1:-1], ()),)
    if path in known.classes and full not in known.classes:
        return _member(known, path, name, None)
    return () if path in known.functions else (("lib", full),)


def _member(known: Library, path: str, name: str, holder: Atom | None) -> Value:
    """Return a method of a class of torch, bound to `holder`, or the value of another attribute."""
    owner = known.owner(path, name)
    return (("method", owner, name, holder),) if owner is not None else known.attribute_value(path, name)


def _of_instance(reader: Reader, atom: Atom, name: str) -> Value:
    path, known = atom[1], reader.library
    if found := _member(known, path, name, atom):
        return alike(found) if atom == LIKE else found
    if path == "torch.Tensor":
        return ()
    if path.startswith("torch.nn.parallel.") and name == "module":
        return atom[2]  # type: ignore[no-any-return]
    if path == CONTEXT and name in ("saved_tensors", "saved_variables"):
        return (sequence((TENSOR,)),)
    if path not in known.classes:
        base = next((base for start, base in OWN_KINDS.items() if path.startswith(start)), "")
        return _of_instance(reader, ("inst", base, ()), name) if base else ()
    return reader.stored.get(name, ())


def class_attribute(reader: Reader, bases: list[Atom], atom: Atom, name: str) -> Value:
    """Return an attribute of a class of the project, as its object or the class itself sees it."""
    for base in bases:
        found: Value = ()
        if base[0] == "class":
            found = _own(base[1], atom, name)
        elif base[0] == "lib":
            found = _member(reader.library, base[1], name, atom)
        if found:
            return found
    return ()


def _own(cls: Class, atom: Atom, name: str) -> Value:
    stored = useful(join(cls.attributes.get(name, ()), cls.names.get(name, ())))
    if not stored and name in cls.annotations:
        return cls.reader.annotated(cls.annotations[name])
    found: list[Value] = []
    for one in stored:
        if one[0] == "fn" and one[1].owner is cls and one[2] is None:
            function = one[1]
            if function.kind == "property":
                return function.reader.result(function)  # type: ignore[no-any-return]
            unbound = function.kind == "static" or (atom[0] == "class" and function.kind != "class")
            found.append((("fn", function, None if unbound else atom),))
        else:
            found.append((one,))
    value = join(*found) if found else ()
    filled = any(one[0] in ("seq", "map") and one[1] for one in value)
    return tuple(one for one in value if not (filled and one[0] in ("seq", "map") and not one[1]))


def item(value: Value, key: Any, kind: str) -> Value:
    """Return `value[...]`; the kind is `const`, `slice` or `any`."""
    return join(*(_item(atom, key, kind) for atom in value)) if value else ()


def _item(atom: Atom, key: Any, kind: str) -> Value:
    if atom[0] == "tup":
        if kind == "slice":
            return (sequence(join(*atom[1])),) if atom[1] else ()
        if kind == "const" and isinstance(key, int) and -len(atom[1]) <= key < len(atom[1]):
            return atom[1][key]  # type: ignore[no-any-return]
        return join(*atom[1]) if atom[1] else ()
    if atom[0] in ("seq", "other", "inst") and kind == "slice":
        return (atom,)
    if atom[0] == "map":
        return atom[1]  # type: ignore[no-any-return]
    if atom[0] in ("ext", "class", "lib") or atom[:2] == TENSOR[:2]:
        return (atom,)
    return elements((atom,))


def elements(value: Value) -> Value:
    """Return one element of an iterable."""
    return join(*(_elements(atom) for atom in value)) if value else ()


def _elements(atom: Atom) -> Value:
    kind = atom[0]
    if kind == "seq":
        return atom[1]  # type: ignore[no-any-return]
    if kind == "tup":
        return join(*atom[1]) if atom[1] else ()
    if kind == "map":
        return (kind_of("str"),)
    if kind == "inst":
        if atom[1] == "torch.Tensor":
            return (TENSOR,) if atom == MASK else (atom,)  # an array that is named a mask often holds indices
        if atom[1] in CONTAINERS and not atom[2]:
            return (TENSOR,) if "Parameter" in atom[1] else (instance(MODULE),)
        return (TENSOR,) if atom[1] == "torch.utils.data.DataLoader" and not atom[2] else atom[2]
    return (atom,) if kind == "other" else ((OPAQUE,) if kind == "py" else ())

"""Evaluates attributes, indices and elements of values."""

from __future__ import annotations

import builtins
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
    mapping,
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
"""Python's own types, by the kind of the atom; if a type lacks an attribute, the value must be another alternative."""
TEXTS = frozenset({"__version__", "__file__", "__name__", "__doc__"})
"""Attributes of modules and classes that are texts."""
CONTEXT = "torch.autograd.function.FunctionCtx"
OPTIONS = mapping((OPAQUE,), [("params", (sequence((TENSOR,)),))])
"""A group of an optimizer's parameters, or its state."""


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
    if len(value) == 1:
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
    if kind == "obj":
        return _of_object(reader, atom, name)
    if kind == "class":
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
    if name in TEXTS or path == "torch.version":
        return (kind_of("str"),)
    if path.endswith(".__dict__"):
        return (("bound", OPAQUE, name),)
    full = known.canonical(f"{path}.{name}")
    if full in known.plain:
        return (("inst", known.plain[full][1:-1], ()),)
    if path in known.classes and full not in known.classes:
        return _member(known, path, name, None) or ((("lib", full),) if name == "__dict__" else ())
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
        return (("bound", OPAQUE, name),) if name in ("keys", "items") else ()
    if path in CONTAINERS:
        return (TENSOR,) if name in ("weight", "bias") else atom[2]
    if path.startswith("torch.nn.parallel.") and name == "module":
        return atom[2]  # type: ignore[no-any-return]
    if known.inherits(path, "torch.optim.Optimizer") and name in ("param_groups", "defaults", "state"):
        return (sequence((OPTIONS,)) if name == "param_groups" else OPTIONS,)
    if path == CONTEXT and name in ("saved_tensors", "saved_variables"):
        return (sequence((TENSOR,)),)
    if path == CONTEXT and name == "needs_input_grad":
        return (OPAQUE,)
    if path not in known.classes:
        base = next((base for start, base in OWN_KINDS.items() if path.startswith(start)), "")
        return _of_instance(reader, ("inst", base, ()), name) if base else ()
    return reader.stored.get(name, ())


def _of_object(reader: Reader, atom: Atom, name: str) -> Value:
    """Return an attribute of an instance of a project's class: from the class, else as other code sets it."""
    bases = bases_of(atom[1])
    found = class_attribute(reader, bases, atom, name)
    if found:
        return found
    for base in bases:
        if base[0] == "class":
            base[1].reader.prepare(base[1])
    return class_attribute(reader, bases, atom, name)


def class_attribute(reader: Reader, bases: list[Atom], atom: Atom, name: str) -> Value:
    """Return an attribute of a class of the project, as its object or the class itself sees it."""
    for base in bases:
        found: Value = ()
        if base[0] == "class":
            found = _own(base[1], atom, name)
        elif base[0] == "lib":
            found = _member(reader.library, base[1], name, atom)
        elif base[0] == "ext" and base[1].startswith("builtins.") and not name.startswith("_"):
            found = (("bound", OPAQUE, name),) if hasattr(getattr(builtins, base[1][9:], None), name) else ()
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


def item(reader: Reader, value: Value, key: Any, kind: str) -> Value:
    """Return `value[...]`; the kind is `const`, `slice` or `any`."""
    return join(*(_item(reader, atom, key, kind) for atom in value)) if value else ()


def _item(reader: Reader, atom: Atom, key: Any, kind: str) -> Value:
    if atom[0] == "tup":
        if kind == "slice":
            return (sequence(join(*atom[1])),) if atom[1] else ()
        if kind == "const" and isinstance(key, int) and -len(atom[1]) <= key < len(atom[1]):
            return atom[1][key]  # type: ignore[no-any-return]
        return join(*atom[1]) if atom[1] else ()
    if atom[0] in ("seq", "other", "inst") and kind == "slice":
        return (atom,)
    if atom[0] == "map":
        for name, value in atom[2]:
            if kind == "const" and name == key:
                return value  # type: ignore[no-any-return]
        return () if kind == "const" and atom[2] and len(atom[1]) > 1 else atom[1]
    if atom[0] == "lib" and kind == "const" and atom[1].endswith(".__dict__"):
        return _library_name(reader, atom[1].removesuffix(".__dict__"), str(key))
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
        if atom[1] == "torch.Size":
            return (kind_of("int"),)
        if atom[1] in CONTAINERS and not atom[2]:
            return (TENSOR,) if "Parameter" in atom[1] else (instance(MODULE),)
        return (TENSOR,) if atom[1] == "torch.utils.data.DataLoader" and not atom[2] else atom[2]
    return (atom,) if kind == "other" else ((OPAQUE,) if kind == "py" else ())

"""Evaluates annotations: which values a parameter or a variable may have."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mxtutor.scan.known import is_net, is_plain
from mxtutor.scan.library import MODULE, TENSOR_TYPES
from mxtutor.scan.values import (
    MADE,
    TENSOR,
    Atom,
    Value,
    alike,
    instance,
    join,
    kind_of,
    mapping,
    sequence,
    tuple_of,
    useful,
)

if TYPE_CHECKING:
    from mxtutor.scan.reader import Reader

BUILTINS = {"int", "float", "bool", "str", "bytes", "complex", "object"}
SEQUENCES = {"list", "List", "Sequence", "Iterable", "Iterator", "Generator", "set", "Set", "Collection", "Deque",
             "frozenset", "MutableSequence", "AsyncIterator", "AsyncGenerator", "FrozenSet"}  # fmt: skip
MAPPINGS = {"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict"}
WRAPPERS = {"Optional", "Union", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "Awaitable"}
TYPING = ("typing.", "collections.", "jaxtyping.", "beartype.")


def described(reader: Reader, node: ast.expr) -> Value:
    """Return the value that an annotation describes; empty if it says nothing, `MADE` for another package's class."""
    if isinstance(node, ast.Constant):
        return described(reader, text) if (text := _parsed(node.value)) is not None else ()
    if isinstance(node, ast.BinOp):
        return _either(reader, [node.left, node.right])
    if isinstance(node, ast.Subscript):
        keys = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return _generic(reader, node.value, keys)
    return _of_classes(reader.quietly(node))


def _parsed(text: object) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body if isinstance(text, str) else None
    except (SyntaxError, ValueError):
        return None


def _either(reader: Reader, nodes: list[ast.expr]) -> Value:
    """Return the alternatives of several annotations; beside a class of an unknown package, no tensor is certain."""
    value = join(*(described(reader, one) for one in nodes)) if nodes else ()
    certain = tuple(atom for atom in value if atom != MADE)
    return alike(certain) if MADE in value and certain else value


def _of_classes(value: Value) -> Value:
    found: list[Atom] = []
    for atom in value:
        if atom[0] == "lib":
            found.append(TENSOR if atom[1] in TENSOR_TYPES else instance(atom[1]))
        elif atom[0] == "class":
            found.append(("obj", atom[1]))
        elif atom[0] == "ext":
            found.extend(_external(atom[1]))
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
    if is_net(path):
        return (instance(MODULE),)
    if is_plain(path):
        return (("other", path),)
    return (MADE,) if last[:1].isupper() and "Tensor" not in last and not path.startswith(TYPING) else ()


def _generic(reader: Reader, base: ast.expr, keys: list[ast.expr]) -> Value:
    value = reader.quietly(base)
    path = next((str(atom[1]) for atom in value if atom[0] in ("ext", "lib")), "")
    last = path.rpartition(".")[2]
    if last in WRAPPERS:
        return useful(_either(reader, keys[:1] if last == "Annotated" else keys))
    inner = [described(reader, key) for key in keys]
    if last in SEQUENCES:
        return (sequence(inner[0] if inner else ()),)
    if last in MAPPINGS:
        return (mapping(inner[-1] if inner else ()),)
    if last.lower() == "tuple":
        return (tuple_of(inner),)
    if inner and inner[0] == (TENSOR,) and last in ("Float", "Int", "Bool", "Shaped"):
        return (TENSOR,)
    return _of_classes(value)

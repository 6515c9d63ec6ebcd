"""Evaluates calls: of torch, of the project's own functions and classes, of builtins and other packages."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from mxtutor.scan.known import FIRST, OWN_KINDS, is_net, is_plain
from mxtutor.scan.library import CONTAINERS, MODULE, TENSOR_TYPES
from mxtutor.scan.objects import attribute, elements, library_bases
from mxtutor.scan.scopes import CallSite, Function, last_name
from mxtutor.scan.values import (
    LIKE,
    MADE,
    OPAQUE,
    TENSOR,
    Atom,
    Value,
    alike,
    has_tensor,
    instance,
    is_mask,
    is_tensor,
    join,
    kind_of,
    mapping,
    sequence,
    tensor,
    tuple_of,
)

if TYPE_CHECKING:
    from mxtutor.scan.reader import Reader

MASKS = frozenset(
    """bool eq ne lt gt le ge isnan isinf isfinite logical_not logical_and logical_or logical_xor isclose BoolTensor
    isin greater less greater_equal less_equal not_equal""".split()
)
"""Functions, methods and dtypes that always make truth values."""
KEEPING = frozenset(
    """view reshape squeeze unsqueeze flatten transpose permute t clone detach contiguous cpu cuda to expand repeat flip
    roll gather index_select cat stack repeat_interleave expand_as view_as select narrow chunk masked_fill""".split()
)
"""Functions and methods that keep truth values."""
NUMBERS = ("float", "int", "long", "half", "double", "bfloat", "uint")
"""How the names of other dtypes begin."""
AXIS_NAMES = frozenset({"dim", "axis", "return_inverse", "return_counts", "keepdim"})
BUILTIN_KINDS = {
    "len": "int", "int": "int", "float": "float", "str": "str", "bool": "bool", "repr": "str", "isinstance": "bool",
    "hasattr": "bool", "round": "int", "ord": "int", "id": "int", "hash": "int", "print": "None", "range": "range",
    "input": "str", "open": "file", "format": "str", "callable": "bool", "issubclass": "bool", "any": "bool",
    "all": "bool", "bytes": "bytes", "chr": "str", "type": "object", "dir": "object", "vars": "object",
    "globals": "object",
}  # fmt: skip
COPIES = frozenset({"list", "tuple", "set", "iter", "sorted", "reversed", "frozenset"})
FIELDS = frozenset({"dataclasses.field", "attr.ib", "attr.field", "attrs.field", "pydantic.Field"})
"""Functions that define a field in the body of a class."""


def called(reader: Reader, value: Value, call: CallSite) -> Value:
    """Return the possible results of a call."""
    if len(value) == 1:
        return _called(reader, value[0], call)
    return join(*(_called(reader, atom, call) for atom in value)) if value else ()


def _called(reader: Reader, atom: Atom, call: CallSite) -> Value:
    kind = atom[0]
    if kind == "lib":
        return _library(reader, atom[1], call)
    if kind == "method":
        return _method(reader, atom, call)
    if kind == "fn":
        return own_function(reader, atom, call)
    if kind == "inst":
        return forward(reader, atom, call)
    if kind == "obj":
        return _own_object(reader, atom, call)
    if kind == "class":
        reader.observe(attribute(reader, (("obj", atom[1]),), "__init__"), call)
        tensors = any(base in TENSOR_TYPES for base in library_bases(atom[1]))
        return (TENSOR,) if tensors else (("obj", atom[1]),)
    if kind == "ext":
        return _external(atom[1], call)
    if kind == "bound":
        return _container(atom, call)
    if kind == "partial":
        return called(reader, atom[1], call)
    return (atom,) if kind == "other" else ()


def given(arguments: list[Value]) -> CallSite:
    """Return a call with these positional arguments, for a function that other code calls."""
    return CallSite(None, arguments, {})


# torch


def _library(reader: Reader, path: str, call: CallSite) -> Value:
    known = reader.library
    if path in TENSOR_TYPES:
        return tensor(mask=path.endswith(".BoolTensor"))
    if path in known.classes:
        return (instance(path, call.first if _wraps(path) else ()),)
    if path in known.functions:
        reader.observe(call.first, given(call.arguments[1:]))
        return typed(known.specified(known.functions[path], call.first, _has_axis(call, 1)), call, ())
    for start, base in OWN_KINDS.items():
        if path.startswith(start):
            made = path if base.startswith("torch.utils") else base
            return (instance(made),) if path.rpartition(".")[2][:1].isupper() else (TENSOR,)
    return (instance(MODULE),) if is_net(path) else ()


def typed(value: Value, call: CallSite, base: Value) -> Value:
    """Return the result of a function of torch, as a mask if the code shows that it holds truth values."""
    if value == (TENSOR,) and call.node is not None:
        return tensor(mask=_makes_mask(call.callee, call.node, base, call.arguments))
    return value


def _wraps(path: str) -> bool:
    return path.startswith("torch.nn.parallel.") or path == "torch.nn.DataParallel"


def _has_axis(call: CallSite, place: int) -> bool:
    """Return whether a call such as `max` names an axis; a second tensor in its place is not an axis."""
    if "pool" in call.callee:
        return "return_indices" in call.keywords
    if not AXIS_NAMES.isdisjoint(call.keywords):
        return True
    return len(call.arguments) > place and not has_tensor(call.arguments[place])


def _method(reader: Reader, atom: Atom, call: CallSite) -> Value:
    _, owner, name, holder = atom
    if owner == "torch.Tensor":
        found = reader.library.method_value(owner, name, (TENSOR,), _has_axis(call, 0 if holder is not None else 1))
        if holder == LIKE:
            return alike(found)
        return typed(found, call, (holder,) if holder is not None else ())
    if owner == "torch.autograd.Function" and name == "apply":
        return (TENSOR,)
    if name in ("forward", "__call__") and holder is not None:
        return forward(reader, holder, call) if holder[0] == "inst" else (TENSOR,)
    path = holder[1] if holder is not None and holder[0] == "inst" else owner
    found = reader.library.method_value(path, name, (holder,) if holder is not None else (), bool(call.arguments))
    draws = name in ("sample", "rsample", "log_prob", "entropy") and owner.startswith("torch.distributions")
    return found or ((TENSOR,) if draws else ())


def forward(reader: Reader, atom: Atom, call: CallSite) -> Value:
    """Return the result of calling an instance of a class of torch."""
    path, known = atom[1], reader.library
    if not known.inherits(path, MODULE):
        return (TENSOR,) if path.startswith(("torchvision.", "torch.distributions")) else ()
    if _wraps(path):
        return called(reader, atom[2], call) or (TENSOR,)
    if path == MODULE or path in CONTAINERS:
        return (LIKE,) if path == MODULE and reader.evidence.foreign else (TENSOR,)
    return known.method_value(path, "forward", (), False) or (TENSOR,)


# The project's own


def _own_object(reader: Reader, atom: Atom, call: CallSite) -> Value:
    for name in ("__call__", "forward"):
        for found in attribute(reader, (atom,), name):
            if found[0] == "fn":
                return own_function(reader, found, call)
            if found[0] == "method" and name == "forward":
                return (TENSOR,)
    return ()


def own_function(reader: Reader, atom: Atom, call: CallSite) -> Value:
    """Return the result of a function of the project for these arguments."""
    function: Function = atom[1]
    reader.observe((atom,), call)
    return function.reader.result(function, reader)


def bound(function: Function, holder: Atom | None, call: CallSite) -> dict[str, Value]:
    """Return the arguments of a call by the name of the parameter."""
    parameters = function.parameters
    found: dict[str, Value] = {}
    place = 1 if holder is not None else 0
    for value in call.arguments:
        if place >= len(parameters) or parameters[place][1] in ("keyword", "stars"):
            break
        name, kind, _ = parameters[place]
        if kind == "star":
            value = (sequence(join(value, elements(found.get(name.arg, ())))),)
        found[name.arg] = value
        place += kind == "plain"
    names = {name.arg for name, kind, _ in parameters if kind in ("plain", "keyword")}
    more = {name: value for name, value in call.keywords.items() if name not in names}
    found.update((name, value) for name, value in call.keywords.items() if name in names)
    if more and parameters and parameters[-1][1] == "stars":
        found[parameters[-1][0].arg] = (mapping(join(*more.values())),)
    return found


# Other packages, builtins and containers


def _external(path: str, call: CallSite) -> Value:
    name = path.rpartition(".")[2]
    if path.startswith("builtins."):
        return _builtin(name, call)
    if path.startswith(("einops.", "einx.", "opt_einsum.")):
        return (TENSOR,)
    if path in FIRST:
        return call.first
    if path in ("functools.partial", "functools.partialmethod"):
        return (("partial", call.first),)
    if path in FIELDS or path == "collections.namedtuple" or path.startswith(("typing.", "typing_extensions.")):
        return ()  # the annotation gives the value, or this makes a type
    if is_net(path):
        return (instance(MODULE),)
    if is_plain(path):
        return (("other", path),)
    return (MADE,) if name[:1].isupper() else ()


def _builtin(name: str, call: CallSite) -> Value:
    if name in BUILTIN_KINDS:
        return (kind_of(BUILTIN_KINDS[name]),)
    first, arguments = call.first, call.arguments
    if name in ("staticmethod", "classmethod"):
        return first
    if name in COPIES:
        return tuple(atom for atom in first if atom[0] in ("seq", "tup")) or (sequence(elements(first)),)
    if name == "zip":
        return (sequence((tuple_of([elements(part) for part in arguments]),)),)
    if name == "enumerate":
        return (sequence((tuple_of([(kind_of("int"),), elements(first)]),)),)
    if name in ("sum", "max", "min", "next"):
        return elements(first)
    return first if name in ("abs", "pow", "divmod") else ()


def _container(atom: Atom, call: CallSite) -> Value:
    """Return the result of a method of a list, a dict or another Python value."""
    _, holder, name = atom
    if holder[0] == "map" and name in ("values", "items", "get", "pop", "copy", "setdefault"):
        inner = holder[1]
        if name == "values":
            return (sequence(inner),)
        if name == "items":
            return (sequence((tuple_of([(kind_of("str"),), inner]),)),)
        return (holder,) if name == "copy" else join(inner, *call.arguments[1:2])
    return (OPAQUE,)


def operated(left: Value, right: Value) -> Value:
    """Return what an operator of two values gives."""
    both = left + right
    if LIKE in both or MADE in both:
        return (LIKE,)
    if has_tensor(both):
        return tensor(mask=is_mask(left) and is_mask(right))
    others = tuple(atom for atom in both if atom[0] == "other")
    if others:
        return others[:1]
    return join(left, right) if left and right else ()


def _makes_mask(name: str, node: ast.Call, base: Value, arguments: list[Value]) -> bool:
    """Return whether a call gives truth values; `base` is the tensor of a method."""
    dtypes = [last_name(keyword.value) for keyword in node.keywords if keyword.arg == "dtype"]
    dtypes += [last_name(one) for one in node.args[:1]] if name in ("to", "type") else []
    if name in MASKS or not MASKS.isdisjoint(dtypes):
        return True
    if name not in KEEPING or any(one.startswith(NUMBERS) for one in dtypes):
        return False
    return is_mask(base if is_tensor(base) else arguments[0] if arguments else ())

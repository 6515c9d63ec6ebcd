"""Whether a tensor holds integers or truth values, from the names in the code that makes it."""

from __future__ import annotations

import ast

from mxtutor.scan.values import Value, dtype_of, is_tensor, join

KINDS = {
    **dict.fromkeys(
        """long int short int8 int16 int32 int64 uint8 byte char argmax argmin argsort randint randperm nonzero
        count_nonzero LongTensor IntTensor ByteTensor ShortTensor bincount bucketize searchsorted multinomial
        randint_like argwhere""".split(),
        "int",
    ),
    **dict.fromkeys(
        """bool eq ne lt gt le ge isnan isinf isfinite logical_not logical_and logical_or logical_xor isclose BoolTensor
        isin greater less greater_equal less_equal not_equal""".split(),
        "bool",
    ),
    **dict.fromkeys(
        "float half double bfloat16 float16 float32 float64 FloatTensor HalfTensor DoubleTensor mean softmax".split(),
        "float",
    ),
}
"""The kind of functions, methods and dtypes that always make the same."""
FROM_ELEMENTS = frozenset({"tensor", "as_tensor", "full", "arange"})
"""Functions whose dtype is that of their Python numbers."""
KEEPING = frozenset(
    """view reshape squeeze unsqueeze flatten transpose permute t clone detach contiguous cpu cuda to expand repeat flip
    roll gather index_select max min amax amin clamp abs diff cat stack repeat_interleave expand_as view_as
    select narrow chunk masked_fill""".split()
)
"""Functions and methods that keep the dtype of their tensor."""
SUMS = frozenset({"sum", "cumsum", "prod", "cumprod"})
"""Those that give integers for integers and truth values."""


def of_operator(left: Value, right: Value, divides: bool) -> str:
    """Return the kind of what an operator gives."""
    kinds = {dtype_of(left), dtype_of(right)}
    if "float" in kinds or divides:
        return "float"
    return kinds.pop() if len(kinds) == 1 else "int" if kinds == {"int", "bool"} else ""


def of_call(name: str, node: ast.Call, base: Value, arguments: list[Value]) -> str:
    """Return the kind of the tensor that a function or a method gives; `base` is the tensor of a method."""
    for keyword in node.keywords:
        if keyword.arg == "dtype":
            return of_dtype(keyword.value)
    if name in ("to", "type") and node.args and (given := of_dtype(node.args[0])):
        return given
    if name in KINDS:
        return KINDS[name]
    if name in FROM_ELEMENTS:
        numbers = arguments[:1] if name in ("tensor", "as_tensor") else arguments[1:2] if name == "full" else arguments
        if name == "arange":
            return "float" if any(dtype_of(one) == "float" for one in numbers) else "int"
        return dtype_of(join(*numbers)) if numbers else ""
    first = base if is_tensor(base) else arguments[0] if arguments else ()
    if name == "where":  # with the condition alone it gives places
        return dtype_of(arguments[1]) if len(arguments) > 1 else "int"
    if name in KEEPING:
        return dtype_of(first)
    inner = dtype_of(first) if name in SUMS else ""
    return "int" if inner == "bool" else inner


def of_dtype(node: ast.expr) -> str:
    """Return the kind of a dtype: `torch.long`, `np.float32`, `int`."""
    return KINDS.get(node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", ""), "")

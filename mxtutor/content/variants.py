"""Variants of a `predict` exercise: the same code with other numbers."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mxtutor.errors import ContentError
from mxtutor.syntax import parse_expression

_PLACE = re.compile(r"\{\{([^{}]+)\}\}")
_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
Value = int | float | str
"""A value of a name in a variant."""
RENDERED = ("prompt", "hints", "mistakes", "explain")
"""Keys of `exercise.yaml` whose texts may contain placeholders such as {{a * b}}, as `snippet.py` may."""


def check_variants(path: Path, data: Any) -> None:
    """Check the list `variants`: all variants must define the same names, because the texts use them.

    Raises:
        ContentError: it is not a list of mappings, or one of them lacks a name of another one.
    """
    if not isinstance(data, list) or not all(isinstance(v, dict) and v for v in data):
        raise ContentError(f"{path}: variants must be a list of mappings from a name to a number or a text.")
    for number, variant in enumerate(data):
        if set(variant) != set(data[0]):
            raise ContentError(
                f"{path}: variants[{number}] must name {', '.join(map(str, data[0]))}, as the first does."
            )
        if not all(isinstance(name, str) and name.isidentifier() for name in variant):
            raise ContentError(f"{path}: the names of variants[{number}] must be Python names.")
        if not all(type(value) in (int, float, str) for value in variant.values()):
            raise ContentError(f"{path}: the values of variants[{number}] must be numbers or texts.")


def render(text: str, values: Mapping[str, Any], where: str) -> str:
    """Return a text with placeholders such as {{a}} or {{a * (b + 1)}} filled in.

    Raises:
        ContentError: a placeholder contains a name that `values` lacks, or is not arithmetic.
    """

    def fill(match: re.Match[str]) -> str:
        inner = match.group(1).strip()
        try:
            value = arithmetic(parse_expression(inner), values)
        except (SyntaxError, LookupError, TypeError, ZeroDivisionError) as error:
            raise ContentError(f"{where}: {match.group()} cannot be filled in: {error}.") from error
        return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)

    return _PLACE.sub(fill, text)


def render_all(data: Any, values: Mapping[str, Any], where: str) -> Any:
    """Return plain data of a YAML file with the placeholders in all texts filled in."""
    if isinstance(data, str):
        return render(data, values, where)
    if isinstance(data, list):
        return [render_all(item, values, where) for item in data]
    if isinstance(data, dict):
        return {key: render_all(item, values, where) for key, item in data.items()}
    return data


def arithmetic(node: ast.expr, values: Mapping[str, Any]) -> Any:
    """Return the value of an expression of numbers and names.

    Raises:
        LookupError: `values` lacks a name, or a list lacks the item.
        TypeError: it is not arithmetic.
        ZeroDivisionError: it divides by 0.
    """
    if isinstance(node, ast.Name):
        return values[node.id]
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -arithmetic(node.operand, values)
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](arithmetic(node.left, values), arithmetic(node.right, values))
    if isinstance(node, ast.Subscript):
        return arithmetic(node.value, values)[arithmetic(node.slice, values)]
    raise TypeError("only names, numbers, items of lists and + - * / // % are known")

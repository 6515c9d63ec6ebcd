"""Arguments that a learner chooses: written as one line of Python each, read without running them.

A line is `name = value`. A value is a literal, a list or tuple of values, `drawn` (what the seed gives), or a call:
`random(2, 3, low=-1, high=1)`, `array([[1, 2], [3, 4]], dtype="int32")`, `zeros(2, 3)`, `ones(2, 3)`, `arange(6)`.
The calls may have a framework's name in front (`torch.zeros(2, 3)`, `nd.array([1, 2])`), and a dtype may be written as
`torch.float16` or `float16`. A list of numbers is an array where the exercise draws an array.
"""

from __future__ import annotations

import ast
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from mxtutor.content.model import Exercise
from mxtutor.errors import UsageError
from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.recipes import Array, Recipe
from mxtutor.syntax import parse

DTYPES = ("float32", "float64", "float16", "int32", "int64", "int8", "uint8", "bool")
MOST_ELEMENTS = 10_000
"""Maximum number of elements of one chosen array."""
MOST_DIMENSIONS = 8
MOST_NUMBER = 100_000
"""Largest magnitude of a plain whole number, which functions use as a size."""
MOST_TEXT = 16_384
"""Maximum length of all lines together, in characters."""
MOST_ITEMS = 1000
"""Maximum number of items in all lists and tuples of one argument."""
WRITTEN = 36
"""Maximum number of elements of an array that is written as numbers."""
HOW = (
    'Write a number, random(2, 3), array([[1, 2]], dtype="float16"), zeros(2, 3), ones(2, 3), arange(6) or drawn. '
    "random also takes low=-1 and high=1; each takes a dtype."
)
FRAMEWORKS = ("torch", "nd", "np", "onp", "numpy", "mx.nd", "mx.np")
"""Allowed prefixes of the name of a function or a dtype."""


class ChosenError(UsageError):
    """A line of chosen inputs cannot be used; the message names the line and says what is possible."""


def written(case: DrawnCase) -> str:
    """Return the arguments of a drawn case as the lines that choose them."""
    return "\n".join(f"{name} = {_line(recipe, case.specs.get(name))}" for name, recipe in case.inputs.items())


def _line(recipe: Recipe, spec: object) -> str:
    if recipe["is"] == "plain":
        return repr(recipe["value"])
    if recipe["is"] == "tuple":
        return repr(tuple(recipe["value"]))
    if recipe["is"] == "array":
        return _array_line(recipe["array"], spec)
    if recipe["is"] == "view":
        return f"drawn  # shares memory with {recipe['of']} ({recipe['how']})"
    if recipe["is"] == "arrays":
        return "[" + ", ".join(_array_line(array, spec) for array in recipe["items"]) + "]"
    about = recipe.get("source", recipe["is"])
    return f"drawn  # {about}"


def _array_line(array: Array, spec: object) -> str:
    dtype = "" if array.dtype == np.float32 else f', dtype="{array.dtype.name}"'
    fixed = isinstance(spec, Mapping) and ("values" in spec or "rows" in spec)
    if array.dtype.name not in DTYPES:
        return f"drawn  # {array.dtype.name} {array.shape}"
    if fixed and array.size <= WRITTEN and np.isfinite(array.astype(np.float64)).all():
        return f"array({_rounded(array)!r}{dtype})"
    limits = [(key, spec[key]) for key in ("low", "high") if isinstance(spec, Mapping) and _plain_number(spec.get(key))]
    shape = ", ".join(map(str, array.shape)) or "()"
    text = "".join(f", {key}={value!r}" for key, value in limits)
    return f"random({shape}{text}{dtype})" if array.size <= MOST_ELEMENTS else f"drawn  # {array.shape}"


def _plain_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _rounded(array: Array) -> Any:
    """Return nested lists of numbers, in as few digits as restore them."""
    if array.ndim:
        return [_rounded(row) for row in array]
    return array.item() if array.dtype.kind in "iub" else float(str(array[()]))


def choose(exercise: Exercise, case: DrawnCase, seed: int, text: str) -> DrawnCase:
    """Return a case with the arguments of some lines; a line as `written` writes it keeps what was drawn.

    Raises:
        ChosenError: a line cannot be read, names no argument, or asks for too much.
    """
    lines = _assignments(text, tuple(case.inputs))
    before = _assignments(written(case), tuple(case.inputs))
    made: dict[str, Recipe] = {}
    for name, recipe in case.inputs.items():
        if name not in lines or _text(name, lines[name]) == _text(name, before[name]):
            made[name] = recipe
            continue
        rng = np.random.default_rng([seed, zlib.crc32(f"{exercise.id} {name}".encode())])
        made[name] = _Reader(name, recipe, rng).recipe(lines[name])
    return replace(case, inputs=made)


def _assignments(text: str, names: tuple[str, ...]) -> dict[str, ast.expr]:
    if len(text) > MOST_TEXT:
        raise ChosenError(f"The inputs have more than {MOST_TEXT} characters.")
    try:
        tree = parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        raise ChosenError(f"{f'Line {line}' if line else 'The inputs'} cannot be read: {error}.") from error
    found: dict[str, ast.expr] = {}
    for statement in tree.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if not isinstance(statement, ast.Assign) or not isinstance(target, ast.Name):
            raise ChosenError(f"Line {statement.lineno} is not `name = value`.")
        if target.id not in names:
            listed = ", ".join(names) or "none"
            raise ChosenError(f"Line {statement.lineno}: there is no argument {target.id}; the arguments are {listed}.")
        found[target.id] = statement.value
    return found


def _text(name: str, node: ast.expr) -> str:
    try:
        return ast.dump(node)
    except RecursionError:
        raise ChosenError(f"{name}: this value is too deep.") from None


class _Reader:
    """Makes the recipe of one argument from its expression."""

    def __init__(self, name: str, drawn: Recipe, rng: np.random.Generator) -> None:
        self._name, self._drawn, self._rng = name, drawn, rng
        self._items = 0
        self._options: dict[str, Any] = {}
        """Keywords of the current call, without `dtype`."""

    def recipe(self, node: ast.expr) -> Recipe:
        """Return the recipe; a list or tuple that holds a call becomes a list or tuple of arrays."""
        if isinstance(node, ast.Name) and node.id == "drawn":
            return self._drawn
        if isinstance(node, ast.Call):
            place = self._drawn["ctx"] if self._drawn["is"] == "array" else "cpu(0)"
            return {"is": "array", "array": self._array(node), "ctx": place}
        if isinstance(node, (ast.List, ast.Tuple)) and any(isinstance(item, ast.Call) for item in node.elts):
            kind = "list" if isinstance(node, ast.List) else "tuple"
            self._count(len(node.elts))
            items = [self.recipe(item) for item in node.elts]
            return {"is": "group", "kind": "list" if kind == "list" else "tuple", "keys": [], "items": items}
        value = self._literal(node)
        self._check(value)
        drawn = self._drawn
        if isinstance(value, list) and drawn["is"] == "array":
            array = _listed(value, drawn["array"].dtype)
            if array is not None:
                return {"is": "array", "array": array, "ctx": drawn["ctx"]}
        return {"is": "tuple", "value": list(value)} if isinstance(value, tuple) else {"is": "plain", "value": value}

    def _fail(self, problem: str) -> ChosenError:
        return ChosenError(f"{self._name}: {problem}")

    def _literal(self, node: ast.expr) -> Any:
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            raise self._fail(f"this value cannot be read. {HOW}") from None

    def _count(self, items: int) -> None:
        self._items += items
        if self._items > MOST_ITEMS:
            raise self._fail(f"it has more than {MOST_ITEMS} items.")

    def _check(self, value: object) -> None:
        if isinstance(value, (list, tuple)):
            self._count(len(value))
            for item in value:
                self._check(item)
        elif isinstance(value, int) and abs(value) > MOST_NUMBER:
            raise self._fail(f"whole numbers go to {MOST_NUMBER}.")
        elif not isinstance(value, (bool, int, float, str, type(None))):
            raise self._fail(f"a {type(value).__name__} is not possible. {HOW}")

    def _array(self, call: ast.Call) -> Array:
        named = _bare_name(call.func)
        maker = _MAKERS.get(named)
        if maker is None:
            raise self._fail(f"there is no function {named or 'of this kind'}. {HOW}")
        options = self._options = {keyword.arg or "**": self._option(keyword) for keyword in call.keywords}
        allowed = {"dtype", "low", "high"} if named == "random" else {"dtype"}
        if unknown := sorted(set(options) - allowed):
            raise self._fail(f"{named} takes no {unknown[0]}; it takes {', '.join(sorted(allowed))}.")
        dtype = options.pop("dtype", "float32")
        if dtype not in DTYPES:
            raise self._fail(f"dtype is one of {', '.join(DTYPES)}.")
        try:
            array = maker(self, [self._literal(argument) for argument in call.args], np.dtype(dtype))
        except (ValueError, TypeError, OverflowError) as error:
            raise self._fail(f"{named} cannot make it: {error}.") from error
        if array.size > MOST_ELEMENTS or array.ndim > MOST_DIMENSIONS:
            raise self._fail(f"an array has at most {MOST_ELEMENTS} elements and {MOST_DIMENSIONS} dimensions.")
        return np.ascontiguousarray(array) if array.ndim else array

    def _option(self, keyword: ast.keyword) -> Any:
        named = _bare_name(keyword.value) if keyword.arg == "dtype" else ""
        return named or self._literal(keyword.value)

    def _shape(self, arguments: list[Any]) -> tuple[int, ...]:
        shape = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], (tuple, list)) else arguments
        if not all(type(n) is int and n >= 0 for n in shape):
            raise self._fail("a shape consists of whole numbers, such as random(2, 3).")
        if len(shape) > MOST_DIMENSIONS or _product(shape) > MOST_ELEMENTS:
            raise self._fail(f"an array has at most {MOST_ELEMENTS} elements and {MOST_DIMENSIONS} dimensions.")
        return tuple(shape)

    def random(self, arguments: list[Any], dtype: np.dtype[Any]) -> Array:
        """Draw uniformly between `low` and `high`, both included for whole numbers."""
        low, high = self._options.get("low", -1), self._options.get("high", 1)
        shape = self._shape(arguments)
        if not (_plain_number(low) and _plain_number(high) and -1e9 <= low <= high <= 1e9):
            raise self._fail("low and high are numbers, and low is not greater than high.")
        if dtype.kind == "b":
            return self._rng.integers(0, 1, size=shape, endpoint=True).astype(dtype)
        if dtype.kind in "iu":
            limits = np.iinfo(dtype)
            first, last = max(int(low), int(limits.min)), min(int(high), int(limits.max))
            return self._rng.integers(first, last, size=shape, endpoint=True).astype(dtype)
        return self._rng.uniform(low, high, size=shape).astype(dtype)

    def array(self, arguments: list[Any], dtype: np.dtype[Any]) -> Array:
        """Return the numbers of nested lists."""
        if len(arguments) != 1:
            raise self._fail("array takes one list of numbers, such as array([[1, 2], [3, 4]]).")
        return np.array(arguments[0], dtype=dtype)

    def zeros(self, arguments: list[Any], dtype: np.dtype[Any]) -> Array:
        return np.zeros(self._shape(arguments), dtype)

    def ones(self, arguments: list[Any], dtype: np.dtype[Any]) -> Array:
        return np.ones(self._shape(arguments), dtype)

    def arange(self, arguments: list[Any], dtype: np.dtype[Any]) -> Array:
        return np.arange(_product(self._shape(arguments)), dtype=dtype)


def _listed(numbers: list[Any], drawn: np.dtype[Any]) -> Array | None:
    """Return an array of a list's numbers in the drawn array's dtype, in float32 if that would round them."""
    try:
        array = np.array(numbers)
    except ValueError:
        return None
    if array.dtype.kind not in "iufb" or array.ndim > MOST_DIMENSIONS:
        return None
    return array.astype(drawn if drawn.kind == "f" or array.dtype.kind != "f" else np.float32)


def _bare_name(node: ast.expr) -> str:
    """Return the last part of a name such as torch.float16, if what stands before it is a framework."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) and ast.unparse(node.value) in FRAMEWORKS else ""


_Maker = Callable[[_Reader, list[Any], "np.dtype[Any]"], Array]
_MAKERS: dict[str, _Maker] = {
    "random": _Reader.random,
    "array": _Reader.array,
    "tensor": _Reader.array,
    "zeros": _Reader.zeros,
    "ones": _Reader.ones,
    "arange": _Reader.arange,
}


def _product(numbers: Any) -> int:
    product = 1
    for number in numbers:
        product *= number
    return product

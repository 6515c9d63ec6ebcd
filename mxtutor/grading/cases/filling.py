"""Fills drawn arrays with numbers of a described kind, and computes the formulas of descriptions."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from mxtutor.content.variants import arithmetic
from mxtutor.grading.recipes import Array
from mxtutor.syntax import parse_expression

Names = Mapping[str, Any]
Rng = np.random.Generator

_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_SINGLE_EQUALS = re.compile(r"(?<![<>=!])=(?!=)")


@dataclass(frozen=True)
class Formula:
    """Arithmetic of names and numbers ("2 * m + 1"), or comparisons of it ("m < n", "n % k = 0 and m > 1").

    Raises:
        ValueError: it is made of a text that is not a formula.
    """

    text: str

    def __post_init__(self) -> None:
        try:
            self._tree  # noqa: B018 - parses the text
        except SyntaxError as error:
            raise ValueError(f"{self.text!r} is not a formula") from error

    @cached_property
    def _tree(self) -> ast.expr:
        return parse_expression(_SINGLE_EQUALS.sub("==", self.text.strip()))

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name))

    def __call__(self, names: Names) -> Any:
        """Return its value.

        Raises:
            KeyError, TypeError, ArithmeticError: it has an unknown name, is not arithmetic, or divides by 0.
        """
        return _value(self._tree, names)


def _value(node: ast.expr, names: Names) -> Any:
    if isinstance(node, ast.BoolOp):
        return (all if isinstance(node.op, ast.And) else any)(_value(one, names) for one in node.values)
    if isinstance(node, ast.Compare):
        sides = [arithmetic(one, names) for one in (node.left, *node.comparators)]
        return all(_COMPARE[type(op)](*pair) for op, *pair in zip(node.ops, sides, sides[1:], strict=False))
    return arithmetic(node, names)


SPAN = re.compile(r"(.+?)\.\.(.+?)(?: by ([\d.e]+))?")
"""A range, both ends included: `-1..1`, `0..k - 1`, `-9..9 by 0.25`."""
MATRICES = ("full rank", "symmetric", "definite")
ORDINARY = 1e4
"""Within limits of this size numbers are drawn evenly; of a wider range, most are between -10 and 10."""
HUGE = 1e20
"""Beyond the square root of the largest float32."""
SMALL = 1e-3
"""Factor of arrays of small numbers; sums of much smaller ones and a bias round to ties in a relu or a pool."""
TINY = 1e-30
"""Smaller numbers are special ones."""
DEALT = 0.25
"""Share of special numbers, such as 0 and 1, in an array."""


@dataclass(frozen=True, slots=True)
class Kind:
    text: str
    name: str
    """"normal", "any", "span", or one of `MATRICES`."""
    low: Formula | None = None
    high: Formula | None = None
    step: float = 0.0
    distinct: bool = False
    with_: str = ""
    """"nan", "inf" or "some x", which some elements are."""
    some: Formula | None = None
    """The x of "some x"."""

    def ends(self, dtype: np.dtype[Any], names: Names) -> tuple[float, float]:
        """Return the least and the greatest value of an array; infinities for normal numbers."""
        if dtype.kind == "b":
            return 0, 1
        if self.low is not None and self.high is not None:
            return self.low(names), self.high(names)
        if self.name == "normal" and dtype.kind == "f":
            return -np.inf, np.inf
        limits: Any = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
        least, greatest = limits.min, limits.max
        return (least, greatest) if self.name == "any" else (max(least, -9), 9)

    @property
    def _greatest(self) -> float:
        """The greatest magnitude, as far as it does not depend on sizes."""
        if self.name == "any":
            return np.inf
        ends = [abs(float(f({}))) for f in (self.low, self.high) if f is not None and not f.names]
        return max(ends, default=0.0)

    @property
    def _reaches_zero(self) -> bool:
        """Whether small numbers are allowed, as far as that does not depend on sizes."""
        if self.low is None or self.high is None:
            return True
        return not (self.step or self.low.names or self.high.names) and self.low({}) <= 0 <= self.high({})

    def patterns(self, dtype: np.dtype[Any], count: int) -> tuple[str, ...]:
        """Return the patterns of an array with `count` elements; "mixed" is the first."""
        if self.with_ or not count:
            return ("mixed",)
        if self.name in MATRICES:
            return ("mixed", "small", "large", *(("uneven",) if self.name == "full rank" else ()))
        if dtype.kind == "b":
            return ("mixed", "all equal")
        found = ["mixed"]
        if count > 1:
            found += ["sorted", "reversed"]
        if count > 1 and not self.distinct:
            found += ["repeated", "all equal"]
        if dtype.kind == "f" and not self.distinct and self._reaches_zero:
            found.append("small")
        if self.name == "normal" and dtype.kind == "f":
            found.append("large")
        if self._greatest > ORDINARY and not (self.distinct or self.step):
            found.append("wide")
        if self._greatest >= HUGE and dtype.kind == "f" and not (self.distinct or self.step):
            found.append("huge")
        return tuple(found)


_KIND = re.compile(r"(distinct )?(normal|any|full rank|symmetric|definite|nan|inf|some .+|.+\.\..+)")


def kinds(texts: Sequence[str]) -> tuple[Kind, ...]:
    """Return the kinds that texts name; `nan`, `inf` and `some x` are the first kind with such elements.

    Raises:
        ValueError: a text is not a kind.
    """
    made: list[Kind] = []
    for text in texts:
        found = _KIND.fullmatch(text)
        if found is None:
            raise ValueError(f"there is no kind of values {text!r}")
        distinct, name = bool(found[1]), found[2]
        if name in ("nan", "inf") or name.startswith("some "):
            some = Formula(name.removeprefix("some ")) if name.startswith("some ") else None
            made.append(replace(made[0] if made else Kind("normal", "normal"), text=text, with_=name, some=some))
        elif span := SPAN.fullmatch(name):
            ends = Formula(span[1]), Formula(span[2])
            made.append(Kind(text, "span", *ends, step=float(span[3] or 0), distinct=distinct))
        else:
            made.append(Kind(text, name, distinct=distinct))
    return tuple(made)


class Filler:
    """Fills the arrays of one argument; its special numbers are dealt out, so that all of them come in some case."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._hand: list[float] = []

    def fill(
        self, kind: Kind, pattern: str, dtype: str, shape: Sequence[int], names: Names, wanted: Sequence[float]
    ) -> Array:
        """Return an array of this shape; `wanted` are numbers that should be among its elements."""
        rng, type_ = self._rng, np.dtype(dtype)
        if kind.name in MATRICES:
            return (_matrix(rng, kind.name, pattern, shape)).astype(type_)
        low, high = kind.ends(type_, names)
        flat = self._patterned(kind, pattern, type_, low, high, int(np.prod(shape)), wanted)
        if kind.some is not None:
            most = max(len(flat), 1)
            flat[rng.permutation(len(flat))[: rng.integers(min(1, most - 1), most)]] = kind.some(names)
        elif type_.kind == "f" and kind.with_:
            for value in [np.nan] if kind.with_ == "nan" else [np.inf, -np.inf]:
                flat[rng.integers(len(flat), size=1 if len(flat) else 0)] = value
        elif type_.kind == "f" and kind.name != "normal":
            with np.errstate(over="ignore"):
                return np.clip(flat.astype(type_), type_.type(low), type_.type(high)).reshape(shape)
        return flat.astype(type_).reshape(shape)

    def _patterned(
        self,
        kind: Kind,
        pattern: str,
        dtype: np.dtype[Any],
        low: float,
        high: float,
        count: int,
        wanted: Sequence[float],
    ) -> Array:
        rng = self._rng
        if pattern == "wide":
            return _wide(rng, dtype, low, high, count)
        if pattern == "huge":
            top = float(np.finfo(dtype).max)
            values = [v for v in (top, -top, 1.5 * top**0.5, -2 * top**0.5, top / 8) if low <= v <= high]
            return rng.choice(values or [high], size=count)
        flat = _ordinary(rng, kind, dtype, low, high, count)
        if pattern == "mixed" and not kind.distinct:
            self._deal(flat, kind, dtype, low, high, wanted)
        elif pattern == "sorted":
            flat = np.sort(flat)
        elif pattern == "reversed":
            flat = np.sort(flat)[::-1]
        elif pattern == "repeated":
            flat = rng.choice(flat[: 1 + len(flat) // 3], size=count)
        elif pattern == "all equal":
            flat = np.full(count, flat[0])
        return flat * {"small": SMALL, "large": 1e3}.get(pattern, 1)

    def _deal(
        self, flat: Array, kind: Kind, dtype: np.dtype[Any], low: float, high: float, wanted: Sequence[float]
    ) -> None:
        """Put special numbers in some places, but leave an ordinary one, which gives the scale of what is allowed."""
        rng = self._rng

        def fits(value: float) -> bool:
            on_grid = not kind.step or value == low + kind.step * round((value - low) / kind.step)
            return low <= value <= high and on_grid and (dtype.kind == "f" or value == int(value))

        places = np.flatnonzero(rng.random(len(flat)) < DEALT)
        if len(flat) > 1:
            places = places[places != rng.integers(len(flat))]
        for at in places:
            self._hand = self._hand or [*rng.permutation(_specials(dtype, low, high, kind.step))]
            value = self._hand.pop()
            if len(flat) == 1 and 0 < abs(value) < TINY:
                self._hand.insert(0, value)
            elif fits(value):
                flat[at] = value
        for value in filter(fits, wanted):
            if len(flat) > 1 and rng.random() < 0.5:
                flat[rng.integers(len(flat))] = value


def _specials(dtype: np.dtype[Any], low: float, high: float, step: float) -> list[float]:
    ends = [end for end in (low, high) if abs(end) <= ORDINARY or dtype.kind in "iu"]
    if dtype.kind != "f":
        return [0, 1, -1, *ends]
    if step:
        return [0.0, 1.0, -1.0, 0.5, -0.5, *ends]
    limits = np.finfo(dtype)
    return [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, float(limits.smallest_subnormal), -float(limits.smallest_normal), *ends]


def _ordinary(rng: Rng, kind: Kind, dtype: np.dtype[Any], low: float, high: float, count: int) -> Array:
    """Draw numbers without special ones, as float64, or as int64 for whole numbers."""
    if np.isinf(low):
        return rng.normal(size=count)
    if dtype.kind != "f":
        near = (low, high) if low >= -ORDINARY and high <= ORDINARY else (max(low, -100), min(high, 100))
        every = np.arange(int(near[0]), int(near[1]) + 1)
        return rng.choice(every, size=count, replace=not kind.distinct)
    if kind.step:
        return low + kind.step * rng.choice(
            int((high - low) / kind.step + 1e-9) + 1, size=count, replace=not kind.distinct
        )
    if max(abs(low), abs(high)) > ORDINARY:
        if low > 10 or high < -10:
            return _wide(rng, dtype, low, high, count)
        low, high = max(low, -10), min(high, 10)
    if kind.distinct:  # far enough from each other to have one order
        places = (rng.permutation(count) + rng.uniform(0.25, 0.75, size=count)) / max(count, 1)
        return low + (high - low) * places
    return rng.uniform(low, high, size=count)


def _wide(rng: Rng, dtype: np.dtype[Any], low: float, high: float, count: int) -> Array:
    """Draw numbers of all sizes between two ends: the logarithms are uniform."""
    if dtype.kind != "f":
        return rng.integers(int(low), int(high), size=count, endpoint=True)
    least = np.log10(low) if low > 0 else np.log10(-high) if high < 0 else -3
    most = np.log10(max(abs(low), abs(high)))
    signs = np.where(rng.random(count) < 0.5, -1, 1) if low < 0 < high else 1 if high > 0 else -1
    return np.clip(signs * 10 ** rng.uniform(least, most, size=count), low, high)


def _matrix(rng: Rng, name: str, pattern: str, shape: Sequence[int]) -> Array:
    """Draw matrices with a condition number of at most 2, 16 if "uneven"; if symmetric, with distinct eigenvalues."""
    *batch, rows, columns = shape
    left = np.linalg.qr(rng.normal(size=(*batch, rows, rows)))[0]
    scale = {"small": 1e-3, "large": 30.0}.get(pattern, 1.0)
    if name == "full rank":
        right, rank = np.linalg.qr(rng.normal(size=(*batch, columns, columns)))[0], min(rows, columns)
        values = rng.uniform(1, 2, size=(*batch, 1, rank))
        made = (left[..., :rank] * values) @ right[..., :rank, :]
        return np.asarray(scale * made * (2 ** rng.uniform(-1.5, 1.5, size=columns) if pattern == "uneven" else 1))
    places = (np.arange(rows) + rng.uniform(0.3, 0.7, size=(*batch, 1, rows))) / rows
    made = (left * (0.5 + 4 * places if name == "definite" else 8 * places - 4)) @ np.swapaxes(left, -1, -2)
    return np.asarray(scale * (made + np.swapaxes(made, -1, -2)) / 2)

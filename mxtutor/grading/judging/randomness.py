"""Judges raw draws, orders and repetitions from an observer; the trusted side counts everything.

Each test refuses a right answer with a probability below ALARM.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from mxtutor.grading.judging.chance import even_sums, lags, row_sums, tables
from mxtutor.grading.judging.distributions import LAWS, places
from mxtutor.grading.judging.numeric import ks_distance
from mxtutor.grading.judging.statistical import pool
from mxtutor.grading.results.values import Array, Value, ValueKind, show

ALARM = 1e-7
"""Highest probability with which one test refuses draws or orders that are random."""
LEVELS = 2.0**22
"""Smallest number of different values of a random float32; MXNet's generators have more."""
LONG = 30
"""Smallest order whose correlations are nearly normal."""
DEVIATIONS = 7.0
"""Limit for a mean of many draws, in standard deviations: 2.6e-12, with a margin for sums that are nearly normal."""


class FaultCode(str, Enum):
    """Faults of draws and orders."""

    OTHER_KIND = "other-kind"
    NUMBER_OF_PASSES = "number-of-passes"
    WRONG_VISITS = "wrong-visits"
    """A pass does not visit each index once."""
    ONE_ORDER = "one-order"
    FEW_ORDERS = "few-orders"
    REPEATED_ORDERS = "repeated-orders"
    PLACE = "place"
    """An index is at one place too often or too rarely."""
    NEIGHBOUR = "neighbour"
    """An index follows another one too often or too rarely."""
    RELATIVE_PLACE = "relative-place"
    RELATIVE_NEIGHBOUR = "relative-neighbour"
    KEPT_NEAR = "kept-near"
    """Indices stay near their places, or near each other."""
    SHARE = "share"
    NOT_REPEATED = "not-repeated"
    TIES = "ties"
    NOT_FINITE = "not-finite"
    DISTRIBUTION = "distribution"
    RELATED_IN_ROW = "related-in-row"
    RELATED_CALLS = "related-calls"
    CALL_MEANS = "call-means"
    DEPENDENT = "dependent"


@dataclass(frozen=True, slots=True)
class Fault:
    code: FaultCode
    message: str
    """The fault as a sentence, with the numbers."""


def fault_of(test: str, want: Value, have: Value) -> Fault | None:
    """Return the fault of an observation, or None; `test` is a key of TESTS."""
    return TESTS[test](want, have)


def alike(test: str, one: Value, other: Value) -> bool:
    """Return whether two observations fail a test in the same way, or both pass it, with the same distribution."""
    return _code(test, one) is _code(test, other) and (test != "normal" or not _differ(one.array, other.array))


def _differ(one: Array | None, other: Array | None) -> bool:
    """Return whether the numbers of two arrays have different distributions."""
    if one is None or other is None or one.dtype.kind != "f" or other.dtype.kind != "f":
        return False
    return ks_distance(one.reshape(-1), other.reshape(-1)) > _most_distance(min(one.size, other.size))


def _most_distance(size: int) -> float:
    """Return the greatest distance of two samples of one distribution, with `size` numbers in the smaller one."""
    return math.sqrt(math.log(2 / ALARM) / max(size, 1))


def _code(test: str, have: Value) -> FaultCode | None:
    try:
        fault = fault_of(test, have, have)
    except ValueError:  # not a table at all
        return FaultCode.OTHER_KIND
    return None if fault is None else fault.code


def shuffles(want: Value, have: Value) -> Fault | None:
    """Judge passes, each a new random order of 0 to n-1; `want` has the same number of passes of n."""
    count, size = _table(want).shape
    if have.array is None and not have.items:
        return Fault(FaultCode.OTHER_KIND, f"{count} passes expected, got {show(have)}.")
    passes = list(have.array) if have.array is not None else [_integers(item) for item in have.items]
    for at, one in enumerate(passes):
        if one is None or one.dtype.kind not in "iu" or sorted(one.reshape(-1).tolist()) != list(range(size)):
            seen = "something else" if one is None else one.reshape(-1)[:40].tolist()
            message = f"pass {at + 1} visits {seen}; each index from 0 to {size - 1} is expected once."
            return Fault(FaultCode.WRONG_VISITS, message)
    if len(passes) != count:
        return Fault(FaultCode.NUMBER_OF_PASSES, f"{count} passes expected, got {len(passes)}.")
    orders = np.array(passes).reshape(count, size)
    equal = sum(n * (n - 1) / 2 for n in Counter(row.tobytes() for row in orders).values())
    possible = math.factorial(min(size, 15))  # of more than 15 indices, no two passes are equal by chance
    few = None
    if _too_many(equal, count * (count - 1) / 2 / possible) and _too_uneven(equal, count, possible):
        different = len({row.tobytes() for row in orders})
        few = _few(different, count, size)
        if different <= count / 2:
            return few
    return _uneven(orders) or _uneven(_steps(orders), relative=True) or _kept_near(orders) or few


def _kept_near(orders: Array) -> Fault | None:
    """Return whether indices tend to keep their place, or to have neighbours of about their size.

    Both correlations of a fair shuffle of n have a variance of about 1 / n. The tables of `_uneven` are too coarse for
    long orders, in which each index comes to each place in few passes.
    """
    count, size = orders.shape
    if size < LONG:
        return None
    places = np.linspace(-math.sqrt(3), math.sqrt(3), size)
    found = places[orders]
    for products, says in ((found * places, "their places"), (found[:, :-1] * found[:, 1:], "their neighbours")):
        correlation = float(products.mean())
        if abs(correlation) > DEVIATIONS / math.sqrt(count * (size - 1)) + 1 / size:
            message = f"not random: indices stay near {says} (correlation {correlation:.2f})."
            return Fault(FaultCode.KEPT_NEAR, message)
    return None


def _few(different: int, count: int, size: int) -> Fault:
    if different == 1:
        return Fault(FaultCode.ONE_ORDER, f"all {count} passes have one and the same order.")
    if different <= 2 * size:
        return Fault(FaultCode.FEW_ORDERS, f"{count} passes have only {different} different orders.")
    message = f"orders are repeated: {count} passes have {different} different ones."
    return Fault(FaultCode.REPEATED_ORDERS, message)


def _steps(orders: Array) -> Array:
    """Return each order relative to the previous one; for fair shuffles these are fair shuffles, too."""
    places = np.argsort(orders, axis=1)
    return np.array([place[order] for place, order in zip(places[:-1], orders[1:], strict=True)])


def _uneven(orders: Array, *, relative: bool = False) -> Fault | None:
    """Return a place or a neighbour that occurs too often or too rarely for an index.

    `relative` means that each order is taken relative to the previous one.
    """
    count, size = orders.shape
    if size < 2:
        return None
    cells = 8 * size * size  # two tables of places, two of neighbours, both sides
    at, after = np.zeros((size, size)), np.zeros((size, size))
    for order in orders:
        at[order, np.arange(size)] += 1
        after[order[:-1], order[1:]] += 1
    note = " (each order taken relative to the one before it)" if relative else ""
    place = FaultCode.RELATIVE_PLACE if relative else FaultCode.PLACE
    neighbour = FaultCode.RELATIVE_NEIGHBOUR if relative else FaultCode.NEIGHBOUR
    for table, code, says in ((at, place, "at place {0}"), (after, neighbour, "followed by {0}")):
        bad = _surprise(table, count, 1 / size) > math.log(cells / ALARM)
        if table is after:
            np.fill_diagonal(bad, False)
        if bad.any():
            i, j = (int(k) for k in np.argwhere(bad)[0])
            seen = f"index {i} is {says.format(j)} in {table[i, j]:.0f} of {count} passes"
            return Fault(code, f"not random: {seen}, about {count / size:.0f} are expected{note}.")
    return None


def _surprise(counts: Array, total: int, chance: float) -> Array:
    """Return minus the log of Chernoff's bound on seeing a binomial count this far from its mean."""
    share = np.clip(counts / total, 1e-12, 1 - 1e-12)
    bound = share * np.log(share / chance) + (1 - share) * np.log((1 - share) / (1 - chance))
    return np.asarray(total * bound)


def _too_many(seen: float, mean: float) -> bool:
    """Return whether such a count of rare events with this mean has a probability below ALARM."""
    return seen > mean and (not mean or seen * math.log(math.e * mean / seen) - mean < math.log(ALARM))


def _too_uneven(equal: float, count: int, orders: int) -> bool:
    """Return whether this many equal pairs have a probability below ALARM if the `count` passes fall on few orders.

    Then the pairs are not rare: for `count` draws of equally likely `orders`, they follow a chi-square distribution.
    """
    freedom = orders - 1
    ratio = (orders * (2 * equal / count + 1) - count) / freedom
    return ratio > 1 and freedom / 2 * (math.log(ratio) + 1 - ratio) < math.log(ALARM)


def coins(want: Value, have: Value) -> Fault | None:
    """Judge rows of 0 and 1, whole numbers: all of them independent, with probability 1/2."""
    rows = have.array
    if (
        rows is None
        or rows.shape != _table(want).shape
        or rows.dtype.kind not in "iu"
        or not np.isin(rows, (0, 1)).all()
    ):
        return Fault(FaultCode.OTHER_KIND, f"rows of 0 and 1 of shape {_table(want).shape} expected, got {show(have)}.")
    if abs(float(rows.mean()) - 0.5) > DEVIATIONS / 2 / math.sqrt(rows.size):
        return Fault(FaultCode.SHARE, f"{rows.sum()} of {rows.size}; a half is expected.")
    drawn = pool(LAWS["bernoulli"], (np.asarray(0.5),), rows)
    message = even_sums(drawn.sums) or row_sums(drawn.u) or lags(drawn.u) or tables(drawn.u)
    return Fault(FaultCode.DEPENDENT, message) if message else None


def repeats(want: Value, have: Value) -> Fault | None:
    """Judge a list whose items must all be the same."""
    if len(have.items) != len(want.items):
        return Fault(FaultCode.OTHER_KIND, f"{len(want.items)} items expected, got {show(have, 120)}.")
    first, *others = (_bytes(item) for item in have.items)
    at = next((i for i, other in enumerate(others) if other != first), None)
    if at is None:
        return None
    message = f"{show(have.items[0], 120)} first, then {show(have.items[at + 1], 120)}."
    return Fault(FaultCode.NOT_REPEATED, message)


def distinct(want: Value, have: Value) -> Fault | None:
    """Judge an array of random numbers; all of them differ, except for a few equal ones by chance."""
    if have.array is None or want.array is None or have.array.shape != want.array.shape:
        shape = () if want.array is None else want.array.shape
        return Fault(FaultCode.OTHER_KIND, f"an array of shape {shape} expected, got {show(have, 120)}.")
    _, counts = np.unique(have.array, return_counts=True)
    size = have.array.size
    if _too_many(float((counts * (counts - 1) / 2).sum()), size * (size - 1) / 2 / LEVELS):
        return Fault(FaultCode.TIES, f"only {len(counts)} of {size} numbers are different.")
    return None


def normal(want: Value, have: Value) -> Fault | None:
    """Judge rows of normal draws: the reference's distribution, and no relation within and between rows."""
    if have.array is None or have.array.shape != _table(want).shape or have.array.dtype.kind != "f":
        return Fault(FaultCode.OTHER_KIND, f"draws of shape {_table(want).shape} expected, got {show(have, 120)}.")
    rows, theirs = have.array.astype("float64"), _table(want).astype("float64")
    if not np.isfinite(rows).all():
        return Fault(FaultCode.NOT_FINITE, "some draws are NaN or infinite.")
    if (fault := distinct(want, have)) is not None or rows.size < 3:
        return fault
    distance = ks_distance(theirs.reshape(-1), rows.reshape(-1))
    if distance > _most_distance(rows.size) or _other_moments(theirs, rows):
        ours = f"mean {rows.mean():.3g}, deviation {rows.std():.3g}"
        message = f"{ours}; the reference's have {theirs.mean():.3g} and {theirs.std():.3g} (distance {distance:.3f})."
        return Fault(FaultCode.DISTRIBUTION, message)
    both = np.concatenate([rows, theirs])
    return _related((rows - both.mean()) / both.std()) or _far_apart(rows)


def _other_moments(theirs: Array, rows: Array) -> bool:
    """Return whether mean, deviation or fourth moment of normal draws differ by more than chance explains."""
    unit, (theirs_unit, ours_unit) = math.sqrt(2 / rows.size), ((a - a.mean()) / a.std() for a in (theirs, rows))
    # of few draws, either deviation may be far from its law's by chance
    shift = abs(rows.mean() - theirs.mean()) / np.hypot(rows.std(), theirs.std()) * math.sqrt(2)
    width = abs(math.log(rows.std() / theirs.std()))
    tails = abs(float((ours_unit**4).mean() - (theirs_unit**4).mean()))
    # standard errors, the reference's included: 1, 1 / sqrt(2) and sqrt(24) units; the last is skewed
    return bool(
        shift > DEVIATIONS * unit or width > DEVIATIONS * unit / math.sqrt(2) or tails > 10 * unit * math.sqrt(24)
    )


def _related(rows: Array) -> Fault | None:
    """Return a relation between neighbours in a row or between rows, or a row with a mean of its own."""
    within, between = rows[:, :-1] * rows[:, 1:], rows[:-1] * rows[1:]
    for products, code, which in (
        (within, FaultCode.RELATED_IN_ROW, "neighbours in a row"),
        (between, FaultCode.RELATED_CALLS, "the draws of one call and the next"),
    ):
        if products.size and abs(products.mean()) * math.sqrt(products.size) > DEVIATIONS:
            return Fault(code, f"not random: {which} are related (correlation {products.mean():.2f}).")
    spread = (rows.mean(axis=1) ** 2).sum() * rows.shape[1]
    if spread > len(rows) + DEVIATIONS * math.sqrt(2 * len(rows)) + DEVIATIONS**2:
        return Fault(FaultCode.CALL_MEANS, "not random: calls differ in the mean of their draws.")
    return None


def _far_apart(rows: Array) -> Fault | None:
    """Return a relation between draws at any distance, between halves, or between mirrored parts, for any mean."""
    own = (np.asarray(rows.mean()), np.asarray(rows.std()))
    u = places(LAWS["normal"], rows, own, np.random.default_rng(0)).reshape(1, 1, -1)
    message = lags(u) or tables(u)
    return Fault(FaultCode.DEPENDENT, message) if message else None


def _table(value: Value) -> Array:
    if value.array is None or value.array.ndim != 2:
        raise ValueError("the reference's observer does not hand over a table")
    return value.array


def _integers(value: Value) -> Array | None:
    if value.array is not None:
        return value.array
    numbers: list[Any] = [item.plain for item in value.items]
    return np.array(numbers, dtype=int) if all(item.kind is ValueKind.INT for item in value.items) else None


def _bytes(value: Value) -> object:
    if value.array is not None:
        return value.array.shape, value.array.dtype, value.array.tobytes()
    return (value.kind, value.plain, tuple(_bytes(item) for item in value.items))


Test = Callable[[Value, Value], Fault | None]
TESTS: dict[str, Test] = {
    "shuffles": shuffles,
    "coins": coins,
    "repeats": repeats,
    "distinct": distinct,
    "normal": normal,
}
"""The tests by their names in the key `test:` of an observation."""

"""Tests whether draws are independent and follow their distribution, with a known rate of false alarms.

All tests work on `u[call, row, element]`, the place of each draw in its distribution (`laws.places`): right draws make
it an array of independent uniform numbers. Every test refuses right draws with a probability of at most `ALPHA`. The
limits are bounds that hold for any number of draws (Massart's for distribution functions, Chernoff's for counts,
Hoeffding's for sums of signs), except for three asymptotic ones: `evenness`, `likeness` and `cells`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from mxtutor.grading.results.values import Array

ALPHA = 1e-8
"""Probability that one test refuses the right draws of one case."""
FINE = 4096
"""Number of cells in which places are counted."""
EVEN = 0.2
"""Lower limit of the distance to the distribution times the root of the number of draws; for right draws,
P(< x) = sqrt(2 pi) / x * exp(-pi^2 / (8 x^2)) is 5e-13, and 7e-12 where distances are taken between FINE cells."""
ENOUGH = 100
"""Smallest row whose evenness is judged, in draws."""
PER_CELL = 50
"""Smallest expected count of a cell for which Pearson's statistic is close to its chi-square distribution."""
TAILS = (1e-2, 1e-3, 1e-4, 1e-6)
"""Probabilities of the tails in which draws are counted."""
GRAINS = 2**20
"""Number of different values of the coarsest accepted generator; a float32 generator has 2^23 and more."""
MANY_CALLS = 4
"""Number of calls up to which all are large, so that two of them are enough for correlations at all distances."""
COARSE = 8
"""Number of cells on each side of a table of pairs."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Draws that are judged together."""

    u: Array
    """Their places: float64 in [0, 1), shape (calls, rows, elements)."""
    values: Array | None = None
    """The draws themselves, if equal ones are rare (a continuous distribution)."""
    grain: float = 0.0
    """Probability that two independent draws are equal, because their dtype rounds them."""
    sums: Array | None = None
    """Of a discrete distribution: each row's sum less its mean, in standard deviations, half a unit farther from 0."""
    contents: Array | None = None
    """Contents of an argument with which the draws must not be correlated, shape (rows, elements)."""

    @property
    def counts(self) -> Array:
        """Draws in each of FINE cells, shape (calls * rows, FINE)."""
        groups = self.u.reshape(-1, self.u.shape[-1])
        cell = (groups * FINE).astype(np.int64) + np.arange(len(groups))[:, None] * FINE
        return np.bincount(cell.reshape(-1), minlength=len(groups) * FINE).reshape(-1, FINE)


def faults(pool: Pool) -> Iterator[str]:
    """Yield faults of draws, as sentences; each test refuses right draws with a probability of at most `ALPHA`."""
    counts = pool.counts
    tests: tuple[Callable[[], str], ...] = (
        lambda: distribution(counts),
        lambda: tails(pool.u),
        lambda: repeated(pool.values, pool.grain),
        lambda: limited(pool.values, pool.grain),
        lambda: equal_calls(pool.values, pool.grain),
        lambda: evenness(counts, pool.u.shape[-1]),
        lambda: likeness(counts, pool.u.shape),
        lambda: cells(counts, 16),
        lambda: cells(counts.sum(axis=0, keepdims=True), 16),
        lambda: cells(counts, 256),
        lambda: row_sums(pool.u),
        lambda: even_sums(pool.sums),
        lambda: lags(pool.u),
        lambda: tables(pool.u),
        lambda: dependence(pool.u, pool.contents),
    )
    for test in tests:
        if fault := test():
            yield fault


def distribution(counts: Array) -> str:
    """Compare all draws with the distribution: P(D > d) <= 2 exp(-2 n d^2)."""
    total = int(counts.sum())
    gaps = np.cumsum(counts.sum(axis=0)) / total - np.arange(1, FINE + 1) / FINE
    at = int(np.abs(gaps).argmax())
    if abs(gaps[at]) <= math.sqrt(math.log(2 / ALPHA) / (2 * total)):
        return ""
    share = (at + 1) / FINE
    found = f"{gaps[at] + share:.2%} of {total} lie where {share:.2%} are expected"
    return f"The draws do not follow the distribution: {found}."


def tails(u: Array) -> str:
    limit = math.log(2 * 2 * len(TAILS) / ALPHA)
    for share in TAILS:
        for name, count in (("lowest", int((u < share).sum())), ("highest", int((u >= 1 - share).sum()))):
            if _surprise(np.array(count), u.size, share) > limit:
                return (
                    f"{count} of {u.size} draws lie in the {name} {share:.2%} of the distribution, "
                    f"about {u.size * share:.1f} are expected."
                )
    return ""


def _surprise(count: Array, of: Array | int, share: float) -> Array:
    """Return Chernoff's exponent e: exp(-e) bounds the probability that a binomial count is that far from its mean."""
    n = np.maximum(np.asarray(of, dtype=np.float64), 1)
    got = np.clip(count / n, 0, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        one = np.where(got > 0, got * np.log(got / share), 0.0)
        other = np.where(got < 1, (1 - got) * np.log((1 - got) / (1 - share)), 0.0)
    return np.asarray(n * (one + other))


def repeated(values: Array | None, grain: float) -> str:
    """Count repeated numbers; the limit is far above the repetitions of a generator with 2^20 numbers."""
    if values is None:
        return ""
    different = len(np.unique(values))
    expected = values.size**2 / 2 * (grain + 1 / GRAINS)
    if values.size - different <= 1.25 * expected + 40:
        return ""
    return f"Numbers come more than once: there are {different} different ones among {values.size} draws."


def limited(values: Array | None, grain: float) -> str:
    """Refuse draws that were limited to a range: the least or the greatest number comes too often.

    Numbers that come with a probability of `share` each are the greatest with a probability that falls by exp(-n share)
    from one to the next; their sum is at most 1 + 1 / (n share).
    """
    if values is None or values.dtype.itemsize < 4:  # the numbers at the ends of a float16 range are far apart
        return ""
    share = 2 * grain + 1 / GRAINS
    limit = math.log(2 * (1 + 1 / (values.size * share)) / ALPHA)
    for name, end in (("least", values.min()), ("greatest", values.max())):
        count = int((values == end).sum())
        if count > values.size * share and _surprise(np.array(count), values.size, share) > limit:
            return f"The {name} number, {end:g}, comes {count} times among {values.size} draws."
    return ""


def equal_calls(values: Array | None, grain: float) -> str:
    """Refuse two calls with the same numbers: the generator was seeded with one of few numbers."""
    if values is None or values[0].size < 2:
        return ""
    rows = values.reshape(len(values), -1)
    chance = len(rows) ** 2 / 2 * (grain + 1 / GRAINS) ** min(rows.shape[1], 8)
    if chance > ALPHA or len(np.unique(rows, axis=0)) == len(rows):
        return ""
    return "Two of the calls give the same numbers."


def evenness(counts: Array, n: int) -> str:
    """Refuse rows that are closer to their distribution than chance allows, such as a shuffled grid."""
    rows = counts if n >= ENOUGH else counts[:0]
    for part in [*rows, counts.sum(axis=0)]:
        total = int(part.sum())
        gap = np.abs(np.cumsum(part) / total - np.arange(1, FINE + 1) / FINE).max()
        if total >= ENOUGH and gap * math.sqrt(total) < EVEN:
            return "The draws are spread more evenly than chance spreads them, so they are not independent."
    return ""


def likeness(counts: Array, shape: tuple[int, ...]) -> str:
    """Refuse two rows whose sorted numbers are closer than those of independent rows, such as a shuffled copy."""
    _, rows, n = shape
    if n < ENOUGH:
        return ""
    shares = np.cumsum(counts, axis=1) / n
    for i in range(len(shares)):
        for j in range(i):
            if np.abs(shares[i] - shares[j]).max() * math.sqrt(n / 2) < EVEN:
                return f"{_row(j, rows).capitalize()} and {_row(i, rows)} hold nearly the same numbers."
    return ""


def _row(group: int, rows: int) -> str:
    call, row = divmod(group, rows)
    return f"row {row} of call {call + 1}"


def cells(counts: Array, parts: int) -> str:
    """Compare counts of cells of equal probability by Pearson's statistic, on both sides: too uneven and too even."""
    grouped = counts.reshape(len(counts), parts, -1).sum(axis=2)
    if grouped[0].sum() < PER_CELL * parts:
        grouped = grouped.sum(axis=0, keepdims=True)
    expected = grouped.sum(axis=1, keepdims=True) / parts
    if expected.min() < PER_CELL:
        return ""
    statistic = float(((grouped - expected) ** 2 / expected).sum())
    freedom = len(grouped) * (parts - 1)
    if _chi_surprise(statistic, freedom) <= math.log(2 / ALPHA):
        return ""
    how = "more evenly" if statistic < freedom else "less evenly"
    return f"The draws fill {parts} equal parts of the distribution {how} than independent draws do."


def _chi_surprise(statistic: float, freedom: int) -> float:
    """Return Chernoff's exponent of a chi-square variable, for the side of its mean on which the statistic lies."""
    share = max(statistic / freedom, 1e-300)
    return freedom / 2 * (share - 1 - math.log(share))


def row_sums(u: Array) -> str:
    """Compare the scatter of the rows' sums with that of independent draws, on both sides.

    Sums of uniform numbers have lighter tails than normal ones, so the chi-square bound holds for rows of any length.
    """
    rows = u.reshape(-1, u.shape[-1])
    statistic = float(((rows.sum(axis=1) - rows.shape[1] / 2) ** 2).sum() * 12 / rows.shape[1])
    if _chi_surprise(statistic, len(rows)) <= math.log(2 / ALPHA):
        return ""
    how = "less" if statistic < len(rows) else "more"
    return f"The draws are not independent: the sums of the rows scatter {how} than those of independent draws."


def even_sums(sums: Array | None) -> str:
    """Refuse rows of whole numbers if all their sums are nearer to their means than chance explains."""
    if sums is None or not sums.size:
        return ""
    statistic = float((sums**2).sum())
    if statistic >= sums.size or _chi_surprise(statistic, sums.size) <= math.log(1 / ALPHA):
        return ""
    return "The sums of the rows are nearer to their mean than chance explains, so the draws are not independent."


def lags(u: Array) -> str:
    """Correlate the signs of all draws with themselves, shifted by every distance and mirrored at every place.

    A shift by k splits the ring of N draws into chains. All products of a chain except the last one are independent,
    so the sum of the N products exceeds t with a probability of at most exp(-t^2 / 4N).
    """
    some = u[:2] if len(u) <= MANY_CALLS else u
    signs = np.where(some.reshape(-1) < 0.5, 1.0, -1.0)
    size = signs.size
    wave = np.fft.rfft(signs)
    shifted = np.abs(np.fft.irfft(wave * wave.conj(), size)[1 : size // 2 + 1])
    mirrored = np.abs(np.fft.irfft(wave * wave, size))
    limit = math.sqrt(4 * size * math.log(2 * (shifted.size + mirrored.size) / ALPHA))
    if shifted.size and shifted.max() > limit:
        distance = int(shifted.argmax()) + 1
        return (
            f"The draws are not independent: those that lie {_distance(distance, u.shape)} apart go together "
            f"(correlation {shifted[distance - 1] / size:.2f})."
        )
    if mirrored.max() > limit:
        return f"The draws are not independent: they repeat in reverse (correlation {mirrored.max() / size:.2f})."
    return ""


def _distance(distance: int, shape: tuple[int, ...]) -> str:
    _, rows, n = shape
    if distance % (rows * n) == 0:
        return f"{distance // (rows * n)} call(s)"
    if distance % n == 0:
        return f"{distance // n} row(s)"
    return f"{distance} element(s)"


def tables(u: Array) -> str:
    """Count pairs of draws in a table of 8 by 8 cells: neighbours, halves of rows, rows, calls."""
    pairs = list(_pairs(u))
    limit = math.log(2 * COARSE**2 * max(len(pairs), 1) / ALPHA)
    for name, first, second in pairs:
        if _crossed(first, _coarse(second), limit):
            return f"The draws are not independent: {name} go together."
    return ""


def _pairs(u: Array) -> Iterator[tuple[str, Array, Array]]:
    calls, rows, n = u.shape
    half = n // 2
    if half:
        yield "neighbours in a row", u[..., 0 : 2 * half : 2], u[..., 1 : 2 * half : 2]
        yield "the two halves of a row", u[..., :half], u[..., half : 2 * half]
        yield "a row and its mirror image", u[..., :half], u[..., ::-1][..., :half]
    for i in range(min(rows, 4)):
        for j in range(i):
            yield f"rows {j} and {i}", u[:, j], u[:, i]
            yield f"row {j} and the mirror image of row {i}", u[:, j], u[:, i, ::-1]
    if calls > MANY_CALLS:
        yield "the draws of two calls", u[0 : calls // 2 * 2 : 2], u[1 : calls // 2 * 2 : 2]
    else:
        for i in range(calls):
            for j in range(i):
                yield f"the draws of calls {j + 1} and {i + 1}", u[j], u[i]


def _coarse(places: Array) -> Array:
    return (places * COARSE).astype(np.int64).reshape(-1)


def _crossed(first: Array, parts: Array, limit: float) -> bool:
    """Return whether `first` is not uniform within one of the COARSE parts of the second draws of the pairs."""
    table = np.bincount(parts * COARSE + _coarse(first), minlength=COARSE**2).reshape(COARSE, COARSE)
    return bool(_surprise(table, table.sum(axis=1, keepdims=True), 1 / COARSE).max() > limit)


def dependence(u: Array, contents: Array | None) -> str:
    """Count draws by the size of the argument's element at the same place."""
    if contents is None or contents.size < COARSE:
        return ""
    flat = contents.astype(np.float64).reshape(-1)
    edges = np.quantile(flat, np.arange(1, COARSE) / COARSE)
    parts = np.searchsorted(edges, flat, side="right")
    groups = [u.reshape(1, -1)] if len(u) > MANY_CALLS else list(u.reshape(len(u), 1, -1))
    limit = math.log(2 * COARSE**2 * len(groups) / ALPHA)
    for draws in groups:
        if _crossed(draws, np.tile(parts, draws.size // parts.size), limit):
            return "The draws do not follow the distribution everywhere: they go together with the argument's contents."
    return ""

"""Independence of random draws: faults of draws are found, and right draws pass."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from mxtutor.grading.judging import chance
from mxtutor.grading.judging.chance import Pool, faults
from mxtutor.grading.judging.distributions import LAWS, places
from mxtutor.grading.judging.statistical import pool
from mxtutor.grading.results.values import Array

Rng = np.random.Generator
SHAPE = (2, 3, 4000)
"""Calls, rows, elements."""


def _inverse(u: Array) -> tuple[str, tuple[float, ...], Array]:
    return "exponential", (0.5,), (-2 * np.log1p(-u)).astype(np.float32)


HONEST: dict[str, Callable[[Rng], tuple[str, tuple[float, ...], Array]]] = {
    "uniform": lambda r: ("uniform", (2, 5), (2 + 3 * r.random(SHAPE)).astype(np.float32)),
    "normal": lambda r: ("normal", (1, 3), (1 + 3 * r.standard_normal(SHAPE)).astype(np.float32)),
    "exponential": lambda r: _inverse(r.random(SHAPE)),
    "cauchy": lambda r: ("cauchy", (4, 0.1), (4 + 0.1 * r.standard_cauchy(SHAPE)).astype(np.float32)),
    "geometric": lambda r: ("geometric", (0.3,), r.geometric(0.3, SHAPE).astype(np.float32)),
    "bernoulli": lambda r: ("bernoulli", (0.7,), (r.random(SHAPE) < 0.7).astype(np.float32)),
    "small arrays": lambda r: ("uniform", (0, 1), r.random((200, 2, 3, 4)).astype(np.float32)),
    "single numbers": lambda r: ("geometric", (0.9,), r.geometric(0.9, (400, 1)).astype(np.float32)),
}


def found(name: str, parameters: tuple[float, ...], calls: Array, contents: Array | None = None) -> list[str]:
    """Return what is odd about draws of shape (calls, ...)."""
    numbers = tuple(np.asarray(p, np.float64) for p in parameters)
    return list(faults(pool(LAWS[name], numbers, calls, contents)))


@pytest.mark.parametrize("kind", HONEST)
def test_right_draws_are_left_alone(kind: str) -> None:
    rng = np.random.default_rng(11)
    for _ in range(5):
        name, parameters, calls = HONEST[kind](rng)
        assert found(name, parameters, calls, rng.random(calls.shape[1:])) == []


@pytest.mark.parametrize("kind", HONEST)
def test_right_draws_are_refused_no_more_often_than_stated(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "ALPHA", 1e-3)
    rng = np.random.default_rng(12)
    refused = sum(bool(found(*HONEST[kind](rng))) for _ in range(40))
    assert refused <= 5  # 15 tests at 1 in 1000 refuse 0.6 of 40; 6 and more come up once in 25,000


def grid(r: Rng) -> Array:
    """Return a shuffled regular grid in each row."""
    return np.asarray(np.stack([r.permutation(4000) for _ in range(6)]).reshape(SHAPE) / 4000)


def copied(one: Callable[[Array, Rng], Array]) -> Callable[[Rng], Array]:
    """Return rows that are made of the first one, anew in each call."""
    return lambda r: np.stack([np.stack([a, one(a, r), r.random(4000)]) for a in r.random((2, 4000))])


def halves(r: Rng, second: Callable[[Array], Array]) -> Array:
    """Return rows whose second half is made of the first one."""
    first = r.random(HALF)
    return np.concatenate([first, second(first)], axis=2)


def noisy(u: Array, r: Rng) -> Array:
    return np.asarray(np.clip(u + r.normal(0, 2e-4, u.shape), 0, 1))


def taken_over(r: Rng) -> Array:
    u = r.random(SHAPE)
    return np.asarray(np.where(r.random(SHAPE) < 0.1, np.roll(u, 1, axis=2), u))


HALF = (2, 3, 2000)
ODD: dict[str, Callable[[Rng], Array]] = {
    "one number in all places": lambda r: np.full(SHAPE, 0.4),
    "one number per row": lambda r: np.repeat(r.random((2, 3, 1)), 4000, axis=2),
    "one number per row, on a regular grid": lambda r: np.broadcast_to((np.arange(3) + 0.5)[:, None] / 3, SHAPE),
    "a shuffled grid": grid,
    "a shuffled grid with noise inside its cells": lambda r: grid(r) + r.random(SHAPE) / 4000,
    "16 strata": lambda r: (grid(r) * 4000 % 16 + r.random(SHAPE)) / 16,
    "a low-discrepancy sequence": lambda r: (r.random((2, 3, 1)) + np.arange(4000) * 0.6180339887498949) % 1,
    "sorted rows": lambda r: np.sort(r.random(SHAPE)),
    "sorted pieces": lambda r: np.sort(r.random((2, 3, 400, 10))).reshape(SHAPE),
    "sorted pairs": lambda r: np.sort(r.random((2, 3, 2000, 2))).reshape(SHAPE),
    "each draw twice": lambda r: np.repeat(r.random(HALF), 2, axis=2),
    "each draw twice, with noise": lambda r: noisy(np.repeat(r.random(HALF), 2, axis=2), r),
    "each half of a row twice": lambda r: np.tile(r.random(HALF), 2),
    "antithetic neighbours": lambda r: halves(r, lambda a: 1 - a).reshape(2, 3, 2, -1).swapaxes(2, 3).reshape(SHAPE),
    "an antithetic half": lambda r: halves(r, lambda a: 1 - a),
    "a mirrored half": lambda r: halves(r, lambda a: a[..., ::-1]),
    "a half shifted by a quarter": lambda r: halves(r, lambda a: (a + 0.25) % 1),
    "a tenth taken over from the draw before": taken_over,
    "a row copied": copied(lambda a, r: a),
    "a row copied in another order": copied(lambda a, r: r.permutation(a)),
    "a row copied in another order, with noise": copied(lambda a, r: noisy(r.permutation(a), r)),
    "a row rolled": copied(lambda a, r: np.roll(a, 13)),
    "a row mirrored": copied(lambda a, r: a[::-1]),
    "an antithetic row": copied(lambda a, r: 1 - a),
    "a folded row": copied(lambda a, r: np.abs(2 * a - 1)),
    "the same numbers in both calls": lambda r: np.stack([r.random((3, 4000))] * 2) ** [[[1.0]], [[1.0001]]],
    "an antithetic call": lambda r: np.abs([[[0.0]], [[1.0]]] - r.random((3, 4000))),
    "fixed numbers in another order": lambda r: r.permuted(np.tile(r.random(4000), (6, 1)), axis=1).reshape(SHAPE),
    "no tails": lambda r: 2e-3 + (1 - 4e-3) * r.random(SHAPE),
    "no upper tail": lambda r: r.random(SHAPE) * (1 - 2e-3),
    "draws that are limited at one end": lambda r: np.minimum(r.random(SHAPE), 1 - 1.2e-3),
    "a tail that is too heavy": lambda r: np.where(r.random(SHAPE) < 4e-3, 1 - 1e-5 * r.random(SHAPE), r.random(SHAPE)),
    "a slightly bent distribution": lambda r: r.random(SHAPE) ** 1.1,
}  # fmt: skip


@pytest.mark.parametrize("kind", ODD)
def test_odd_draws_are_refused(kind: str) -> None:
    for seed in range(2):
        assert found("uniform", (0, 1), ODD[kind](np.random.default_rng(seed)))


SMALL: dict[str, Callable[[Rng], Array]] = {
    "one number in all places": lambda r: np.repeat(r.random((200, 1)), 24, axis=1),
    "sorted": lambda r: np.sort(r.random((200, 24))),
    "each draw twice, with noise": lambda r: noisy(np.repeat(r.random((200, 12)), 2, axis=1), r),
    "the same place in each call": lambda r: noisy(np.tile(r.random(24), (200, 1)), r),
    "one of 2000 seeds": lambda r: np.stack([np.random.default_rng(s).random(24) for s in r.integers(0, 2000, 400)]),
    "strata": lambda r: (r.permuted(np.tile(np.arange(24), (200, 1)), axis=1) + r.random((200, 24))) / 24,
}


@pytest.mark.parametrize("kind", SMALL)
def test_small_arrays_are_judged_over_many_calls(kind: str) -> None:
    assert found("uniform", (0, 1), SMALL[kind](np.random.default_rng(3)).astype(np.float32))


def test_whole_numbers_with_the_exact_shares_of_their_distribution_are_refused() -> None:
    rng = np.random.default_rng(5)
    coins = np.stack([rng.permutation(np.arange(4000) < 2800) for _ in range(6)]).reshape(SHAPE)
    assert "nearer to their mean" in found("bernoulli", (0.7,), coins.astype(np.float32))[0]
    assert not found("bernoulli", (0.7,), (rng.random(SHAPE) < 0.7).astype(np.float32))


def test_a_probability_that_varies_inside_a_row_counts_for_each_element() -> None:
    rng = np.random.default_rng(6)
    p = rng.random((3, 4000))
    numbers = (p,)
    right, mean_of_row = ((rng.random(SHAPE) < q).astype(np.float32) for q in (p, p.mean(axis=1, keepdims=True)))
    assert not list(faults(pool(LAWS["bernoulli"], numbers, right, p)))
    assert "argument's contents" in " ".join(faults(pool(LAWS["bernoulli"], numbers, mean_of_row, p)))


def test_draws_that_follow_an_argument_are_refused() -> None:
    rng = np.random.default_rng(7)
    contents = rng.random((3, 4000))
    mixed = np.where(rng.random(SHAPE) < 0.2, contents, rng.random(SHAPE))
    assert "argument's contents" in " ".join(found("uniform", (0, 1), mixed, contents))


@pytest.mark.parametrize("law", LAWS)
def test_places_of_right_draws_are_uniform_and_lie_in_the_unit_interval(law: str) -> None:
    name, parameters, calls = HONEST[law](np.random.default_rng(8))
    u = places(LAWS[name], calls, tuple(map(np.asarray, parameters)), np.random.default_rng(9))
    assert u.min() >= 0
    assert u.max() < 1
    assert abs(np.sort(u.reshape(-1)) - (np.arange(u.size) + 0.5) / u.size).max() < 0.02


def test_float32_that_rounds_to_equal_numbers_is_allowed_for() -> None:
    rng = np.random.default_rng(10)
    far = (4000 + 0.1 * rng.random(SHAPE)).astype(np.float32)  # 400 numbers lie between the limits
    assert not chance.repeated(far, float(np.float32(2**-11 * 2) / 0.1))
    assert chance.repeated(far, 0.0)


def test_counts_have_one_row_for_each_row_of_each_call() -> None:
    counts = Pool(np.random.default_rng(1).random(SHAPE)).counts
    assert counts.shape == (6, chance.FINE)
    assert set(counts.sum(axis=1)) == {4000}

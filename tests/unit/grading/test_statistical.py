"""Random draws: their limits, their distribution, new ones at each call, the same ones after the same seed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mxtutor.content.model import Compare, Statistics
from mxtutor.grading.answer import child
from mxtutor.grading.messages import Probe
from mxtutor.grading.protocol import Aspect
from mxtutor.grading.results.values import Array, Outcome
from tests.unit.specimens import drawn, f32, judged, nd, passes, refusal, tensor

N = 20_000


def uniform(seed: int, low: float = 0, high: float = 1, shape: tuple[int, ...] = (N,)) -> Array:
    """Return float32 draws."""
    return np.random.default_rng(seed).uniform(low, high, shape).astype(np.float32)


def drawing(
    wanted: Statistics, got: Array, *, want: Array | None = None, again: Array | None = None, back: Array | None = None
) -> tuple[Aspect, ...]:
    """Judge draws against the reference's; by default a second call draws anew and the seed brings the first back."""
    outcome = Outcome(
        nd(got),
        again=nd(uniform(99, shape=got.shape) if again is None else again),
        reseeded=nd(got if back is None else back),
    )
    reference = uniform(1, shape=got.shape) if want is None else want
    case = drawn(x=f32(0), low={"is": "plain", "value": 0}, high={"is": "plain", "value": 1})
    return judged(Compare(statistics=wanted), tensor(reference), outcome, case)


UNIT = Statistics(support=(0, 1))


def test_other_draws_of_the_same_distribution_pass() -> None:
    aspects = drawing(UNIT, uniform(2))
    assert passes(aspects)
    assert [a.aspect for a in aspects][-1] == "reproducibility"


@pytest.mark.parametrize(
    ("wanted", "low", "high", "message"),
    [
        (UNIT, 0, 1.5, "[0, 1] expected."),
        (UNIT, -0.5, 1, "[0, 1] expected."),
        (Statistics(support=(0, None)), -0.1, 1, "at least 0 expected."),
        (Statistics(support=(None, 1)), 0, 1.1, "at most 1 expected."),
        (Statistics(within=("low", "high")), 0, 1.2, "[0, 1] expected."),
    ],
)
def test_draws_outside_the_support_are_refused(wanted: Statistics, low: float, high: float, message: str) -> None:
    found = refusal(drawing(wanted, uniform(2, low, high)))
    assert found.aspect == "statistics"
    assert message in found.message


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_draws_that_are_no_numbers_are_refused(value: float) -> None:
    got = uniform(2)
    got[:100] = value
    assert refusal(drawing(Statistics(), got)).message == "Some draws are NaN or infinite."


def test_a_single_infinite_draw_in_very_many_is_chance() -> None:
    got = uniform(2)
    got[7] = np.inf
    assert passes(drawing(Statistics(), got))


def test_whole_numbers_are_asked_for_where_they_matter() -> None:
    whole = Statistics(ks=1, integer=True)
    assert passes(drawing(whole, np.round(uniform(2, 0, 9)), again=np.round(uniform(3, 0, 9))))
    assert refusal(drawing(whole, uniform(2, 0, 9))).message == "Some draws are not whole numbers."


def test_another_distribution_on_the_same_support_is_described_with_both_medians() -> None:
    found = refusal(drawing(UNIT, uniform(2) ** 2))
    assert "The distribution differs in row 0" in found.message
    assert found.expected.startswith("median 0.")


def test_each_row_has_a_distribution_of_its_own() -> None:
    rows = np.stack([uniform(2), uniform(3) ** 2])
    found = refusal(drawing(UNIT, rows, want=np.stack([uniform(4), uniform(5)])))
    assert "in row 1" in found.message


def test_few_draws_are_judged_by_their_support_only() -> None:
    few = f32(0.5, 0.5, 0.5)
    assert passes(drawing(UNIT, few, want=uniform(1, shape=(3,)), again=few))


def test_two_calls_must_not_draw_the_same() -> None:
    got = uniform(2)
    assert refusal(drawing(UNIT, got, again=got)).message == "Two calls drew the same numbers."


def test_the_seed_must_bring_the_draw_back() -> None:
    found = refusal(drawing(UNIT, uniform(2), back=uniform(3)))
    assert found.aspect == "reproducibility"
    assert "mx.random.seed" in found.message


def test_a_draw_that_was_not_repeated_is_taken_for_neither_new_nor_reproducible() -> None:
    outcome = Outcome(nd(uniform(2)))
    aspects = judged(Compare(statistics=UNIT), tensor(uniform(1)), outcome)
    assert [a.aspect for a in aspects if not a.ok] == ["statistics", "reproducibility"]


def test_another_seed_must_bring_another_draw() -> None:
    got = uniform(2)
    outcome = Outcome(nd(got), again=nd(uniform(3)), reseeded=nd(got), other=nd(got))
    found = refusal(judged(Compare(statistics=UNIT), tensor(uniform(1)), outcome))
    assert found.message == "Two seeds of `mx.random.seed` give the same numbers."


def test_the_contents_of_an_array_that_gives_the_shape_must_not_matter() -> None:
    got = uniform(2)
    outcome = Outcome(nd(got), again=nd(uniform(3)), reseeded=nd(got), refilled=nd(uniform(4)))
    found = refusal(judged(Compare(statistics=UNIT), tensor(uniform(1)), outcome))
    assert found.aspect == "reproducibility"
    assert "only its shape may matter" in found.message


LAW = Statistics(support=(0, 1), law=("uniform", 0.0, "high"))
"""A law takes numbers and names of arguments."""


def test_with_a_law_all_calls_are_judged_together() -> None:
    assert passes(drawing(LAW, uniform(2)))
    mirrored = drawing(LAW, uniform(2), again=np.clip(1 - uniform(2), 0, 1))
    assert "not independent" in refusal(mirrored).message


@pytest.mark.parametrize(
    ("many", "message"),
    [
        (uniform(5, shape=(300, 3)), ""),
        (np.repeat(uniform(5, shape=(300, 1)), 3, axis=1), "Numbers come more than once"),
        (np.sort(uniform(5, shape=(300, 3))), "go together"),
        (uniform(5, 0, 2, shape=(300, 3)), "[0, 1] expected"),
        (uniform(5, shape=(300, 4)), "A later call gives something else."),
    ],
)
def test_small_arrays_are_judged_over_many_calls(many: Array, message: str) -> None:
    got = uniform(2, shape=(3,))
    outcome = Outcome(nd(got), again=nd(got), reseeded=nd(got), many=nd(many, "numpy"))
    case = drawn(x=f32(0), high={"is": "plain", "value": 1})
    aspects = judged(Compare(statistics=LAW), tensor(uniform(1, shape=(3,))), outcome, case)
    assert message in refusal(aspects).message if message else passes(aspects)


@pytest.mark.parametrize(("size", "calls"), [(1, child.FEWEST_CALLS), (24, child.FEWEST_CALLS), (999, 6)])
def test_a_slow_machine_draws_small_arrays_often_enough_to_judge_them(
    size: int, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def same(_: object, value: Array) -> Array:
        return value

    monkeypatch.setattr(child, "MANY_SECONDS", 0.0)
    monkeypatch.setattr(child, "arguments_of", lambda *_: {})
    monkeypatch.setattr(child, "describe", same)
    framework: Any = SimpleNamespace(is_array=lambda _: True, numpy=lambda value: value, seed=lambda _: None)
    case: Any = None
    found = child.repeats(framework, lambda: uniform(1, shape=(size,)), case, Probe(repeat=True, seeds=(1, 2)))
    assert len(found["many"]["a"]) == calls


def test_reseeding_is_not_judged_where_it_cannot_be_asked_for() -> None:
    assert passes(drawing(Statistics(support=(0, 1), reseed=False), uniform(2), back=uniform(3)))


def test_shape_and_dtype_are_judged_before_draws() -> None:
    aspects = drawing(UNIT, uniform(2).astype(np.float64), want=uniform(1))
    assert refusal(aspects).message == "dtype float32 expected, got float64."

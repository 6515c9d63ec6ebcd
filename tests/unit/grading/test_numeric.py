"""What is allowed at each element, and how two arrays differ."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mxtutor.grading.differences import Difference
from mxtutor.grading.judging.numeric import STRETCHES, allowed_error, difference, errors, ks_distance
from tests.unit.specimens import f32

INF, NAN = np.inf, np.nan


def differing(want: Any, got: Any, rtol: float = 1e-5, atol: float = 1e-6) -> Difference:
    """Return how two arrays differ, which they must."""
    found = difference(np.asarray(want), np.asarray(got), rtol, atol)
    assert found is not None
    return found


def test_the_absolute_allowance_grows_with_the_largest_expected_value() -> None:
    assert allowed_error(f32(0, 10, -1000), 1e-3, 1e-6) == pytest.approx([1e-3, 1e-2 + 1e-3, 1 + 1e-3])


def test_zeros_have_the_scale_one() -> None:
    assert allowed_error(f32(0, 0), 1e-3, 1e-6) == pytest.approx([1e-6, 1e-6])


def test_infinities_and_nan_do_not_widen_what_is_allowed() -> None:
    assert allowed_error(f32(2, INF, NAN), 1e-3, 1e-6) == pytest.approx([2e-3 + 2e-6, 2e-6, 2e-6])


def test_small_numbers_do_not_pass_for_zero() -> None:
    assert differing(f32(1e-7, 2e-7), f32(0, 0)).differing == 2


def test_what_is_allowed_passes_and_just_more_does_not() -> None:
    assert difference(f32(1), f32(1.00001), 1e-5, 1e-6) is None
    assert differing(f32(1), f32(1.00002)).differing == 1


@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_large_integers_are_compared_exactly(dtype: str) -> None:
    want = np.array([2**53, 2**62], dtype=dtype)
    assert difference(want, want.copy(), 0, 0) is None
    assert differing(want, want + np.array([1, 0], dtype=dtype), 0, 0).differing == 1


def test_integers_that_floats_cannot_tell_apart_differ_by_at_least_one() -> None:
    assert errors(np.array([2**62]), np.array([2**62 + 1])).tolist() == [1.0]


@pytest.mark.parametrize(
    ("want", "got", "error"),
    [(NAN, NAN, 0), (INF, INF, 0), (-INF, -INF, 0), (NAN, 1, INF), (1, NAN, INF), (INF, -INF, INF), (1, INF, INF)],
)
def test_nan_and_infinities_are_equal_to_themselves_only(want: float, got: float, error: float) -> None:
    assert errors(f32(want), f32(got)).tolist() == [error]


def test_booleans_and_integers_can_be_compared() -> None:
    assert errors(np.array([True, False]), np.array([1, 1])).tolist() == [0.0, 1.0]


def test_the_worst_positions_come_first_and_are_five_at_most() -> None:
    got = np.zeros((2, 4), np.float32)
    got[1, 2], got[0, 1] = 9, 5
    found = differing(np.zeros((2, 4), np.float32), got)
    assert [(w.index, w.got) for w in found.worst] == [((1, 2), 9.0), ((0, 1), 5.0)]
    assert len(differing(np.zeros(100), np.ones(100)).worst) == 5


def test_a_single_number_differs_at_no_index() -> None:
    assert differing(np.array(1.0), np.array(2.0)).worst[0].index == ()


def test_the_strip_shows_where_the_error_is() -> None:
    got = np.zeros(128, np.float32)
    got[127] = 1
    strip = differing(np.zeros(128, np.float32), got).strip
    assert len(strip) == STRETCHES
    assert strip[-1] > 1
    assert set(strip[:-1]) == {0.0}


def test_the_strip_is_finite_whatever_the_error() -> None:
    strip = differing(f32(NAN, 0, INF, 1), f32(1, 0, -INF, 1), 0, 0).strip
    assert strip == (1e6, 0.0, 1e6, 0.0)


def test_totals_and_shape_are_described() -> None:
    found = differing(np.zeros((2, 3)), np.eye(2, 3))
    assert (found.shape, found.differing, found.total, found.max_abs) == ((2, 3), 2, 6, 1.0)


def test_arrays_without_elements_agree() -> None:
    assert difference(np.zeros((0, 3)), np.zeros((0, 3)), 0, 0) is None


finite = st.floats(-1e6, 1e6, width=32)


@given(st.lists(finite, min_size=1, max_size=20), st.integers(0, 19), finite)
def test_a_difference_is_found_exactly_where_one_element_is_off(values: list[float], at: int, shift: float) -> None:
    want, got = np.array(values), np.array(values)
    got[at % len(values)] += shift
    found = difference(want, got, 1e-5, 1e-6)
    off = abs(got - want)[at % len(values)] > allowed_error(want, 1e-5, 1e-6)[at % len(values)]
    assert (found is not None) == off
    if found is not None:
        assert found.worst[0].index == (at % len(values),)


def test_the_distance_of_distributions_is_0_for_the_same_and_1_for_separate_ones() -> None:
    assert ks_distance(f32(1, 2, 3), f32(3, 2, 1)) == 0
    assert ks_distance(f32(1, 2), f32(5, 6, 7)) == 1
    assert ks_distance(f32(1, 2, 3, 4), f32(3, 4, 5, 6)) == pytest.approx(0.5)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=9), st.lists(st.integers(0, 5), min_size=1, max_size=9))
def test_the_distance_of_distributions_is_the_greatest_gap_anywhere(one: list[int], other: list[int]) -> None:
    def share(draws: list[int], limit: int) -> float:
        return sum(d <= limit for d in draws) / len(draws)

    widest = max(abs(share(one, at) - share(other, at)) for at in range(6))
    assert ks_distance(f32(*one), f32(*other)) == pytest.approx(widest)
    assert ks_distance(f32(*other), np.array(one)) == pytest.approx(widest)

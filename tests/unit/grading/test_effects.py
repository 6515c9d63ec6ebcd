"""The effects of a call on its arguments, and the memory of its result."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mxtutor.content.model import Compare
from mxtutor.grading.protocol import Aspect
from mxtutor.grading.results.values import Outcome
from tests.unit.specimens import drawn, f32, judged, nd, passes, refusal, tensor

NAN = float("nan")
CASE = drawn(x=f32(1, NAN), y=f32(3))


def after(compare: Compare, x: Any, y: Any = None, alias: tuple[str, ...] | None = None) -> tuple[Aspect, ...]:
    """Judge a right result of [5] whose call left the arguments as given."""
    inputs = {"x": np.asarray(x), "y": f32(3) if y is None else np.asarray(y)}
    return judged(compare, tensor([5]), Outcome(nd([5]), inputs, alias), CASE)


def test_unchanged_arguments_pass_nan_included() -> None:
    assert passes(after(Compare(inputs="unchanged"), f32(1, NAN)))


@pytest.mark.parametrize("x", [f32(1, 0), f32(1), f32(1, NAN).reshape(2, 1), np.array([1, NAN]), f32(-1, NAN)])
def test_a_changed_argument_is_named(x: Any) -> None:
    found = refusal(after(Compare(inputs="unchanged"), x))
    assert (found.aspect, found.message) == ("inputs", "The argument x was changed; it must keep its contents.")


def test_the_sign_of_a_zero_is_a_change() -> None:
    outcome = Outcome(nd([5]), {"x": f32(-0.0)})
    assert not passes(judged(Compare(inputs="unchanged"), tensor([5]), outcome, drawn(x=f32(0.0))))


def test_an_argument_that_was_not_reported_counts_as_changed() -> None:
    assert not passes(judged(Compare(inputs="unchanged"), tensor([5]), Outcome(nd([5])), CASE))


def test_arguments_are_not_checked_unless_the_exercise_says_so() -> None:
    assert passes(after(Compare(), f32(9)))


def test_the_first_argument_must_hold_the_result() -> None:
    assert passes(after(Compare(inputs="dst_overwritten"), f32(5)))
    found = refusal(after(Compare(inputs="dst_overwritten"), f32(1, NAN)))
    assert found.message == "The array x itself does not hold the result afterwards."


def test_only_the_first_argument_may_be_overwritten() -> None:
    found = refusal(after(Compare(inputs="dst_overwritten"), f32(5), f32(4)))
    assert found.message == "The argument y was changed; it must keep its contents."


def test_a_fresh_result_has_memory_of_its_own() -> None:
    assert passes(after(Compare(alias="fresh"), f32(1, NAN), alias=()))
    found = refusal(after(Compare(alias="fresh"), f32(1, NAN), alias=("x", "y")))
    assert found.message == "The result shares memory with x, y: writing to one changes the other."


def test_a_result_that_was_not_written_to_is_not_taken_for_fresh() -> None:
    assert refusal(after(Compare(alias="fresh"), f32(1, NAN))).message == "The result could not be written to."


def test_the_caller_s_array_has_to_come_back() -> None:
    assert passes(after(Compare(alias="dst"), f32(1, NAN), alias=("x",)))
    assert "x itself" in refusal(after(Compare(alias="dst"), f32(1, NAN), alias=())).message
    assert not passes(after(Compare(alias="dst"), f32(1, NAN), alias=("y",)))
    assert not passes(after(Compare(alias="dst"), f32(1, NAN)))


def test_every_aspect_that_was_judged_is_listed_once() -> None:
    aspects = after(Compare(inputs="unchanged", alias="fresh"), f32(1, NAN), alias=())
    assert [a.aspect for a in aspects] == ["type", "shape", "dtype", "values", "inputs", "alias"]

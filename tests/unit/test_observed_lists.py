"""How lists that an observer saw are compared and told."""

from __future__ import annotations

import pytest

from mxtutor.content.model import Compare, Observation
from mxtutor.grading.observe import observations
from mxtutor.grading.values import Value, parse


def value(plain: object) -> Value:
    if isinstance(plain, (list, tuple)):
        return Value("list", items=tuple(value(item) for item in plain))
    if isinstance(plain, int):
        return parse({"k": "int", "v": str(plain)})
    return parse({"k": "float", "v": plain})


def told(expected: object, got: object) -> str:
    compare = Compare(rtol=1e-3, observe={"parameters": Observation("Other shapes.")})
    (aspect,) = observations(compare, {"parameters": value(expected)}, {"parameters": value(got)})
    return "" if aspect.ok else aspect.message


def test_a_shape_is_told_as_a_whole() -> None:
    message = told([[4, 1, 3, 3], [3, 64]], [[4, 1, 3, 3], [3, 36]])
    assert message == "Other shapes. [3, 64] expected in item 1, got [3, 36]."


def test_a_long_list_is_told_by_its_first_difference() -> None:
    assert told(list(range(9)), [*range(8), 0]) == "Other shapes. 8 expected in item 8, got 0."


@pytest.mark.parametrize("pair", [([2, 3], [2, 3]), ([1000], [1000.5]), ([0.5], [0.5001])])
def test_equal_lists_and_numbers_within_tolerance_pass(pair: tuple[object, object]) -> None:
    assert told(*pair) == ""


@pytest.mark.parametrize("pair", [([2, 3], [2, 3, 4]), ([], [2]), ([2], [[2]]), ([0.5], [0.6])])
def test_other_lengths_depths_and_numbers_do_not(pair: tuple[object, object]) -> None:
    assert "expected" in told(*pair)

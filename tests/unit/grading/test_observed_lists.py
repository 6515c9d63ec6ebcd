"""How lists that an observer saw are compared and described."""

from __future__ import annotations

import numpy as np
import pytest

from mxtutor.content.model import Compare, Observation
from mxtutor.grading.judging.observations import observations
from mxtutor.grading.results.values import Value, ValueKind, parse


def value(plain: object) -> Value:
    if isinstance(plain, (list, tuple)):
        return Value(ValueKind.LIST, items=tuple(value(item) for item in plain))
    if isinstance(plain, int):
        return parse({"k": "int", "v": str(plain)})
    return parse({"k": "float", "v": plain})


def message_of(expected: object, got: object) -> str:
    compare = Compare(values=(1e-3, 0), observe={"parameters": Observation("Other shapes.")})
    (aspect,) = observations(compare, {"parameters": value(expected)}, {"parameters": value(got)})
    return "" if aspect.ok else aspect.message


def test_a_shape_is_described_as_a_whole() -> None:
    message = message_of([[4, 1, 3, 3], [3, 64]], [[4, 1, 3, 3], [3, 36]])
    assert message == "Other shapes. [3, 64] expected in item 1, got [3, 36]."


def test_a_long_list_is_described_by_its_first_difference() -> None:
    assert message_of(list(range(9)), [*range(8), 0]) == "Other shapes. 8 expected in item 8, got 0."


@pytest.mark.parametrize("pair", [([2, 3], [2, 3]), ([1000], [1000.5]), ([0.5], [0.5001])])
def test_equal_lists_and_numbers_within_tolerance_pass(pair: tuple[object, object]) -> None:
    assert message_of(*pair) == ""


@pytest.mark.parametrize("pair", [([2, 3], [2, 3, 4]), ([], [2]), ([2], [[2]]), ([0.5], [0.6])])
def test_other_lengths_depths_and_numbers_do_not(pair: tuple[object, object]) -> None:
    assert "expected" in message_of(*pair)


def arrays(*rows: list[float]) -> Value:
    return Value(ValueKind.LIST, items=tuple(Value(ValueKind.TORCH, array=np.array(row, np.float32)) for row in rows))


@pytest.mark.parametrize(
    ("off", "ok"),
    [([0.5, 2e-6], True), ([0.5, 2e-4], False), ([0.5001, 1e-6], False)],
    ids=["a rounding of the largest", "more than roundings", "the largest itself"],
)
def test_arrays_of_one_observation_share_the_scale_of_the_largest(off: list[float], ok: bool) -> None:
    compare = Compare(values=(0.0, 1e-5), observe={"parameters": Observation("Others.")})
    want, have = arrays([0.5, -0.25], [1e-6]), arrays([off[0], -0.25], [off[1]])
    (aspect,) = observations(compare, {"parameters": want}, {"parameters": have})
    assert aspect.ok is ok


@pytest.mark.parametrize("got", [value([1.0]), Value(ValueKind.NUMPY, array=np.zeros(2)), value(0.0), value([])])
def test_nothing_is_not_the_same_as_something(got: Value) -> None:
    compare = Compare(observe={"gradients": Observation("Other gradients.")})
    (aspect,) = observations(compare, {"gradients": Value(ValueKind.NONE)}, {"gradients": got})
    assert not aspect.ok


@pytest.mark.parametrize(("got", "ok"), [([3, 5], True), ([4, 9], True), ([3, 4], False), ([9], False)])
def test_each_number_of_a_list_is_at_least_what_is_expected(got: list[int], ok: bool) -> None:
    compare = Compare(observe={"work": Observation("Too little.", least=True)})
    (aspect,) = observations(compare, {"work": value([3, 5])}, {"work": value(got)})
    assert aspect.ok is ok


@pytest.mark.parametrize(("got", "ok"), [([3, 5], True), ([0, 1], True), ([3, 6], False)])
def test_each_number_of_a_list_is_at_most_what_is_expected(got: list[int], ok: bool) -> None:
    compare = Compare(observe={"work": Observation("Too much.", most=True)})
    (aspect,) = observations(compare, {"work": value([3, 5])}, {"work": value(got)})
    assert aspect.ok is ok


@pytest.mark.parametrize(("slope", "right"), [(2e-11, True), (1e-3, False)])
def test_what_rounding_leaves_of_an_input_s_gradient_is_not_compared(slope: float, right: bool) -> None:
    """Where a normalisation and a mean cancel, the gradient of the input is far below that of the last layer."""
    observe = {name: Observation("It differs.") for name in ("gradients", "input_gradient")}
    expected = {"gradients": arrays([1.05]), "input_gradient": arrays([-4e-12])}
    got = {"gradients": arrays([1.05]), "input_gradient": arrays([slope])}
    *_, aspect = observations(Compare(values=(1e-3, 1e-4), observe=observe), expected, got)
    assert aspect.ok is right

"""Shares, least numbers and curves of observations, and the digits that ship."""

from __future__ import annotations

import numpy as np
import pytest

from mxtutor.content.digits import PARTS, load_digits
from mxtutor.content.model import Compare, Observation
from mxtutor.grading.cases.draw import digits
from mxtutor.grading.differences import Curves
from mxtutor.grading.judging.observations import observations
from mxtutor.grading.protocol import Aspect
from mxtutor.grading.results.values import Value, ValueKind, parse
from tests.unit.specimens import plain, sequence


def numbers(*values: float) -> Value:
    return Value(ValueKind.LIST, items=tuple(parse({"k": "float", "v": value}) for value in values))


def seen(wanted: Observation, expected: Value, got: Value, name: str = "losses") -> Aspect:
    (aspect,) = observations(Compare(values=(1e-3, 0), observe={name: wanted}), {name: expected}, {name: got})
    return aspect


def vector(*ids: int) -> Value:
    return Value(ValueKind.ND, array=np.array(ids, dtype="int64"))


def test_a_share_of_the_elements_may_differ() -> None:
    half = Observation("Too few agree.", (0.0, 0.0), share=0.5)
    assert seen(half, vector(1, 2, 3, 4), vector(1, 2, 0, 0)).ok
    assert not seen(half, vector(1, 2, 3, 4), vector(1, 0, 0, 0)).ok
    assert not seen(half, vector(1, 2, 3, 4), vector(1, 2)).ok
    assert not seen(Observation("All must.", (0.0, 0.0)), vector(1, 2, 3, 4), vector(1, 2, 3, 0)).ok


@pytest.mark.parametrize(("got", "ok"), [(0.8, True), (0.9, True), (0.79, False), (float("nan"), False)])
def test_a_number_must_reach_the_least(got: float, ok: bool) -> None:
    least = Observation("Too few.", least=True)
    aspect = seen(least, parse({"k": "float", "v": 0.8}), parse({"k": "float", "v": got}))
    assert aspect.ok is ok
    assert ok or aspect.message.startswith("Too few. At least 0.8 expected, got ")
    assert not seen(least, parse({"k": "float", "v": 0.8}), parse({"k": "none"})).ok


@pytest.mark.parametrize("second", [0.5, 0.7])
def test_curves_are_kept_of_right_and_of_wrong_answers(second: float) -> None:
    aspect = seen(Observation("Another curve."), numbers(1.25, 0.5), numbers(1.25, second))
    assert aspect.ok is (second == 0.5)
    assert aspect.curves == Curves((1.25, 0.5), (1.25, second))


def test_a_long_curve_keeps_every_point_and_nan() -> None:
    ours = [2.0 / (1 + k) for k in range(50)]
    aspect = seen(Observation("Another curve."), numbers(*ours), numbers(*ours[:49], float("nan")))
    assert aspect.curves is not None
    assert aspect.curves.reference == tuple(ours)
    assert aspect.curves.answer[:49] == tuple(ours[:49])
    assert aspect.curves.answer[49] != aspect.curves.answer[49]


@pytest.mark.parametrize("got", [plain("none"), sequence("list", plain("float", 1.0), plain("str", "x")), vector(1, 2)])
def test_anything_but_a_list_of_numbers_is_not_a_curve(got: Value) -> None:
    assert seen(Observation("Another curve."), numbers(1.0, 2.0), got).curves is None


def test_only_losses_are_a_curve() -> None:
    assert seen(Observation("Other numbers."), numbers(1.0), numbers(1.0), "sizes").curves is None


def test_the_shipped_digits_are_whole() -> None:
    for part, each in zip(PARTS, (60, 20), strict=True):
        images, ids = load_digits(part)
        assert images.dtype == np.uint8
        assert images.shape == (10 * each, 8, 8)
        assert images.max() == 16
        assert np.bincount(ids).tolist() == [each] * 10
    train, held_out = ({image.tobytes() for image in load_digits(part)[0]} for part in PARTS)
    assert not train & held_out


def test_real_digits_are_drawn_without_repetition() -> None:
    recipe = digits(np.random.default_rng(3), {"digits": 500, "held_out": 200, "real": True}, {})
    assert recipe["images"].shape == (500, 1, 8, 8)
    assert recipe["images"].dtype == np.float32
    assert 0.9 < recipe["images"].max() <= 1
    assert len({image.tobytes() for image in recipe["images"]}) > 490  # two people may write the same pixels
    assert np.bincount(recipe["held_out_labels"]).tolist() == [20] * 10
    with pytest.raises(ValueError, match="600 digits"):
        digits(np.random.default_rng(3), {"digits": 601, "real": True}, {})

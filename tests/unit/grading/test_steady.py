"""Draws on which the reference is unstable."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Compare, Observation
from mxtutor.errors import ContentError
from mxtutor.grading.cases.draw import DrawnCase, draw
from mxtutor.grading.recipes import Recipe
from mxtutor.grading.references.prepare import perturbed, steady, steady_cases
from mxtutor.grading.results.values import Array, Outcome, Value, ValueKind
from tests.unit.specimens import array_in

WEIGHTS = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
LABELS = np.array([0, 2, 1], np.float32)


def case() -> DrawnCase:
    net: Any = {"is": "mlp", "layers": [{"weight": WEIGHTS, "units": 3}]}
    given: dict[str, Recipe] = {
        "net": net,
        "labels": {"is": "array", "array": LABELS, "ctx": "cpu(0)"},
        "lr": {"is": "plain", "value": 0.5},
    }
    return DrawnCase("one", False, given, {"held_out": {"is": "array", "array": WEIGHTS[:1], "ctx": "cpu(0)"}})


def _weight(of: DrawnCase) -> Array:
    weight: Array = of.inputs["net"]["layers"][0]["weight"]
    return weight


def test_fractions_move_up_and_down_by_the_share_and_all_else_stays() -> None:
    (up,), (down,) = (perturbed([case()], by, 7) for by in (1e-3, -1e-3))
    for moved in (up, down):
        weight = _weight(moved)
        assert weight.dtype == np.float32
        assert 0 < np.abs(weight - WEIGHTS).max() < 5e-3
        assert array_in(moved.inputs["labels"]) is LABELS
        assert moved.inputs["lr"] == {"is": "plain", "value": 0.5}
        assert (array_in(moved.extra["held_out"]) != WEIGHTS[:1]).any()
    middle = (_weight(up) + _weight(down)) / 2
    np.testing.assert_allclose(middle, WEIGHTS, atol=1e-7)
    assert np.array_equal(_weight(case()), WEIGHTS), "the case itself stays"


def outcome(loss: float) -> Outcome:
    return Outcome(
        Value(ValueKind.NONE), observed={"losses": Value(ValueKind.TORCH, array=np.array([1.0, loss], np.float32))}
    )


@pytest.mark.parametrize(("moved", "kept"), [(0.50001, True), (0.5002, False), (0.502, False)])
def test_a_draw_is_steady_while_a_nudge_uses_up_less_than_a_quarter(moved: float, kept: bool) -> None:
    compare = Compare(observe={"losses": Observation("Others.", (1e-3, 0.0))})
    assert steady(compare, 1e-6, outcome(0.5), outcome(0.5))
    assert steady(compare, 1e-6, outcome(0.5), outcome(moved)) is kept


@pytest.mark.parametrize(("moved", "kept"), [(0.500003, True), (0.51, False)])
def test_an_exact_result_may_follow_its_input_but_not_jump(moved: float, kept: bool) -> None:
    compare = Compare(observe={"losses": Observation("Others.", "exact")})
    assert steady(compare, 1e-6, outcome(0.5), outcome(moved)) is kept


@pytest.mark.parametrize(("kept", "moved"), [([0, 1, 2], True), ([0, 2], False)])
def test_a_result_must_be_steady_too(kept: list[int], moved: bool) -> None:
    boxes = Value(ValueKind.TORCH, array=WEIGHTS)
    assert steady(Compare(), 1e-6, Outcome(boxes), Outcome(replace(boxes, array=WEIGHTS[kept]))) is moved


@pytest.mark.parametrize(
    ("written", "doubtful", "kept"),
    [
        ([True, False, False], {1}, [0, 2]),
        ([True, False], {0, 1}, [0]),
        ([False, False], {0, 1}, [0, 1]),
    ],
)
def test_doubtful_cases_of_a_domain_are_left_out_unless_none_remains(
    written: list[bool], doubtful: set[int], kept: list[int]
) -> None:
    assert steady_cases([replace(case(), written=one) for one in written], doubtful) == kept


def test_a_seed_that_is_drawn_again_gives_other_arrays_and_always_the_same_ones(tmp_path: Path) -> None:
    (tmp_path / "exercise.yaml").write_text(
        "title: T\nprompt: P\nentry: f\nsteady: 1.0e-6\nparams: {x: an array}\ncases: [{x: {shape: [3]}}]\n"
    )
    exercise = load_exercise(tmp_path, "tensors/t")
    assert exercise.steady == 1e-6

    def first(again: int) -> bytes:
        return array_in(draw(exercise, 5, again)[0].inputs["x"]).tobytes()

    assert first(0) == array_in(draw(exercise, 5)[0].inputs["x"]).tobytes()
    assert first(1) == first(1) != first(0)


def test_a_share_of_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "exercise.yaml").write_text(
        "title: T\nprompt: P\nentry: f\nsteady: 0\nparams: {x: an array}\ncases: [{x: {shape: [3]}}]\n"
    )
    with pytest.raises(ContentError, match="steady is 0"):
        load_exercise(tmp_path, "tensors/t")

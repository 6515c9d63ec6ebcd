"""What a case leaves open is settled from the seed, the same way wherever it is named."""

from __future__ import annotations

import numpy as np
import pytest

from mxtutor.grading.cases.draw import DEVICES, is_open, settle


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_a_device_is_the_same_context_wherever_it_is_named() -> None:
    specs = {"x": {"shape": [2], "ctx": "device(1)"}, "ctxs": {"contexts": ["device(0)", "device(1)"]}, "n": 3}
    for seed in range(20):
        made = settle(specs, rng(seed))
        assert made["x"]["ctx"] == made["ctxs"]["contexts"][1]
        assert made["x"]["ctx"] != made["ctxs"]["contexts"][0]
        assert made["n"] == 3


def test_every_context_but_the_default_one_comes_up() -> None:
    seen = {settle({"place": "device(0)"}, rng(seed))["place"] for seed in range(100)}
    assert seen == {f"cpu({i + 1})" for i in range(DEVICES)}


def test_what_is_picked_can_be_named_elsewhere() -> None:
    specs = {"rows": {"pick": [2, 5]}, "x": {"shape": ["$rows", 3]}, "ctx": {"pick": ["device(0)", "device(1)"]}}
    made = [settle(specs, rng(seed)) for seed in range(30)]
    assert {m["rows"] for m in made} == {2, 5}
    assert all(m["x"]["shape"] == [m["rows"], 3] for m in made)
    assert all(m["ctx"].startswith("cpu(") for m in made)


def test_a_number_is_picked_from_a_range() -> None:
    drawn = [settle({"n": {"pick": "2..9"}, "x": {"pick": "0.5..2.0"}}, rng(seed)) for seed in range(99)]
    assert {one["n"] for one in drawn} == {*range(2, 10)}
    assert {0.5, 1.0, 2.0} < {one["x"] for one in drawn}
    assert all(0.5 <= one["x"] <= 2 for one in drawn)


@pytest.mark.parametrize("spec", ["device(7)", "$nothing", {"pick": []}, {"pick": 3}, {"pick": [1], "shape": [2]}])
def test_a_choice_that_cannot_be_made_is_refused(spec: object) -> None:
    with pytest.raises((ValueError, LookupError)):
        settle({"x": spec}, rng(0))


@pytest.mark.parametrize("spec", [3, "cpu(1)", {"shape": [2], "ctx": "cpu(1)"}, {"contexts": ["cpu(0)"]}, "$", "a $b"])
def test_what_is_settled_already_is_not_open(spec: object) -> None:
    assert not is_open(spec)
    assert settle({"x": spec}, rng(0)) == {"x": spec}

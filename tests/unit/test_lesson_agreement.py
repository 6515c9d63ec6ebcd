"""When the two results of a lesson's pair count as equal."""

from __future__ import annotations

import numpy as np
import pytest

from mxtutor.grading.judging.lesson_pairs import agrees
from mxtutor.grading.results.values import Value

SIZE = Value("other", type="torch.Size")
PAIR = Value("tuple", items=(Value("int", plain=2), Value("int", plain=3)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PAIR, Value("list", items=PAIR.items)),
        (Value("nd", array=np.ones(1)), Value("torch", array=np.array(1.0))),
        (Value("int", plain=3), Value("nd", array=np.array([3.0]))),
        (Value("str", plain="a"), Value("str", plain="a")),
        (Value("none"), Value("none")),
    ],
)
def test_equal_results_agree(one: Value, other: Value) -> None:
    assert agrees(one, other, 1e-4)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SIZE, PAIR),
        (SIZE, Value("other", type="torch.Size")),
        (Value("none"), PAIR),
        (PAIR, Value("tuple", items=PAIR.items[:1])),
        (Value("str", plain="a"), Value("str", plain="b")),
        (Value("nd", array=np.ones(2)), Value("torch", array=np.ones(3))),
    ],
)
def test_results_that_differ_or_cannot_be_seen_do_not(one: Value, other: Value) -> None:
    assert not agrees(one, other, 1e-4)

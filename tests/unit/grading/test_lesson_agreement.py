"""When the two results of a lesson's pair count as equal."""

from __future__ import annotations

import numpy as np
import pytest

from mxtutor.grading.judging.numeric import agrees
from mxtutor.grading.results.values import Value, ValueKind

SIZE = Value(ValueKind.OTHER, type="torch.Size")
PAIR = Value(ValueKind.TUPLE, items=(Value(ValueKind.INT, plain=2), Value(ValueKind.INT, plain=3)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PAIR, Value(ValueKind.LIST, items=PAIR.items)),
        (Value(ValueKind.ND, array=np.ones(1)), Value(ValueKind.TORCH, array=np.array(1.0))),
        (Value(ValueKind.INT, plain=3), Value(ValueKind.ND, array=np.array([3.0]))),
        (Value(ValueKind.STR, plain="a"), Value(ValueKind.STR, plain="a")),
        (Value(ValueKind.NONE), Value(ValueKind.NONE)),
    ],
)
def test_equal_results_agree(one: Value, other: Value) -> None:
    assert agrees(one, other, 1e-4)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SIZE, PAIR),
        (SIZE, Value(ValueKind.OTHER, type="torch.Size")),
        (Value(ValueKind.NONE), PAIR),
        (PAIR, Value(ValueKind.TUPLE, items=PAIR.items[:1])),
        (Value(ValueKind.STR, plain="a"), Value(ValueKind.STR, plain="b")),
        (Value(ValueKind.ND, array=np.ones(2)), Value(ValueKind.TORCH, array=np.ones(3))),
    ],
)
def test_results_that_differ_or_cannot_be_seen_do_not(one: Value, other: Value) -> None:
    assert not agrees(one, other, 1e-4)

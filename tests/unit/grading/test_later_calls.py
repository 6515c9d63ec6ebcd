"""A call with equal arguments, after what the first one returned was overwritten, must be as right as the first one."""

from __future__ import annotations

import numpy as np
import pytest

from mxtutor.content.model import Compare, Statistics
from mxtutor.grading.judging.result import later
from mxtutor.grading.protocol import AspectKind, ErrorDetail
from mxtutor.grading.references.prepare import elements, later_case
from mxtutor.grading.results.values import FAMILIES, Change, Outcome
from tests.unit.specimens import drawn, f32, nd, tensor

RIGHT = Outcome(nd([5]))
SHARED = Outcome(nd([5]), changes=(Change("shared"),))
DRAWS = Compare(statistics=Statistics())


def fault(outcome: Outcome | ErrorDetail, compare: Compare | None = None) -> str:
    """Return why a second call is refused where the first one gave [5]; empty if it is not."""
    aspects = later(compare or Compare(), drawn(x=f32(1)), Outcome(tensor([5])), outcome, {}, ("x",), FAMILIES["mxnet"])
    assert all(a.kind is AspectKind.LATER and not a.ok for a in aspects)
    return " ".join(a.message for a in aspects)


@pytest.mark.parametrize("compare", [Compare(), DRAWS])
def test_an_equal_result_passes_and_a_shared_one_does_not(compare: Compare) -> None:
    assert fault(RIGHT, compare) == ""
    assert "returns the same array, or parameter, as the first one" in fault(SHARED, compare)


def test_a_wrong_result_and_an_error_are_reported_with_their_messages() -> None:
    assert "another result than the first one: the value differs" in fault(Outcome(nd([6])))
    assert "raises ValueError: odd" in fault(ErrorDetail("ValueError", "odd\nmore", 2))


def test_draws_may_differ() -> None:
    assert fault(Outcome(nd([6])), DRAWS) == ""


def test_what_a_later_call_changes_is_reported() -> None:
    assert "the default context" in fault(Outcome(nd([5]), changes=(Change("device", says="cpu(1)"),)))


def test_the_smallest_case_that_holds_numbers_runs_again() -> None:
    cases = [drawn(x=np.zeros((2, 3)), y=f32(1)), drawn(x=np.zeros((0, 3))), drawn(x=f32(1, 2), y=f32(1))]
    assert [elements(case.inputs) for case in cases] == [7, 0, 3]
    assert later_case(cases) == 2
    assert later_case(cases[1:2]) == 0

"""An answer that returns nothing is told so, whether its result or an observer's look at it is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.content.model import Exercise
from mxtutor.grading.diagnose import Refused, diagnose
from mxtutor.grading.outcome import Ran
from mxtutor.grading.protocol import Aspect, CaseResult, Verdict


def refused(aspect: str, got: str) -> Refused:
    exercise = Exercise(id="blocks/net", kind="code", title="", prompt="", folder=Path(), entry="make_net")
    case = CaseResult("a case", Verdict.WRONG, (Aspect(aspect, False, expected="'Block'", got=got),))
    return Refused(exercise, "def make_net(): pass", Ran(), (case,))


@pytest.mark.parametrize(("aspect", "got"), [("type", "None"), ("kind", "'None'")])
def test_nothing_returned_is_named(aspect: str, got: str) -> None:
    (found,) = diagnose(refused(aspect, got), {})
    assert found.code == "missing-return"
    assert "`make_net` returns nothing" in found.message


@pytest.mark.parametrize(("aspect", "got"), [("kind", "'NDArray'"), ("mode", "'None'")])
def test_other_refusals_are_not(aspect: str, got: str) -> None:
    assert diagnose(refused(aspect, got), {}) == ()

"""An answer that returns nothing is named so, whether its result or an observer's look at it is refused."""

from __future__ import annotations

import pytest

from mxtutor.grading.diagnosis.diagnose import diagnose
from mxtutor.grading.diagnosis.evidence import RefusedAnswer
from mxtutor.grading.protocol import Aspect, AspectKind, CaseResult, Verdict
from mxtutor.grading.results.decode import Result
from mxtutor.grading.results.values import Outcome, Value
from tests.unit.specimens import drawn, exercise, plain

SOURCE = "def make_net():\n    net = Net()\n"


def refused(aspect: str, got: Value, source: str = SOURCE) -> RefusedAnswer:
    """Return an answer whose result, or an observation of it, is refused."""
    observed = aspect != "type"
    outcome = Outcome(plain("int", 1), observed={aspect: got}) if observed else Outcome(got)
    expected = Outcome(plain("int", 1), observed={aspect: plain("str", "Block")} if observed else {})
    case = CaseResult(
        "a case", Verdict.WRONG, (Aspect(aspect, False, kind=AspectKind.OBSERVATION if observed else None),)
    )
    return RefusedAnswer(exercise(entry="make_net"), source, Result((outcome,)), (case,), (expected,), (drawn(),))


@pytest.mark.parametrize(("aspect", "got"), [("type", plain("none")), ("kind", plain("none"))])
def test_nothing_returned_is_named(aspect: str, got: Value) -> None:
    (found,) = diagnose(refused(aspect, got), {})
    assert found.code == "missing-return"
    assert found.name == "`make_net` returns nothing."
    assert "end it with `return ...`" in found.message


@pytest.mark.parametrize(
    ("aspect", "got"), [("kind", plain("str", "NDArray")), ("mode", plain("int", 0)), ("kind", plain("str", "None"))]
)
def test_other_refusals_are_not(aspect: str, got: Value) -> None:
    assert diagnose(refused(aspect, got), {}) == ()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("    net = Net()\n    return net.hybridize()\n", "returned-nothing"),
        ("    net = Net().initialize()\n    return net\n", "returned-nothing"),
        ("    if x:\n        return Net()\n", "missing-return"),
        ("    print(Net())\n", "printed"),
    ],
)
def test_the_reason_for_nothing_is_in_the_source(body: str, code: str) -> None:
    (found,) = diagnose(refused("type", plain("none"), f"def make_net(x):\n{body}"), {})
    assert found.code == code

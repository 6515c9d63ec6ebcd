"""Reports as the contract's JSON, there and back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mxtutor.grading.judging.numeric import difference
from mxtutor.grading.protocol import Aspect, AspectKind, CaseResult, Report, Verdict
from tests.unit.specimens import f32, report


def through_text(one: Report) -> Any:
    """Return a report's JSON after a trip through text, in which NaN has no place."""
    return json.loads(json.dumps(one.to_json(), allow_nan=False))


@pytest.mark.parametrize("verdict", Verdict)
def test_a_report_comes_back_as_it_is(verdict: Verdict) -> None:
    one = report(verdict=verdict)
    assert Report.from_json(through_text(one)) == one


def test_a_bare_report_comes_back_as_it_is() -> None:
    bare = Report("tensors/square", Verdict.BROKEN, "torch is missing", fix="Install it.")
    assert Report.from_json(through_text(bare)) == bare


def test_nan_and_infinite_differences_come_back() -> None:
    found = difference(f32(1, 2, 3), f32(float("nan"), float("inf"), 3), 1e-5, 1e-6)
    one = report(cases=(CaseResult("c", Verdict.WRONG, (Aspect("values", False, difference=found),)),))
    back = Report.from_json(through_text(one)).cases[0].aspects[0].difference
    assert repr(back) == repr(found)


def test_the_keys_are_the_contract_s() -> None:
    data = through_text(report())
    assert data["version"] == 1
    assert set(data) >= {
        "version", "exercise", "verdict", "headline", "cases", "diagnosis", "output", "seconds", "seed", "device",
        "isolation",
    }  # fmt: skip
    assert set(data["cases"][0]) >= {"name", "hidden", "verdict", "aspects"}
    assert set(data["cases"][0]["aspects"][0]) >= {"aspect", "ok", "message", "expected", "got"}
    assert data["diagnosis"] == [{"code": "cube", "message": "That is the third power.", "name": "A cube."}]
    assert data["verdict"] == "wrong"


@pytest.mark.parametrize(
    "change", [{"version": 2}, {"verdict": "perfect"}, {"cases": [{}]}, {"diagnosis": [{"cod": 1}]}, {"extra": 1}]
)
def test_what_is_no_report_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        Report.from_json({**through_text(report()), **change})


def test_an_observation_named_like_a_kind_stays_an_observation() -> None:
    observed = Aspect("inputs", False, kind=AspectKind.OBSERVATION)
    one = report(cases=(CaseResult("c", Verdict.WRONG, (observed, Aspect(AspectKind.INPUTS, False))),))
    kinds = [aspect.kind for aspect in Report.from_json(through_text(one)).cases[0].aspects]
    assert kinds == [AspectKind.OBSERVATION, AspectKind.INPUTS]


def test_a_report_of_an_earlier_release_gets_its_kinds_from_the_names() -> None:
    data = through_text(
        report(cases=(CaseResult("c", Verdict.WRONG, (Aspect("type", True), Aspect("losses", False))),))
    )
    for aspect in data["cases"][0]["aspects"]:
        del aspect["kind"]
    kinds = [aspect.kind for aspect in Report.from_json(data).cases[0].aspects]
    assert kinds == [AspectKind.TYPE, AspectKind.OBSERVATION]

"""Reports as the contract's JSON, there and back."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest

from mxtutor.grading.differences import Curves
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


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "version": ({"version": 2}, "report version 2 is not 1"),
    "verdict": ({"verdict": "perfect"}, "Invalid enum value 'perfect' - at `$.verdict`"),
    "case": ({"cases": [{}]}, "Object missing required field `name` - at `$.cases[0]`"),
    "diagnosis": ({"diagnosis": [{"cod": 1}]}, "Object missing required field `code` - at `$.diagnosis[0]`"),
    "seed": ({"seed": "7"}, "Expected `int`, got `str` - at `$.seed`"),
}


@pytest.mark.parametrize("part", REFUSED)
def test_what_is_not_a_report_is_refused_with_one_line_that_names_the_place(part: str) -> None:
    change, message = REFUSED[part]
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Report.from_json({**through_text(report()), **change})


@pytest.mark.parametrize("data", [[], None, "report", {}])
def test_other_json_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="report"):
        Report.from_json(data)


def test_fields_of_a_newer_release_are_skipped() -> None:
    data = through_text(report())
    for part in (data, data["cases"][0], data["cases"][0]["aspects"][1]["difference"], data["diagnosis"][0]):
        part["newer"] = {"any": ["thing"]}
    assert Report.from_json(data) == report()


def test_fields_that_an_earlier_release_did_not_have_get_their_defaults() -> None:
    data = through_text(report())
    del data["flags"], data["fix"], data["diagnosis"][0]["name"], data["cases"][0]["aspects"][1]["curves"]
    back = Report.from_json(data)
    assert (back.flags, back.fix, back.diagnosis[0].name, back.cases[0].aspects[1].curves) == ((), "", "", None)


def test_text_that_looks_like_a_number_stays_text() -> None:
    aspect = Aspect("values", False, expected="nan", got="1.5", curves=Curves((1.0, math.inf), (0.5,)))
    one = report(cases=(CaseResult("inf", Verdict.WRONG, (aspect,)),))
    assert Report.from_json(through_text(one)) == one


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

"""A report in the terminal: what a person needs, and no control code of the answer's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mxtutor.cli.painting import paint
from mxtutor.cli.text import profile, report_lines, review_lines
from mxtutor.grading.judging.numeric import difference
from mxtutor.grading.protocol import (
    Aspect,
    AspectKind,
    CaseResult,
    Cost,
    Diagnosis,
    ErrorDetail,
    Flag,
    Note,
    Report,
    Review,
    Verdict,
)
from mxtutor.reporting.sanitize import clean
from mxtutor.reporting.sections import what_to_try
from tests.unit.specimens import f32, report

SLY = "\x1b[2J\x1b]0;title\x07\rright\x9b31m\u202egnp"
FILE = Path("answers/square.py")


@pytest.fixture(autouse=True)
def _colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


def plain(one: Report, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a report's text without colours."""
    monkeypatch.setenv("NO_COLOR", "1")
    return "\n".join(report_lines(one, FILE))


def test_colours_are_given_up_for_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" in "\n".join(report_lines(report(), FILE))
    assert "\x1b" not in plain(report(), monkeypatch)


def test_a_verdict_on_contexts_in_place_of_gpus_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "device CPU contexts stand in for GPUs." in plain(replace(report(), device="standin"), monkeypatch)
    assert "stand in" not in plain(report(), monkeypatch)


def test_an_empty_no_color_means_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    assert paint("x", fg="red") != "x"


def test_verdict_cause_and_the_first_failing_case_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = plain(report(), monkeypatch)
    for part in (
        "[wrong] tensors/square: 2 of 6 values differ",
        "why  That is the third power.",
        "x x  0/2 cases",
        "case a 2 x 3 array",
        "x values: 2 of 6 values differ.",
        "expected [[1. 2. 3.]]",
        "got      [[1. -inf 3.]]",
        "[0, 1] 1 expected, got -inf",
        "x = nd.array([1.0])",
        "again: mxtutor check tensors/square answers/square.py --seed 20811",
        "    hello",
        "ValueError: no such axis",
        "line 3, in square: return x.sum(9)",
        "250 ms, seed 20811, cpu(0), isolation: landlock+seccomp",
    ):
        assert part in text
    assert "an odd axis" not in text


def test_a_mistake_has_its_name_and_says_how_to_see_the_explanation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    made = Diagnosis("cube", "That is the third power: write `x ** 2`.", "A cube.")
    text = "\n".join(report_lines(report(diagnosis=(made,)), FILE, full=False))
    assert "why  A cube. That is the third power.\n" in text
    assert "x ** 2" not in text
    assert "--explain" in text
    assert "--explain" not in "\n".join(report_lines(report(diagnosis=(made,)), FILE))


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_words(verdict: Verdict, monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain(report(verdict=verdict), monkeypatch).startswith(f"[{verdict.value}] ")


def test_what_to_do_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "do   Install torch." in plain(report(fix="Install torch."), monkeypatch)


def test_a_flag_is_in_the_report_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    flags = (Flag("frames", "This answer uses `sys._getframe`.", 3), Flag("tampered", "This answer replaces `a.b`."))
    lines = plain(report(verdict=Verdict.RIGHT, flags=flags), monkeypatch).splitlines()
    assert "  flag This answer uses sys._getframe. (line 3)" in lines
    assert "  flag This answer replaces a.b." in lines


SLY_ERROR = ErrorDetail(SLY, SLY, 1, (SLY,), SLY)
SLY_REPORTS: dict[str, dict[str, Any]] = {
    "headline": {"headline": SLY},
    "output": {"output": SLY},
    "flag": {"flags": (Flag("patch", SLY, 1),)},
    "error": {"error": SLY_ERROR},
    "case error": {"cases": (CaseResult("c", Verdict.ERROR, error=SLY_ERROR),)},
    "aspect": {"cases": (CaseResult("c", Verdict.WRONG, (Aspect("values", False, SLY, SLY, SLY),)),)},
    "inputs": {"cases": (CaseResult("c", Verdict.WRONG, (Aspect("type", False),), inputs=SLY),)},
}


@pytest.mark.parametrize("part", SLY_REPORTS)
def test_control_codes_of_an_answer_never_reach_the_terminal(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = plain(report(**SLY_REPORTS[part]), monkeypatch)
    assert "gnp" in text
    assert all(c.isprintable() or c == "\n" for c in text)


def test_a_review_is_a_line_for_each_note_and_one_for_the_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    notes = (
        Note("wait-in-loop", "It waits.", "Do not wait.", "autograd/waiting", 7),
        Note("x", "It is `so`.", "Stop."),
    )
    cost = (Cost("operators", 7, 3), Cost("waits", 1, 1))
    assert list(review_lines(Review(notes, cost))) == [
        "  note Line 7: It waits. Do not wait.",
        "  note It is so. Stop.",
        "  cost operators 7 (solution 3), waits 1 (solution 1)",
    ]
    assert list(review_lines(Review(cost=(Cost("operators", 6, 3),)))) == ["  cost operators 6 (solution 3)"]
    assert list(review_lines(Review())) == []
    (line,) = review_lines(Review((Note("x", SLY),)))
    assert line.isprintable()


def test_clean_keeps_letters_lines_and_tabs() -> None:
    assert clean("é 漢 🙂\n\tx") == "é 漢 🙂\n\tx"
    assert clean("a\x00\x1b[31mb\x7f\x85\u200b") == "a[31mb"


def test_long_output_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    text = plain(report(output="many\n" * 25), monkeypatch)
    assert text.count("    many") == 20
    assert "[.. 5 more lines, all of them with --json ..]" in text


def test_a_right_report_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    right = report(verdict=Verdict.RIGHT, headline="Agrees.", cases=(), diagnosis=(), error=None, output=" \n")
    assert plain(right, monkeypatch).splitlines() == [
        "[right] tensors/square: Agrees.",
        "  250 ms, seed 20811, cpu(0), isolation: landlock+seccomp",
    ]


def test_the_profile_is_blank_where_the_error_is_allowed_and_densest_where_it_is_greatest() -> None:
    found = difference(f32(0, 0, 0, 0), f32(0, 1e-7, 2e-4, 1e3), 1e-5, 1e-6)
    assert found is not None
    assert profile(found) == "  -#"


def test_advice_is_given_where_no_mistake_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "try " not in plain(report(), monkeypatch)
    assert "try  Compare step by step with the inputs." in plain(report(diagnosis=()), monkeypatch)


def test_an_observation_gets_no_advice_of_a_kind_with_its_name() -> None:
    observed = Aspect("inputs", False, kind=AspectKind.OBSERVATION)
    one = report(cases=(CaseResult("c", Verdict.WRONG, (observed,)),), diagnosis=())
    assert what_to_try(one) == ""

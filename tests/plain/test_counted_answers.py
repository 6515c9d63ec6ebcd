"""Which typed lines are answers, and which answers of reviews and placements count."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from mxtutor.grading.protocol import ErrorDetail, Report
from mxtutor.progress.store import open_store
from tests.plain.conftest import Talk
from tests.ui.fakes import ERROR, RIGHT, WRONG, FakeGrader

ARCCOS, FLIP, JOIN = "tensors/arccos", "tensors/flip", "tensors/join-axis"
UNPARSED = replace(ERROR, error=ErrorDetail("SyntaxError", "invalid syntax", 1))


def _solved(home: Path, exercise: str) -> None:
    store = open_store(home)
    store.add_attempt(exercise, "mine = 1\n", RIGHT)
    store.close()


def _checks(home: Path) -> int:
    store = open_store(home)
    found = len(store.attempts(None, drill=True))
    store.close()
    return found


def test_a_review_that_has_passed_is_not_rated_again(talk: Talk, grader: FakeGrader, home: Path) -> None:
    _solved(home, ARCCOS)
    grader.reports = [RIGHT, WRONG]
    said = talk(f"review {ARCCOS}", "code", "a = 2", ".", "check", "check", "check")
    assert len(re.findall(r"^Rated \w+: it comes back in \d+ days\.$", said, re.MULTILINE)) == 1
    assert said.count("This review has passed already, so this check does not count.") == 2
    assert _checks(home) == 1


@pytest.mark.parametrize(
    ("exercise", "typed", "report"),
    [
        (ARCCOS, ("check",), WRONG),
        (ARCCOS, ("code", "a = ", ".", "check"), UNPARSED),
        (JOIN, ("answer nosuch",), ERROR),
        (FLIP, ("answer z",), ERROR),
    ],
)
def test_what_is_no_attempt_is_no_miss_of_a_review(
    talk: Talk, grader: FakeGrader, home: Path, exercise: str, typed: tuple[str, ...], report: Report
) -> None:
    _solved(home, exercise)
    grader.reports = [report]
    assert "Not handed in: this check does not count." in talk(f"review {exercise}", *typed)
    assert _checks(home) == 0


def test_only_the_options_of_a_choice_are_answers(talk: Talk, grader: FakeGrader) -> None:
    said = talk(f"open {FLIP}", "z", "9", "0", "ab", ".", "\u00b2", "n")
    assert grader.graded == []
    assert "Unknown command: z." in said
    talk(f"open {FLIP}", "A", "2)", "b.")
    assert [one.source for one in grader.graded] == [b"a", b"b", b"b"]


def test_n_goes_on_from_a_choice_in_a_review(talk: Talk, grader: FakeGrader, home: Path) -> None:
    _solved(home, FLIP)
    assert "Nothing else is due." in talk(f"review {FLIP}", "n")
    assert grader.graded == []
    talk(f"review {FLIP}", "2")
    assert [one.source for one in grader.graded] == [b"b"]


def test_an_unreadable_answer_of_a_placement_is_not_handed_in(talk: Talk, grader: FakeGrader) -> None:
    grader.reports = [UNPARSED]
    code = ["code", "def arccos(x): 1; halve = 2", ".", "check"]
    said = talk("placement", "answer nosuch", *code)
    assert "Not handed in: " in said
    assert "Placement, question 2 of at most 8:" not in said

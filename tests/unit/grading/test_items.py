"""Typed answers: options by letter or number, predicted values as Python literals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mxtutor.content.model import Exercise, Mistake, Option
from mxtutor.grading.protocol import ErrorDetail, Report, Submission, Verdict
from mxtutor.grading.reports import quiz
from mxtutor.grading.results.decode import Failure, FailureReason, Result
from mxtutor.grading.results.values import Value, ValueKind
from tests.unit.specimens import exercise, nd, plain, sequence

CHOICE = exercise(
    kind="choice",
    options=(Option("cat", "No such name."), Option("concat", "Yes.", True), Option("join", "Never.")),
)


def never(_: Exercise) -> Result:
    """Replaces the run of a snippet that must not run."""
    raise AssertionError("nothing is to be run")


def chosen(typed: str | bytes) -> Report:
    """Grade a typed choice."""
    source = typed.encode() if isinstance(typed, str) else typed
    return quiz.grade(Submission(CHOICE, source), never)


def predicted(typed: str, value: Value, *mistakes: Mistake) -> Report:
    """Grade a typed prediction of a value."""
    subject = exercise(kind="predict", mistakes=mistakes)
    return quiz.grade(Submission(subject, typed.encode()), lambda _: Result(value=value))


@pytest.mark.parametrize("typed", ["b", "B", " b\n", "b)", "b).", "2", "2.", "\ufeffb"])
def test_the_right_option_by_letter_or_number(typed: str) -> None:
    found = chosen(typed)
    assert (found.verdict, found.diagnosis) == (Verdict.RIGHT, ())
    assert found.cases[0].aspects[0].message == "Yes."


@pytest.mark.parametrize(("typed", "why"), [("a", "No such name."), ("1", "No such name."), ("c", "Never.")])
def test_a_wrong_option_says_why(typed: str, why: str) -> None:
    found = chosen(typed)
    assert found.verdict is Verdict.WRONG
    assert [d.message for d in found.diagnosis] == [why]


@pytest.mark.parametrize("typed", ["", "d", "0", "4", "-1", "ab", "²", "concat", "9" * 6000, b"\xff\xfe", b"\0"])
def test_anything_else_asks_for_a_letter(typed: str | bytes) -> None:
    found = chosen(typed)
    assert (found.verdict, found.headline) == (Verdict.ERROR, "Answer with one of a, b, c.")


ARRAY = nd([[1, 2.5]])
WHOLE = nd([1024.0, 0.0])
BOOLS = nd(np.array([True, False]), "np")
SHAPE = sequence("tuple", plain("int", 2), plain("int", 1024))


@pytest.mark.parametrize(
    ("value", "typed"),
    [
        (SHAPE, "(2, 1024)"),
        (SHAPE, "[2, 1024]"),
        (SHAPE, " 2, 1024 "),
        (SHAPE, "(2.0, 1024)"),
        (ARRAY, "[[1, 2.5]]"),
        (ARRAY, "((1.0005, 2.499),)"),
        (nd([3]), "3"),
        (nd([3]), "[3.0]"),
        (nd([1 / 3]), "0.3333"),
        (WHOLE, "[1024, 0]"),
        (BOOLS, "[True, False]"),
        (plain("int", 7), "7"),
        (plain("int", 2**60), str(2**60)),
        (plain("float", 0.6931472), "0.693"),
        (plain("float", 2.0), "2"),
        (plain("float", float("inf")), "1e999"),
        (plain("numpy_scalar", 0.5), "0.5"),
        (plain("bool", True), "True"),
        (plain("str", "float32"), "'float32'"),
        (plain("dtype", "float32"), "'float32'"),
        (plain("none"), "None"),
        (sequence("list", ARRAY, plain("int", 1)), "[[[1, 2.5]], 1]"),
    ],
)
def test_a_right_prediction_in_any_sensible_form(value: Value, typed: str) -> None:
    assert predicted(typed, value).verdict is Verdict.RIGHT


@pytest.mark.parametrize(
    ("value", "typed"),
    [
        (SHAPE, "(2, 1023)"),
        (SHAPE, "(2, 1024.5)"),
        (SHAPE, "(1024, 2)"),
        (SHAPE, "(2,)"),
        (SHAPE, "2"),
        (SHAPE, "(2, True)"),
        (ARRAY, "[1, 2.5]"),
        (ARRAY, "[[1], [2.5]]"),
        (ARRAY, "[[1, 2.6]]"),
        (ARRAY, "[[1, '2.5']]"),
        (ARRAY, "[[1], [1, 2]]"),
        (ARRAY, "{1: 2.5}"),
        (ARRAY, f"[[1, {10**400}]]"),
        (nd([3]), "'3'"),
        (nd([3]), "b'3'"),
        (nd([1]), "True"),
        (WHOLE, "[1023, 0]"),
        (nd(np.array([10_000])), "[10001.0]"),
        (BOOLS, "[1, 0]"),
        (plain("int", 7), "'7'"),
        (plain("int", 1), "True"),
        (plain("int", 10_000), "10001"),
        (plain("float", 0.5), str(10**400)),
        (plain("float", 0.693), "0.7"),
        (plain("float", float("nan")), "0"),
        (plain("float", 1e-7), "0"),
        (plain("bool", True), "1"),
        (plain("str", "float32"), "'float64'"),
        (plain("none"), "0"),
        (Value(ValueKind.OTHER, type="answer.Net"), "'x'"),
    ],
)
def test_a_wrong_prediction_names_one_property_and_keeps_the_value(value: Value, typed: str) -> None:
    found = predicted(typed, value)
    assert (found.verdict, found.headline) == (Verdict.WRONG, "That is not what it gives.")
    (case,) = found.cases
    assert [a.ok for a in case.aspects] == [True] * (len(case.aspects) - 1) + [False]
    assert (case.aspects[-1].expected, case.aspects[-1].got) == ("", typed)
    assert case.aspects[-1].message
    assert not found.diagnosis


@pytest.mark.parametrize(
    ("value", "typed", "aspect", "message"),
    [
        (nd([4, 6]), "7", "kind", "The result is not a number: it is of another kind."),
        (plain("int", 4), "(4, 6)", "kind", "The result is not a sequence: it is of another kind."),
        (plain("int", 4), "'4'", "kind", "The result is not a text: it is of another kind."),
        (nd([4, 6]), "(4, 6, 1)", "length", "The length differs: the result does not have 3 entries."),
        (nd([[1, 2], [3, 4]]), "[[1, 2], [3]]", "length",
         "In entry 2: The length differs: the result does not have one entry."),
        (nd([[1, 2], [3, 4]]), "[1, 2]", "length", "Entry 1 is a sequence in the result."),
        (sequence("list", plain("int", 0), plain("int", 1)), "[0.785, 1.5]", "dtype",
         "The dtype differs: the result holds whole numbers."),
        (sequence("list", plain("str", "a")), "[1]", "dtype",
         "The dtype differs: the result holds entries of another kind."),
        (nd([4, 6]), "(3, 8)", "first entry", "Entry 1 differs."),
        (nd([4, 6]), "(4, 8)", "entries", "Entry 2 differs. The first one agrees."),
        (nd([[1, 2], [3, 4]]), "[[1, 2], [3, 5]]", "entries", "Entry 4 differs. The 3 before it agree."),
    ],
)  # fmt: skip
def test_the_property_that_is_wrong_is_named(value: Value, typed: str, aspect: str, message: str) -> None:
    last = predicted(typed, value).cases[0].aspects[-1]
    assert (last.aspect, last.message) == (aspect, message)


@pytest.mark.parametrize("typed", ["", "float32", "nd.zeros(2)", "(2, 3", "1 +", "x" * 1001, "[" * 900, "\0"])
def test_what_is_not_a_literal_is_an_error_that_says_what_to_type(typed: str) -> None:
    found = quiz.grade(Submission(exercise(kind="predict"), typed.encode()), never)
    assert found.verdict is Verdict.ERROR
    assert found.headline.startswith("Type a Python value")


def test_a_known_mistake_is_named_by_what_was_typed() -> None:
    promoted = Mistake("promoted", "PyTorch promotes.", error=(r"0?\.78\d*",))
    dropped = Mistake("dropped", "An axis is dropped.", error=(r"\(2\)|2",))
    named = [predicted(typed, plain("int", 0), promoted, dropped).diagnosis for typed in (".785", "2", "20", "10.785")]
    assert [[d.code for d in found] for found in named] == [["promoted"], ["dropped"], [], []]


def test_a_snippet_that_fails_is_our_fault() -> None:
    subject = exercise(kind="predict")
    fell = quiz.grade(
        Submission(subject, b"1"),
        lambda _: Result(failure=Failure(Verdict.TIMEOUT, FailureReason.WALL, "It ran out of time.", "Wait.")),
    )
    raised = quiz.grade(Submission(subject, b"1"), lambda _: Result(error=ErrorDetail("ValueError", "no")))
    assert [(r.verdict, r.headline) for r in (fell, raised)] == [
        (Verdict.BROKEN, "It ran out of time."),
        (Verdict.BROKEN, "The snippet of tensors/square failed: ValueError: no."),
    ]


def test_matches_compares_nested_values() -> None:
    inner: Any = [(1, [2.0]), None]
    value = sequence("list", sequence("tuple", plain("int", 1), nd([2])), plain("none"))
    assert quiz.matches(value, inner)
    assert not quiz.matches(value, [(1, [2.0]), 0])


@pytest.mark.parametrize(
    ("known", "typed", "named"),
    [
        ("(2, 3)", "[2,3.0]", True),
        ("(2, 3)", "(2, 3, 4)", False),
        ("[2, ...]", "[2]", True),
        ("[2, ...]", "[2, [5], 'x']", True),
        ("[2, ...]", "[3, 5]", False),
        ("[..., 3]", "[[7, 8], 3]", True),
        ("[..., 3]", "[7, 8, 3]", False),
        ("[[...], 3]", "[[1, 2], 3]", True),
        ("'float32'", "'float32'", True),
        ("not a value (", "(2, 3)", False),
    ],
)
def test_a_mistake_is_known_by_the_values_that_it_leads_to(known: str, typed: str, named: bool) -> None:
    found = predicted(typed, SHAPE, Mistake("swapped", "The axes are swapped.", typed=(known,)))
    assert found.verdict is Verdict.WRONG
    assert [d.code for d in found.diagnosis] == ["swapped"] * named

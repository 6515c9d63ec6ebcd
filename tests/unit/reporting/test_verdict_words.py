"""The grid of a verdict, and what a right answer has taught."""

from __future__ import annotations

import ast
import re

import pytest

from mxtutor.content.course_file import load_course
from mxtutor.content.loader import load_exercise
from mxtutor.grading.differences import Difference, Mismatch
from mxtutor.grading.protocol import Aspect, CaseResult, Diagnosis, ErrorDetail, Report, Verdict
from mxtutor.grading.reports.verdict import headline_of
from mxtutor.grading.results.decode import Result
from mxtutor.paths import content_root
from mxtutor.reporting.mistakes import cause, reason
from mxtutor.reporting.sections import learned, sections_of
from mxtutor.ui.widgets.array_grid import grid_of


def values(expected: str, got: str, difference: Difference | None = None) -> Aspect:
    return Aspect("values", False, "They differ.", expected, got, difference)


def test_the_measured_error_decides_which_cells_are_wrong() -> None:
    found = Difference((2, 2), 1, 4, 1.0, 1.0, (Mismatch((1, 1), 4.0, 4.5, 1e-5),), (0.0, 0.5, 0.0, 9.0))
    grid = grid_of(values("[[1., 2.],\n [3., 4.]]", "[[ 1. ,  2.0000001],\n [ 3. ,  4.5]]", found))
    assert grid is not None
    assert grid.wrong == {(1, 1)}
    assert grid.labels == ["[0]", "[1]"]
    assert (grid.expected, grid.got) == ([["1.", "2."], ["3.", "4."]], [["1.", "2."], ["3.", "4.5"]])


def test_a_number_has_more_digits_only_where_they_show_the_difference() -> None:
    grid = grid_of(values("[0.123456, 0.5]", "[0.123999, 0.5]"))
    assert grid is not None
    assert (grid.expected, grid.got) == ([["0.1235", "0.5"]], [["0.124", "0.5"]])
    close = grid_of(values("3.00000012", "3.00000024"))
    assert close is not None
    assert close.expected[0][0] != close.got[0][0]


def test_of_an_array_with_parts_left_out_the_worst_places_are_shown() -> None:
    found = Difference((100,), 7, 100, 2.0, 2.0, (Mismatch((3,), 1.0, 2.0, 0.1), Mismatch((9,), 5.0, 4.0, 0.1)), (0.0,))
    grid = grid_of(values("[1., 2., ..., 3.]", "[2., 2., ..., 3.]", found))
    assert grid is not None
    assert (grid.labels, grid.expected, grid.got) == (["[3]", "[9]"], [["1."], ["5."]], [["2."], ["4."]])


@pytest.mark.parametrize(
    ("expected", "got"),
    [("an MXNet array", "None"), ("[1, 2]", "[1, 2, 3]"), ("['a', 'b']", "['a', 'c']"), ("[]", "[]"), ("", "1")],
)
def test_other_texts_have_no_grid(expected: str, got: str) -> None:
    assert grid_of(values(expected, got)) is None


def test_a_shape_is_told_in_words() -> None:
    assert grid_of(Aspect("shape", False, "shape (2, 3) expected, got (3, 2).", "(2, 3)", "(3, 2)")) is None


@pytest.mark.parametrize(
    ("explain", "first", "rest"),
    [
        ("`nd.clip` keeps\nthe dtype. It needs both.\n", "`nd.clip` keeps the dtype.", "It needs both."),
        ("One sentence.", "One sentence.", ""),
        ("| a | table |\n\nThen text.", "", "| a | table |\n\nThen text."),
        ("", "", ""),
    ],
)
def test_the_first_sentence_of_an_explanation_is_what_was_learned(explain: str, first: str, rest: str) -> None:
    assert learned(explain) == (first, rest)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("MXNet has no `fmod`; write the definition: `x - nd.trunc(x / d) * d`.", "MXNet has no `fmod`."),
        ("`step` takes a Python number: `shares.sum().asscalar()`.", "`step` takes a Python number."),
        ("The products are averaged, so use `nd.sum(x, axis=0)`.", "The products are averaged."),
        ("The dtype is `a.b: c; d`, not another. Pass it.", ""),  # no code ends a clause
        (
            "Signs are as from `%`, and `axis=` is not needed: write `f(x)`.",
            "Signs are as from `%`, and `axis=` is not needed.",
        ),
        ("Divide the sum by the number of batches.", ""),
        ("The transpose is the attribute `a.T` (no parentheses).", ""),
        ("PyTorch's default step is `lr * velocity`; yours is Nesterov's.", ""),
        ("", ""),
    ],
)
def test_a_reason_ends_where_the_message_says_what_to_do(message: str, why: str) -> None:
    assert reason(message) == why


@pytest.mark.parametrize(
    ("name", "message", "said"),
    [
        ("The result is the inverse sine.", "That is the inverse sine.", "The result is the inverse sine."),
        (
            "Nothing was recorded: the result is computed outside of any recording scope.",
            "Nothing was recorded: compute it inside `with autograd.record():`.",
            "Nothing was recorded: the result is computed outside of any recording scope.",
        ),
        ("The result is one too small.", "Every value is one too small: look.", "The result is one too small."),
        ("The draws are uniform.", "These draws are uniform in [0, 1).", "These draws are uniform in [0, 1)."),
        ("The result is a list.", "A list is no layer.", "The result is a list. A list is no layer."),
        ("The step goes up.", "A step goes down.", "The step goes up. A step goes down."),
    ],
)
def test_name_and_reason_say_one_thing_once(name: str, message: str, said: str) -> None:
    assert cause(Diagnosis("x", message, name), full=False) == said


def test_a_headline_ends_with_a_sentence() -> None:
    def headline(text: str) -> str:
        return headline_of(Result(error=ErrorDetail("MXNetError", text, 8)), ())[1]

    first = "Cannot differentiate node because it is not in a computational graph."
    long = f"{first} You need to set is_recording to true or use autograd.record() to save computational graphs for "
    assert headline(f"{long}backward. If you want to differentiate it twice, pass retain_graph.") == (
        f"MXNetError: {first} (line 8)"
    )
    assert headline(f"{first} You need to\nset it.") == f"MXNetError: {first} (line 8)"
    assert headline("No such axis (2 vs. 3)\nMore.") == "MXNetError: No such axis (2 vs. 3) (line 8)"
    assert headline("x" * 300) == f"MXNetError: {'x' * 200}... (line 8)"


def test_an_observation_is_called_by_words() -> None:
    aspects = (Aspect("autograd", False, "It is another."), Aspect("second_call", True), Aspect("shape", True))
    report = Report("a/b", Verdict.WRONG, "No.", (CaseResult("one", Verdict.WRONG, aspects),))
    failing = sections_of(report).failing
    assert failing is not None
    assert [one.aspect for one in failing.failed] == ["gradient"]
    assert failing.passed == ("second call", "shape")


def test_no_verdict_on_a_known_mistake_shows_the_whole_expression() -> None:
    root = content_root()
    shown, told = [], 0
    for identity in load_course(root).exercises:
        folder = root / "exercises" / identity
        exercise = load_exercise(folder, identity)
        answers = [file.read_text() for file in (*folder.glob("solution.py"), *folder.glob("right_*.py"))]
        written = [_expressions(answer) for answer in answers]
        for mistake in exercise.mistakes:
            text = cause(Diagnosis(mistake.code, mistake.message, mistake.short_name), full=False)
            made = ast.walk(ast.parse(mistake.source.read_text())) if mistake.source is not None else ()
            own = {ast.unparse(node) for node in made if isinstance(node, ast.expr)}
            told += text != mistake.short_name
            code = {_normal(part) for part in re.findall("`([^`]+)`", text.removeprefix(mistake.short_name))}
            if not mistake.code.endswith("called"):  # who calls an attribute has written its name
                shown += [(identity, mistake.code, part) for part in code for one in written if part in one - own]
    assert not shown
    assert told > 2000  # most of them have a reason all the same


def _expressions(source: str) -> set[str]:
    """Return what an answer computes: its calls with arguments, its operators, what it returns."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.BinOp, ast.Compare)) or (isinstance(node, ast.Call) and (node.args or node.keywords)):
            found.add(ast.unparse(node))
        if isinstance(node, ast.Return) and isinstance(node.value, (ast.Call, ast.Attribute)):
            found.add(ast.unparse(node.value))
    return found


def _normal(code: str) -> str:
    try:
        return ast.unparse(ast.parse(code))
    except SyntaxError:
        return code


def test_what_a_headline_says_is_not_said_again() -> None:
    wrong = sections_of(
        Report("a/b", Verdict.WRONG, "Not right yet: it is `None`.", diagnosis=(Diagnosis("x", "It is None."),))
    )
    assert (wrong.word, wrong.said, wrong.why) == ("Not right yet", "It is `None`.", ())
    assert sections_of(Report("a/b", Verdict.RIGHT, "Right.")).said == ""


def test_arguments_that_say_nothing_are_left_out() -> None:
    given = "net = mlp\nbatches = batches\nrate = 0.1\nlast = None"
    parts = sections_of(Report("a/b", Verdict.WRONG, "x", (CaseResult("c", Verdict.WRONG, inputs=given),)))
    assert parts.failing is not None
    assert parts.failing.inputs == "rate = 0.1\nlast = None"
    assert parts.failing.place == "rate = 0.1, last = None"

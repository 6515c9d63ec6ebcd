"""The grid of a verdict, and what a right answer has taught."""

from __future__ import annotations

import pytest

from mxtutor.grading.differences import Difference, Mismatch
from mxtutor.grading.protocol import Aspect
from mxtutor.reporting.learned import learned
from mxtutor.ui.widgets.verdict_grid import grid_of


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

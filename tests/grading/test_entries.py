"""An exercise's function may have the name that it had in an earlier release."""

from __future__ import annotations

import pytest

from mxtutor.content.loader import find_exercise, load_course
from mxtutor.grading.grader import LocalGrader
from mxtutor.grading.protocol import Report, Submission, Verdict
from mxtutor.paths import content_root

pytestmark = pytest.mark.grading


def graded(grader: LocalGrader, exercise: str, source: str) -> Report:
    found = find_exercise(load_course(content_root()), exercise)
    return grader.grade(Submission(found, source.encode(), seed=7))


@pytest.mark.parametrize("name", ["clip", "clamp"])
def test_the_old_name_and_the_new_one_are_accepted(grader: LocalGrader, name: str) -> None:
    source = f"def {name}(x, lo, hi):\n    return x.clip(lo, hi)\n"
    assert graded(grader, "tensors/clip", source).verdict is Verdict.RIGHT


def test_an_imported_function_with_the_new_name_does_not_take_the_place_of_the_old_entry(grader: LocalGrader) -> None:
    source = "from mxnet.ndarray import tile\n\n\ndef repeat(x, m, n):\n    return tile(x, reps=(m, n))\n"
    assert graded(grader, "tensors/tile", source).verdict is Verdict.RIGHT


def test_of_two_own_functions_the_one_with_the_right_number_of_parameters_is_the_entry(grader: LocalGrader) -> None:
    helper = "def tile(x, reps):\n    return x.tile(reps)\n"
    source = f"{helper}\n\ndef repeat(x, m, n):\n    return tile(x, (m, n))\n"
    assert graded(grader, "tensors/tile", source).verdict is Verdict.RIGHT
    swapped = graded(grader, "tensors/tile", source.replace("x, m, n", "x, n, m"))
    assert [one.code for one in swapped.diagnosis] == ["parameter-order"]
    both = "def clip(x, lo, hi):\n    return x.clip(lo, hi)\n\n\ndef clamp(x, lo, hi):\n    return x\n"
    assert graded(grader, "tensors/clip", both).verdict is Verdict.RIGHT


def test_a_mistake_under_the_old_name_is_named(grader: LocalGrader) -> None:
    report = graded(grader, "tensors/clip", "def clamp(x, lo, hi):\n    return x.clamp(lo, hi)\n")
    assert [one.code for one in report.diagnosis] == ["torch-name"]
    report = graded(grader, "tensors/clip", "def clamp(x, lo):\n    return x.clip(lo, 1)\n")
    assert report.verdict is Verdict.ERROR


def test_a_missing_function_is_asked_for_by_the_new_name(grader: LocalGrader) -> None:
    report = graded(grader, "tensors/clip", "def limit(x, lo, hi):\n    return x.clip(lo, hi)\n")
    assert "defines no function clip" in report.headline

"""Inputs that a learner chooses: what the lines mean, and what they cannot do."""

from __future__ import annotations

import numpy as np
import pytest

from mxtutor.content.loader import load_course
from mxtutor.grading.cases.chosen import MOST_ELEMENTS, ChosenError, choose, written
from mxtutor.grading.cases.draw import DrawnCase, draw
from mxtutor.grading.recipes import array_of, value_of
from mxtutor.paths import content_root
from tests.grading.rig import exercise

ARCCOS = exercise("tensors/arccos")


def chosen(text: str, seed: int = 7) -> DrawnCase:
    return choose(ARCCOS, draw(ARCCOS, seed)[0], seed, text)


def test_lines_as_they_are_written_keep_what_was_drawn_in_every_exercise() -> None:
    course = load_course(content_root())
    for name in [name for topic in course.topics for name in topic.exercises]:
        one = exercise(name)
        for case in draw(one, 3) if one.kind in ("code", "fix") else ():
            again = choose(one, case, 3, written(case))
            assert all(again.inputs[key] is recipe for key, recipe in case.inputs.items()), name


def test_a_shape_a_dtype_and_limits_give_another_array() -> None:
    array = array_of(chosen('x = random(5, 2, dtype="int32", low=3, high=4)').inputs["x"])
    assert array is not None
    assert (array.shape, array.dtype.name) == ((5, 2), "int32")
    assert set(np.unique(array)) == {3, 4}


def test_equal_seeds_draw_equal_arrays_and_others_draw_others() -> None:
    one, same, other = (array_of(chosen("x = random(9)", seed).inputs["x"]) for seed in (1, 1, 2))
    assert one is not None
    assert same is not None
    assert other is not None
    assert one.tobytes() == same.tobytes() != other.tobytes()


def test_literals_are_what_they_say() -> None:
    array = array_of(chosen("x = array([[1, 2.5], [-3, 0]])").inputs["x"])
    assert array is not None
    assert array.tolist() == [[1, 2.5], [-3, 0]]
    assert value_of(chosen("x = [1, 'a', None]").inputs["x"]) == [1, "a", None]
    assert chosen("x = (2, 3)").inputs["x"] == {"is": "tuple", "value": [2, 3]}
    assert array_of(chosen("x = arange(2, 3)").inputs["x"]).tolist() == [0, 1, 2, 3, 4, 5]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "x = torch.tensor([-0.5, 2], dtype=torch.float16)",
        "x = nd.array([-0.5, 2], dtype='float16')",
        "x = mx.nd.array([-0.5, 2], dtype=onp.float16)",
        "x = array([-0.5, 2], dtype=float16)",
    ],
)
def test_calls_and_dtypes_may_be_written_as_the_frameworks_write_them(text: str) -> None:
    array = array_of(chosen(text).inputs["x"])
    assert array is not None
    assert (array.dtype.name, array.tolist()) == ("float16", [-0.5, 2])


def test_a_list_of_numbers_is_an_array_where_an_array_is_drawn() -> None:
    array = array_of(chosen("x = [[-0.5], [2]]").inputs["x"])
    assert array is not None
    assert (array.dtype.name, array.tolist()) == ("float32", [[-0.5], [2]])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x = random(2", "Line 1 cannot be read"),
        ("import os", "Line 1 is not `name = value`"),
        ("x = 1\ny = 2", "Line 2: there is no argument y; the arguments are x."),
        ("x = __import__('os').system('true')", "there is no function"),
        ("x = open('f')", "there is no function open"),
        ("x = os.zeros(2)", "there is no function"),
        ("x = ones(2, dtype=os.float16)", "this value cannot be read"),
        (f"x = zeros({MOST_ELEMENTS + 1})", f"at most {MOST_ELEMENTS} elements"),
        ("x = zeros(1, 1, 1, 1, 1, 1, 1, 1, 1)", "8 dimensions"),
        ("x = zeros(0, 10 ** 9)", "cannot be read"),
        ("x = ones(2, dtype='complex64')", "dtype is one of float32"),
        ("x = ones(2, low=1)", "ones takes no low"),
        ("x = random(-1)", "a shape consists of whole numbers"),
        ("x = random(2, low=5, high=1)", "low is not greater than high"),
        ("x = 10000000", "whole numbers go to 100000"),
        ("x = 2j", "a complex is not possible"),
        ("x = array([[1], [2, 3]])", "array cannot make it"),
        ("x = [[0] * 99]", "cannot be read"),
        ("x = " + "-" * 9000 + "1", ""),
        ("x = " + "(" * 9000 + "1" + ")" * 9000, ""),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(ChosenError) as refused:
        chosen(text)
    assert problem in str(refused.value)

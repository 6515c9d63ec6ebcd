"""Results of both frameworks as cells, with the differences marked."""

from __future__ import annotations

import numpy as np

from mxtutor.content.comparison import Compare
from mxtutor.grading.reports.tables import COLUMNS, ROWS, outcome_tables, value_tables
from mxtutor.grading.results.values import Outcome, Value, ValueKind


def torch(array: object, dtype: str = "float32") -> Value:
    return Value(ValueKind.TORCH, array=np.array(array, dtype))


def nd(array: object, dtype: str = "float32") -> Value:
    return Value(ValueKind.ND, array=np.array(array, dtype))


def test_equal_arrays_have_no_mark_and_no_note() -> None:
    (table,) = value_tables(torch([[1, 2], [3, 4.5]]), nd([[1, 2], [3, 4.5]]))
    assert table.same
    assert table.differing == ()
    assert table.torch == "Tensor float32 (2, 2)"
    assert table.labels == ("[0]", "[1]")
    assert table.mxnet_cells == (("1.", "2."), ("3.", "4.5"))


def test_a_value_that_differs_is_marked_and_shown_with_more_digits() -> None:
    (table,) = value_tables(torch([1.23456, 2]), nd([1.23459, 2]), rtol=1e-6)
    assert table.differing == ((0, 0),)
    assert table.torch_cells[0] == ("1.23456", "2.")
    assert table.mxnet_cells[0] == ("1.23459", "2.")
    assert table.note.startswith("1 of 2 values differ, first at [0]")


def test_another_shape_marks_what_one_side_lacks() -> None:
    (table,) = value_tables(torch([1, 2]), nd([1, 2, 3]))
    assert "The shapes differ: (2,) and (3,)." in table.note
    assert table.differing == ((0, 2),)
    assert table.torch_cells == (("1.", "2.", ""),)


def test_another_dtype_is_named() -> None:
    (table,) = value_tables(torch([1, 2], "int64"), nd([1, 2]))
    assert table.note == "The dtypes differ: int64 and float32."


def test_of_a_large_array_the_window_holds_the_first_difference() -> None:
    left, right = np.zeros((50, 40), "float32"), np.zeros((50, 40), "float32")
    right[31, 22] = 1
    (table,) = value_tables(torch(left), nd(right))
    assert len(table.torch_cells) <= ROWS
    assert len(table.torch_cells[0]) <= COLUMNS
    ((row, column),) = table.differing
    assert table.labels[row] == "[31]"
    assert table.mxnet_cells[row][column] == "1."
    assert table.hidden == 50 * 40 - ROWS * COLUMNS


def test_items_of_sequences_stand_in_tables_of_their_own() -> None:
    pair = Value(ValueKind.TUPLE, items=(torch([1]), Value(ValueKind.INT, plain=3)))
    other = Value(ValueKind.LIST, items=(nd([1]), Value(ValueKind.INT, plain=4)))
    first, second = value_tables(pair, other)
    assert (first.name, first.same) == ("[0]", True)
    assert (second.name, second.note) == ("[1]", "The value differs.")


def test_values_of_other_types_are_compared_as_text() -> None:
    (table,) = value_tables(Value(ValueKind.STR, plain="a"), nd([1]))
    assert table.note == "They are of different types."
    assert table.torch_cells == (("'a'",),)


def test_observations_have_tables_and_scalars_and_nan_compare() -> None:
    seen = {"grad": torch([np.nan, 1])}, {"grad": nd([np.nan, 2])}
    nothing = Value(ValueKind.NONE)
    (table,) = outcome_tables(Outcome(nothing, observed=seen[0]), Outcome(nothing, observed=seen[1]), Compare())
    assert (table.name, table.differing) == ("grad", ((0, 1),))
    assert value_tables(torch(np.nan), nd(np.nan))[0].same

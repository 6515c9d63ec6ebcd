"""Descriptions from another process are checked before they count as results, and shown in few characters."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from mxtutor.grading.results.values import ARRAYS, Value, ValueKind, parse, show, type_name
from mxtutor.grading.wire import WireError

ONE = np.array([1.5], np.float32)


@pytest.mark.parametrize("kind", ARRAYS)
def test_an_array_keeps_kind_data_and_place(kind: ValueKind) -> None:
    value = parse({"k": kind.value, "a": ONE, "ctx": "cpu(1)"})
    assert (value.kind, value.array, value.context) == (kind, ONE, "cpu(1)")


@pytest.mark.parametrize(
    ("kind", "sent", "got"),
    [
        ("int", "7", 7),
        ("int", "-" + "9" * 300, -int("9" * 300)),
        ("float", 0.5, 0.5),
        ("float", 2, 2.0),
        ("float", 10**400, math.inf),
        ("numpy_scalar", 0.5, 0.5),
        ("bool", True, True),
        ("str", "abc", "abc"),
        ("dtype", "float32", "float32"),
        ("context", "cpu(0)", "cpu(0)"),
        ("none", "anything", None),
    ],
)
def test_a_plain_value_has_the_type_that_its_kind_claims(kind: str, sent: Any, got: Any) -> None:
    value = parse({"k": kind, "v": sent})
    assert value.plain == got
    assert type(value.plain) is type(got)


def test_sequences_and_dicts_keep_their_items() -> None:
    items = [{"k": "int", "v": "1"}, {"k": "tuple", "v": []}]
    assert parse({"k": "tuple", "v": items}).items == (Value(ValueKind.INT, plain=1), Value(ValueKind.TUPLE))
    assert parse({"k": "dict", "v": items, "keys": ["a", "b"]}).keys == ("a", "b")


ODD: list[Any] = [
    None,
    [],
    {},
    {"k": 1},
    {"k": "set", "v": []},
    {"k": "nd"},
    {"k": "nd", "a": [1.0]},
    {"k": "nd", "a": ONE, "ctx": 0},
    {"k": "int", "v": 7},
    {"k": "int", "v": "0x7"},
    {"k": "int", "v": "7\n"},
    {"k": "int", "v": "9" * 401},
    {"k": "float", "v": "1"},
    {"k": "float", "v": True},
    {"k": "bool", "v": 1},
    {"k": "str", "v": 1},
    {"k": "str"},
    {"k": "list"},
    {"k": "list", "v": {}},
    {"k": "list", "v": [1]},
    {"k": "list", "v": [{"k": "none"}] * 10_001},
    {"k": "dict", "v": [{"k": "none"}]},
    {"k": "dict", "v": [{"k": "none"}], "keys": [1]},
    {"k": "dict", "v": [], "keys": ["a"]},
]


@pytest.mark.parametrize("tree", ODD, ids=lambda tree: repr(tree)[:40])
def test_anything_odd_is_refused(tree: Any) -> None:
    with pytest.raises(WireError):
        parse(tree)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (Value(ValueKind.INT, plain=3), 3.0),
        (Value(ValueKind.INT, plain=10**400), math.inf),
        (Value(ValueKind.INT, plain=-(10**400)), -math.inf),
        (Value(ValueKind.BOOL, plain=True), 1.0),
        (Value(ValueKind.ND, array=np.array([[2.5]])), 2.5),
        (Value(ValueKind.ND, array=np.array([1, 2])), None),
        (Value(ValueKind.STR, plain="3"), None),
        (Value(ValueKind.NONE), None),
    ],
)
def test_a_number_is_found_whatever_holds_it(value: Value, number: float | None) -> None:
    assert value.number == number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value(ValueKind.ND, array=ONE), "[1.5]"),
        (Value(ValueKind.TUPLE, items=(Value(ValueKind.INT, plain=2),)), "(2,)"),
        (Value(ValueKind.LIST, items=(Value(ValueKind.STR, plain="a"), Value(ValueKind.NONE))), "['a', None]"),
        (Value(ValueKind.DICT, items=(Value(ValueKind.BOOL, plain=False),), keys=("on",)), "{on: False}"),
        (Value(ValueKind.FLOAT, plain=1 / 3), "0.3333333"),
        (Value(ValueKind.FLOAT, plain=math.nan), "nan"),
        (Value(ValueKind.OTHER, type="answer.Net"), "an object of answer.Net"),
    ],
)
def test_a_value_is_shown_as_one_would_write_it(value: Value, text: str) -> None:
    assert show(value) == text


def test_what_is_shown_is_cut() -> None:
    assert show(Value(ValueKind.STR, plain="x" * 1000), 40) == "'" + "x" * 34 + " [..]"
    assert len(show(Value(ValueKind.ND, array=np.zeros((100, 100))))) <= 400
    assert show(Value(ValueKind.LIST, items=(Value(ValueKind.INT, plain=1),) * 30)).endswith("1, 1, ..]")


@pytest.mark.parametrize("kind", ValueKind)
def test_every_kind_has_a_name_for_messages(kind: ValueKind) -> None:
    assert type_name(Value(kind, type="answer.Net"))


def test_a_type_of_the_answer_s_own_is_named() -> None:
    assert type_name(Value(ValueKind.OTHER, type="answer.Net")) == "an object of type answer.Net"

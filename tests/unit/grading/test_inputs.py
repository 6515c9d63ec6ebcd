"""Arguments are drawn from a seed, described for people, and printed as lines that make them again."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mxtutor.content.model import Case, Exercise
from mxtutor.errors import ContentError
from mxtutor.grading.cases.draw import MAKERS, DrawnCase, draw, repro_lines, show_inputs
from mxtutor.grading.results.values import Array
from tests.unit.specimens import array_in, exercise

SPECS: dict[str, dict[str, Any]] = {
    "shape": {"shape": [3, 4], "low": -2, "high": 5},
    "values": {"values": [1.5, 2]},
    "rows": {"rows": [1, 2], "n": 4},
    "spectrum": {"spectrum": [1, 2, 5]},
    "view_of": {"view_of": "first", "how": "reshape"},
    "tuple": {"tuple": [1, 2]},
    "fn": {"fn": "lambda v: v + 1"},
    "labels": {"labels": 8, "classes": 3},
    "batches": {"batches": [4, 2], "features": 5, "classes": 3},
    "mlp": {"mlp": [5, 8, 3], "bn": True, "dropout": 0.5, "frozen": [0]},
    "arrays": {"arrays": [[2, 3], [2]]},
    "dense": {"dense": [2, 3, 2]},
    "state": {"state": {"a": ["linear", 2, 3], "b": ["norm", 4]}},
    "dataset": {"dataset": 10, "image": [8, 8, 1], "classes": 3},
    "digits": {"digits": 20},
    "sgd": {"sgd": 0.1},
    "loss": {"loss": "cross_entropy"},
    "op": {"op": "sin"},
    "path": {"path": "net.params"},
    "context": {"context": "cpu(1)"},
    "contexts": {"contexts": ["cpu(0)", "cpu(1)"]},
    "items": {"items": [{"shape": [2]}, 3], "as": "tuple"},
    "entries": {"entries": {"a": {"shape": [2, 3]}, "b": 1.5}},
    "record": {"record": "class Size:\n    pass", "fields": {"width": 3}},
}
RANDOM = (
    "shape",
    "spectrum",
    "labels",
    "batches",
    "mlp",
    "arrays",
    "dense",
    "state",
    "dataset",
    "digits",
    "items",
    "entries",
)


def one(spec: Any, seed: int = 1, **fields: Any) -> DrawnCase:
    """Return the first draw of a case with an array `first` and the argument `x`."""
    return draw(exercise({"first": {"values": [1, 2, 3, 4, 5, 6, 7]}, "x": spec}, **fields), seed)[0]


def array(spec: Any, seed: int = 1) -> Array:
    """Return the drawn array of a spec."""
    made: Array = array_in(one(spec, seed).inputs["x"])
    return made


def same(one: Any, other: Any) -> bool:
    """Return whether two recipes hold the same bytes."""
    if isinstance(one, np.ndarray):
        return bool(one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes())
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return bool(one == other)


def test_every_kind_of_argument_is_tried() -> None:
    assert set(SPECS) == set(MAKERS)


@pytest.mark.parametrize("kind", MAKERS)
def test_the_same_seed_draws_the_same(kind: str) -> None:
    assert same(one(SPECS[kind]).inputs["x"], one(SPECS[kind]).inputs["x"])


@pytest.mark.parametrize("kind", MAKERS)
def test_another_seed_draws_anew_where_something_is_random(kind: str) -> None:
    assert same(one(SPECS[kind]).inputs["x"], one(SPECS[kind], seed=2).inputs["x"]) == (kind not in RANDOM)


@pytest.mark.parametrize("kind", MAKERS)
def test_a_case_without_chance_is_drawn_once(kind: str) -> None:
    cases = draw(exercise({"first": {"values": [1]}, "x": SPECS[kind]}, draws=3), 1)
    assert len(cases) == (3 if kind in RANDOM else 1)


def test_draws_exercises_and_cases_differ_from_each_other() -> None:
    spec = {"x": SPECS["shape"]}
    drawn = [*draw(exercise(spec, spec), 1), *draw(exercise(spec, id="tensors/cube"), 1)]
    assert len({array_in(case.inputs["x"]).tobytes() for case in drawn}) == len(drawn) == 6


def test_a_plain_value_is_passed_as_it_is() -> None:
    assert one(3).inputs["x"] == {"is": "plain", "value": 3}


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "int32", "int64", "uint8"])
def test_values_stay_within_both_limits(dtype: str) -> None:
    made = array({"shape": [2000], "low": 0, "high": 3, "dtype": dtype})
    assert made.dtype == dtype
    assert made.min() >= 0
    assert made.max() <= 3
    if made.dtype.kind in "iu":
        assert set(made.tolist()) == {0, 1, 2, 3}


def test_nan_is_in_the_first_place() -> None:
    made = array({"shape": [2, 2], "nan": True})
    assert np.isnan(made).tolist() == [[True, False], [False, False]]


def test_a_spectrum_is_that_of_a_symmetric_matrix() -> None:
    made = array(SPECS["spectrum"])
    assert (made == made.T).all()
    assert np.linalg.eigvalsh(made) == pytest.approx([1, 2, 5], rel=1e-5)


def test_rows_are_constant() -> None:
    assert array(SPECS["rows"]).tolist() == [[1.0] * 4, [2.0] * 4]


def test_labels_lie_within_their_classes() -> None:
    made: Any = one({"labels": 500, "classes": 3}).inputs["x"]
    assert set(made["array"].tolist()) == {0, 1, 2}


def test_a_net_has_a_layer_between_each_two_sizes() -> None:
    net: Any = one(SPECS["mlp"]).inputs["x"]
    assert [layer["weight"].shape for layer in net["layers"]] == [(8, 5), (3, 8)]
    assert "gamma" in net["layers"][0]
    assert "gamma" not in net["layers"][1]


@pytest.mark.parametrize(
    ("inputs", "name"),
    [
        ({"x": {"values": [[1, 2]]}}, "x: 1 x 2"),
        ({"x": {"values": [1]}, "n": 3}, "x: 1, n = 3"),
        ({"x": {"values": [1], "dtype": "int32"}}, "x: 1 int32"),
        ({"x": {"values": [1]}, "y": {"view_of": "x", "how": "copy"}}, "x: 1, y: copy"),
        ({"f": {"fn": "lambda v: v"}}, "f: lambda v: v"),
        ({"t": {"tuple": [1]}}, "no arguments"),
    ],
)
def test_a_case_without_a_name_is_named_for_its_arguments(inputs: dict[str, Any], name: str) -> None:
    assert draw(exercise(inputs), 1)[0].name == name


def test_a_name_and_hiding_are_kept() -> None:
    hidden = Exercise(
        "tensors/square", "code", "", "", exercise().folder, params={"x": ""}, cases=(Case({"x": 1}, "one", True),)
    )
    assert (draw(hidden, 1)[0].name, draw(hidden, 1)[0].hidden) == ("one", True)


def test_what_is_not_a_parameter_is_drawn_for_the_observers() -> None:
    drawn = draw(exercise({"x": {"values": [1]}, "place": {"view_of": "x", "how": "same"}}, params={"x": ""}), 1)[0]
    assert list(drawn.inputs) == ["x"]
    assert list(drawn.extra) == ["place"]


@pytest.mark.parametrize(
    ("spec", "named"),
    [
        ({"shap": [3]}, "no known key among"),
        ({"shape": [3], "dtype": "float31"}, "x: TypeError"),
        ({"shape": "wide"}, "x: TypeError"),
        ({"shape": [-1]}, "x: ValueError"),
        ({"shape": [0], "nan": True}, "x: IndexError"),
        ({"values": [[1], [1, 2]]}, "x: "),
        ({"view_of": "later", "how": "same"}, "x: ValueError"),
        ({"labels": 3}, "x: KeyError('classes')"),
    ],
)
def test_a_case_that_cannot_be_drawn_names_its_place(spec: dict[str, Any], named: str) -> None:
    with pytest.raises(ContentError) as caught:
        one(spec)
    assert "/nowhere: case 1" in caught.value.message
    assert named in caught.value.message


def test_a_case_that_lacks_a_parameter_is_refused() -> None:
    with pytest.raises(ContentError, match="case 2 lacks 'x'"):
        draw(exercise({"x": 1}, {"y": 1}), 1)


class _Nd:
    """Replaces `mxnet.nd` where only `array` matters."""

    @staticmethod
    def array(data: Any, ctx: str = "cpu(0)", dtype: str = "float32") -> Array:
        return np.array(data, dtype=dtype)


def evaluate(case: DrawnCase, of: Exercise) -> dict[str, Any]:
    """Run a case's repro lines with NumPy in MXNet's place, and return the arguments and what the entry got."""
    names: dict[str, Any] = {"nd": _Nd, "mx": SimpleNamespace(cpu=lambda i: f"cpu({i})"), "square": lambda *a: a}
    *lines, call = repro_lines(of, case).splitlines()
    exec("\n".join([*lines, f"called = {call}"]), names)
    return names


EXACT: list[dict[str, Any]] = [
    {"shape": [3, 4], "low": -1e3, "high": 1e-3},
    {"shape": [2, 3, 2], "dtype": "float64"},
    {"shape": [5], "dtype": "float16"},
    {"shape": [4], "dtype": "int64", "low": -(2**60), "high": 2**60},
    {"shape": [3], "nan": True},
    {"values": [float("inf"), float("-inf"), 1e-38, -0.0, 1e38]},
    {"values": 7},
    {"values": [[1, 0], [0, 1]], "ctx": "cpu(1)"},
    {"values": [True, False], "dtype": "bool"},
]


@pytest.mark.parametrize("spec", EXACT)
def test_the_lines_to_run_bring_back_the_very_arguments(spec: dict[str, Any]) -> None:
    subject = exercise({"x": spec, "n": 3, "s": "same", "t": {"tuple": [1, [2]]}})
    for case in draw(subject, 5):
        names = evaluate(case, subject)
        assert same(names["x"], array_in(case.inputs["x"]))
        assert names["called"] == (names["x"], 3, "same", (1, [2]))


@pytest.mark.parametrize("how", ["same", "reshape", "head", "copy"])
@pytest.mark.parametrize("rows", [1, 4, 7])
def test_views_come_back_as_views(how: str, rows: int) -> None:
    subject = exercise({"a": {"shape": [rows, 2]}, "b": {"view_of": "a", "how": how}})
    names = evaluate(draw(subject, 1)[0], subject)
    a = names["a"]
    expected = {"same": a, "reshape": a.reshape(-1), "head": a[: max(1, rows // 2)], "copy": a.copy()}[how]
    assert same(names["b"], expected)
    assert np.shares_memory(names["b"], a) == (how != "copy")


def test_a_function_comes_back() -> None:
    subject = exercise({"f": {"fn": "lambda v: v + 1"}})
    assert evaluate(draw(subject, 1)[0], subject)["f"](2) == 3


@pytest.mark.parametrize("spec", [{"shape": [65]}, SPECS["mlp"], SPECS["labels"]])
def test_what_is_too_much_to_type_has_no_lines(spec: dict[str, Any]) -> None:
    subject = exercise({"x": spec})
    assert repro_lines(subject, draw(subject, 1)[0]) == ""


def _shown(recipe: Any) -> str:
    return show_inputs(one(recipe)).splitlines()[1]


def test_arguments_are_shown_with_dtype_and_place() -> None:
    assert _shown({"values": [1], "dtype": "int32", "ctx": "cpu(1)"}) == "x = [1]  # int32 (1,) on cpu(1)"
    assert _shown({"values": [[1]]}) == "x = # float32 (1, 1)"
    assert _shown({"view_of": "first", "how": "head"}) == "x = first (head)"
    assert _shown({"tuple": [1]}) == "x = (1,)"
    assert _shown(0.5) == "x = 0.5"

"""Results are judged aspect by aspect, and each refusal says what was expected and what came."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest

from mxtutor.content.model import Compare, Observation, ResultType
from mxtutor.grading.results.values import Outcome, Value, ValueKind
from tests.unit.specimens import drawn, f32, judged, nd, passes, plain, refusal, sequence, tensor

CLOSE = Compare(values=(1e-5, 1e-6))
NAN, INF = float("nan"), float("inf")

RIGHT: list[tuple[str, Value, Value]] = [
    ("array", tensor([[1, 2]]), nd([[1, 2]])),
    ("array", tensor([[1, 2]]), nd([[1, 2]], "np")),
    ("array_list", sequence("tuple", tensor([1]), tensor([2, 3])), sequence("list", nd([1]), nd([2, 3], "np"))),
    ("array_list", sequence("tuple"), sequence("list")),
    ("array_pair", sequence("tuple", tensor([1]), tensor([[2]])), sequence("tuple", nd([1]), nd([[2]]))),
    ("numpy", tensor([1, 2]), nd([1, 2], "numpy")),
    ("python_tuple", sequence("tuple", plain("int", 2)), sequence("tuple", plain("int", 2))),
    ("python_list", sequence("list", plain("float", 2.5)), sequence("list", plain("float", 2.5))),
    ("python_int", plain("int", 6), plain("int", 6)),
    ("python_float", plain("float", 0.5), plain("numpy_scalar", 0.5)),
    ("python_bool", plain("bool", True), plain("bool", True)),
    ("dtype", plain("dtype", "float32"), plain("dtype", "float32")),
    ("context", plain("str", "ignored"), plain("context", "cpu(0)")),
    ("context_list", sequence("list", plain("str", "cpu(1)")), sequence("list", plain("context", "cpu(1)"))),
    ("none", plain("none"), nd([7])),
]

WRONG: list[tuple[str, Value, Value, str, str]] = [
    ("array", tensor([1]), plain("none"), "type", "an MXNet array expected, got None. Is a `return` missing?"),
    ("array", tensor([1]), nd([1], "numpy"), "type", "an MXNet array expected, got a NumPy array. Convert it"),
    ("array", tensor([1]), nd([1], "torch"), "type", "got a torch.Tensor. Answers are written in MXNet."),
    ("array", tensor([1]), plain("float", 1.0), "type", "an MXNet array expected, got a Python float."),
    ("array", tensor([1]), Value(ValueKind.OTHER, type="answer.Sly"), "type", "got an object of type answer.Sly."),
    ("array", tensor([[1, 2]]), nd([[1], [2]]), "shape", "shape (1, 2) expected, got (2, 1)."),
    ("array", tensor([1, 2]), nd(np.array([1, 2])), "dtype", "dtype float32 expected, got int64."),
    ("array", tensor([1, 2]), nd([1, 3]), "values", "1 of 2 values differ, most at [1]: 2 expected, got 3"),
    ("python_tuple", sequence("tuple", plain("int", 2)), sequence("tuple", plain("float", 2.0)), "type", "Python ints"),
    ("array_list", sequence("tuple", tensor([1])), nd([1]), "type", "a list of MXNet arrays expected, got an mx.nd"),
    ("array_list", sequence("tuple", tensor([1])), sequence("list"), "length", "1 array expected, got 0."),
    (
        "array_list",
        sequence("tuple", tensor([1]), tensor([2])),
        sequence("list", nd([1]), nd([3])),
        "values",
        "the value differs in item 1: 2 expected, got 3",
    ),
    ("array_list", sequence("tuple", tensor([1])), sequence("list", plain("int", 1)), "type", "in item 0 expected"),
    ("array_pair", sequence("tuple", tensor([1]), tensor([2])), sequence("list", nd([1])), "type", "a pair of MXNet"),
    (
        "array_pair",
        sequence("tuple", tensor([1]), tensor([2])),
        sequence("tuple", nd([1]), nd([[2]])),
        "shape",
        "shape (1,) expected in the second array, got (1, 1).",
    ),
    ("numpy", tensor([1]), nd([1]), "type", "a numpy.ndarray expected, got an mx.nd.NDArray."),
    ("python_tuple", sequence("tuple", plain("int", 2)), sequence("list", plain("int", 2)), "type", "a tuple expected"),
    ("python_tuple", sequence("tuple", plain("int", 2)), sequence("tuple"), "values", "(2,) expected, got ()."),
    (
        "python_tuple",
        sequence("tuple", plain("int", 2)),
        sequence("tuple", nd([2])),
        "type",
        "a tuple of plain values expected, got an mx.nd.NDArray.",
    ),
    (
        "python_list",
        sequence("list", plain("int", 2)),
        sequence("list", plain("int", 3)),
        "values",
        "[2] expected, got",
    ),
    ("python_int", plain("int", 6), plain("float", 6.0), "type", "a Python int expected, got a Python float."),
    ("python_int", plain("int", 6), plain("bool", True), "type", "a Python int expected, got a bool."),
    ("python_int", plain("int", 6), plain("int", 7), "values", "6 expected, got 7."),
    ("python_float", plain("float", 0.5), nd([0.5]), "type", "a plain number expected, got an mx.nd.NDArray."),
    ("python_float", plain("float", 0.5), plain("float", NAN), "values", "0.5 expected, got nan."),
    ("python_bool", plain("bool", True), plain("int", 1), "type", "a bool expected, got a Python int."),
    ("python_bool", plain("bool", True), plain("bool", False), "values", "True expected, got False."),
    ("dtype", plain("dtype", "float32"), plain("str", "float32"), "type", "a NumPy dtype expected, got a string."),
    ("dtype", plain("dtype", "float32"), plain("dtype", "float64"), "values", "float32 expected, got float64."),
    ("context_list", sequence("list"), sequence("list", plain("str", "cpu(0)")), "type", "a list of Contexts expected"),
    (
        "context_list",
        sequence("list", plain("str", "cpu(0)"), plain("str", "cpu(1)")),
        sequence("list", plain("context", "cpu(1)"), plain("context", "cpu(0)")),
        "context",
        "[cpu(0), cpu(1)] expected, got [cpu(1), cpu(0)].",
    ),
    ("context", plain("str", ""), plain("str", "cpu(0)"), "type", "a Context expected, got a string."),
    ("context", plain("str", ""), plain("context", "cpu(1)"), "context", "cpu(0) expected, got cpu(1)."),
]


@pytest.mark.parametrize(("kind", "want", "got"), RIGHT)
def test_what_agrees_passes(kind: Any, want: Value, got: Value) -> None:
    assert passes(judged(Compare(kind, (1e-5, 1e-6)), want, got))


@pytest.mark.parametrize(("kind", "want", "got", "aspect", "message"), WRONG)
def test_a_refusal_names_its_aspect_and_says_what_came(
    kind: Any, want: Value, got: Value, aspect: str, message: str
) -> None:
    found = refusal(judged(Compare(kind, (1e-5, 1e-6)), want, got))
    assert found.aspect == aspect
    assert message in found.message


def test_every_result_type_has_a_judge_that_passes_and_one_that_refuses() -> None:
    kinds = {Compare(name).type for name in get_args(ResultType)}  # of earlier names, too
    assert {kind for kind, _, _ in RIGHT} == kinds
    assert {kind for kind, *_ in WRONG} == kinds - {"none"}


@pytest.mark.parametrize(
    ("want", "got", "message"),
    [
        ([1, NAN], [1, 2], "NaN expected at [1], got 2.0."),
        ([1, 2], [NAN, 2], "NaN at [0], 1 expected."),
        ([NAN, 2], [NAN, 3], "1 of 2 values differ, most at [1]"),
        ([INF, 2], [NAN, 2], "NaN at [0], inf expected."),
        ([INF, 2], [-INF, 2], "inf expected, got -inf"),
        ([INF, 2], [3e38, 2], "inf expected"),
        ([1, 2], [INF, 2], "1 expected, got inf"),
    ],
)
def test_nan_is_not_a_wildcard_and_infinities_keep_their_sign(want: list[Any], got: list[Any], message: str) -> None:
    found = refusal(judged(CLOSE, tensor(want), nd(got)))
    assert found.aspect == "values"
    assert message in found.message


def test_nan_matches_nan_and_infinity_matches_itself() -> None:
    assert passes(judged(CLOSE, tensor([NAN, INF, -INF, 1]), nd([NAN, INF, -INF, 1])))


@pytest.mark.parametrize("shape", [(), (1,)])
def test_a_scalar_may_be_0_dim_or_of_one_element(shape: tuple[int, ...]) -> None:
    assert passes(
        judged(Compare(values=(1e-5, 0), shape="scalar"), plain("float", 2.0), nd(np.full(shape, 2, np.float32)))
    )


def test_a_scalar_of_two_axes_is_refused_where_the_rest_is_free() -> None:
    found = refusal(judged(Compare(values=(1e-5, 0), shape="scalar"), tensor(2.0), nd([[2.0]])))
    assert found.message == "shape () or (1,) expected, got (1, 1)."


def test_a_scalar_is_not_free_unless_the_exercise_says_so() -> None:
    assert refusal(judged(CLOSE, tensor(2.0), nd([2.0]))).aspect == "shape"


def test_another_dtype_passes_where_it_is_free() -> None:
    assert passes(judged(Compare(dtype="any"), tensor([1, 2]), nd(np.array([1, 2]))))


def test_values_are_described_beside_a_wrong_dtype() -> None:
    aspects = judged(CLOSE, tensor([1.5]), nd(np.array([1])))
    assert [a.aspect for a in aspects if not a.ok] == ["dtype", "values"]


VECTORS = np.array([[0.6, -0.8], [0.8, 0.6]], np.float32)


def _eigen(vectors: Any) -> Value:
    return sequence("tuple", nd([1, 2]), nd(vectors))


@pytest.mark.parametrize("signs", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_free_signs_let_each_column_be_negated(signs: tuple[int, int]) -> None:
    want = sequence("tuple", tensor([1, 2]), tensor(VECTORS))
    free = Compare("array_pair", (1e-5, 1e-6), signs="free")
    assert passes(judged(free, want, _eigen(VECTORS * np.array(signs, np.float32))))


@pytest.mark.parametrize("change", [[[-1, 1], [1, 1]], [[2, 1], [2, 1]], [[0, 1], [0, 1]]])
def test_free_signs_forgive_nothing_else(change: Any) -> None:
    want = sequence("tuple", tensor([1, 2]), tensor(VECTORS))
    free = Compare("array_pair", (1e-5, 1e-6), signs="free")
    assert refusal(judged(free, want, _eigen(VECTORS * np.array(change, np.float32)))).aspect == "values"


def test_signs_are_fixed_unless_the_exercise_says_so() -> None:
    want = sequence("tuple", tensor([1, 2]), tensor(VECTORS))
    assert not passes(judged(Compare("array_pair", (1e-5, 1e-6)), want, _eigen(-VECTORS)))


def test_a_context_is_that_of_the_case_s_first_array() -> None:
    case = drawn(x={"is": "array", "array": f32(1), "ctx": "cpu(1)"})
    assert passes(judged(Compare("context"), plain("str"), plain("context", "cpu(1)"), case))
    assert not passes(judged(Compare("context"), plain("str"), plain("context", "cpu(0)"), case))


def test_effects_and_observations_are_judged_once_the_result_is_right() -> None:
    compare = Compare(inputs="unchanged", observe={"mode": Observation("The mode is left behind.")})
    case = drawn(x=f32(1))
    changed = Outcome(nd([9]), inputs={"x": f32(5)}, observed={"mode": plain("bool", False)})
    assert [a.aspect for a in judged(compare, tensor([1]), changed, case) if not a.ok] == ["values"]
    seen = Outcome(nd([1]), inputs={"x": f32(5)}, observed={"mode": plain("bool", False)})
    assert [a.aspect for a in judged(compare, tensor([1]), seen, case) if not a.ok] == ["inputs", "mode"]

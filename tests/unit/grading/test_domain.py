"""Cases are drawn from a description of all that may come, and try every part of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from mxtutor.content.loader import load_exercise
from mxtutor.content.model import Exercise
from mxtutor.errors import ContentError
from mxtutor.grading.cases.draw import DrawnCase, coverage_of, draw
from mxtutor.grading.cases.filling import Formula
from mxtutor.grading.recipes import array_of, value_of
from tests.unit.grading.test_inputs import same
from tests.unit.specimens import exercise

SEEDS = range(30)
MATRICES = """
sizes: {m: 1..6, n: 1..6, k: 1..4}
a: {shape: [m, n], values: full rank}
b: {shape: [m, k]}
"""


def described(text: str, **fields: Any) -> Exercise:
    """Return an exercise with a domain; its parameters are what the domain describes."""
    domain = yaml.safe_load(text)
    params = {name: "" for name in domain if name not in ("sizes", "where", "cover", "mostly", "outside")}
    return exercise(domain=(domain,), params=params, **fields)


def arrays(cases: list[DrawnCase], name: str) -> list[np.ndarray[Any, Any]]:
    """Return an argument of all cases."""
    return [array for case in cases if (array := array_of(case.inputs[name])) is not None]


def values(cases: list[DrawnCase], name: str) -> list[Any]:
    """Return a plain argument of all cases."""
    return [value_of(case.inputs[name]) for case in cases]


def sign(a: int, b: int) -> int:
    """Return -1, 0 or 1: how two sizes compare."""
    return (a > b) - (a < b)


def test_some_elements_are_a_number_of_another_argument_and_never_all() -> None:
    subject = described("""
sizes: {n: [1, 2, 9], c: 2..4}
ignored: [-100.0, 255.0]
labels: {shape: [n], values: [0..c - 1 by 1, some ignored]}
""")
    shares = []
    for seed in SEEDS:
        cases = draw(subject, seed)
        for array, ignored in zip(arrays(cases, "labels"), values(cases, "ignored"), strict=True):
            others = array[array != ignored]
            assert len(others)
            assert set(others.tolist()) <= {0, 1, 2, 3}
            shares.append(len(others) / len(array))
    assert min(shares) < 0.5
    assert max(shares) == 1


@pytest.mark.parametrize("seed", range(5))
def test_three_sizes_come_in_each_order(seed: int) -> None:
    subject = described("""
sizes: {a: 1..6, b: 1..6, c: 1..6}
x: {shape: [a, b, c]}
""")
    orders = {tuple(np.argsort(array.shape)) for array in arrays(draw(subject, seed), "x") if len({*array.shape}) == 3}
    assert len(orders) == 6


def test_one_seed_draws_the_same_cases_and_a_rejected_draw_other_elements() -> None:
    subject = described(MATRICES)
    first, second, again = draw(subject, 7), draw(subject, 7), draw(subject, 7, again=1)
    assert [case.name for case in first] == [case.name for case in second]
    assert all(same(dict(a.inputs), dict(b.inputs)) for a, b in zip(first, second, strict=True))
    assert [case.name for case in first] == [case.name for case in again]
    assert not any(same(dict(a.inputs), dict(b.inputs)) for a, b in zip(first, again, strict=True))
    assert [case.name for case in first] != [case.name for case in draw(subject, 8)]


@pytest.mark.parametrize("seed", SEEDS)
def test_sizes_vary_apart_from_each_other(seed: int) -> None:
    cases = draw(described(MATRICES), seed)
    assert 7 <= len(cases) <= 25
    sizes = [(*array_of(c.inputs["a"]).shape, array_of(c.inputs["b"]).shape[1]) for c in cases]  # type: ignore[union-attr]
    relations = [(sign(m, n), sign(m, k), sign(n, k)) for m, n, k in sizes]
    for place in range(3):
        assert {one[place] for one in relations} == {-1, 0, 1}
    assert {one[:2] for one in relations} == {(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)}, (
        "a size hides behind another"
    )
    for lengths in zip(*sizes, strict=True):
        assert 1 in lengths
        assert {length % 2 for length in lengths if length > 1} == {0, 1}


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_every_kind_of_value_comes(seed: int) -> None:
    subject = described("x: {shape: any, values: [any, nan, inf], dtype: [float32, float64]}")
    found = arrays(draw(subject, seed), "x")
    everything = np.concatenate([one.astype(np.float64).reshape(-1) for one in found])
    assert np.isnan(everything).any()
    assert np.isinf(everything).any()
    assert {one.ndim for one in found} == {1, 2, 3, 4, 5}
    finite = everything[np.isfinite(everything)]
    assert {0.0, 1.0, -1.0, 0.5, -0.5} <= {*finite}
    assert any((one == 0).any() and np.signbit(one[one == 0]).any() for one in found), "a minus zero"
    assert any((abs(one[one != 0]) > 0).any() and abs(one[one != 0]).min() < np.finfo(one.dtype).tiny for one in found)
    assert any((abs(one.astype(np.float64)) > np.sqrt(float(np.finfo(one.dtype).max))).any() for one in found)
    assert any(one.size > 1 and (one.reshape(-1)[1:] >= one.reshape(-1)[:-1]).all() for one in found), "sorted"
    assert any(one.size > 1 and (one == one.reshape(-1)[0]).all() for one in found), "all equal"


@pytest.mark.parametrize("dtype", ["int8", "int64", "uint8"])
def test_integers_have_both_ends_of_their_type(dtype: str) -> None:
    found = np.concatenate(
        [one.reshape(-1) for one in arrays(draw(described(f"x: {{shape: any, values: any, dtype: {dtype}}}"), 3), "x")]
    )
    assert found.dtype == dtype
    assert {np.iinfo(dtype).min, np.iinfo(dtype).max, 0, 1} <= {*found.tolist()}


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_values_keep_to_their_description(seed: int) -> None:
    subject = described(
        """
        sizes: {n: 2..5, k: 1..7}
        index: {shape: [n, 3], dtype: int64, values: 0..k - 1}
        steps: {shape: [n], values: -2..2 by 0.25}
        ranks: {shape: [n, k], values: distinct -1..1}
        matrix: {shape: [n, n], values: symmetric}
        part: {shape: like ranks, dtype: like index, forms: [whole, slice, reshaped]}
        """
    )
    cases = draw(subject, seed)
    for case in cases:
        index, steps, ranks, matrix, part = (array_of(case.inputs[name]) for name in subject.params)
        assert index is not None
        assert steps is not None
        assert ranks is not None
        assert matrix is not None
        assert part is not None
        assert index.min() >= 0
        assert index.max() < ranks.shape[1]
        assert (abs(steps) <= 2).all()
        assert (steps * 4 % 1 == 0).all()
        assert len({*ranks.reshape(-1).tolist()}) == ranks.size
        assert (abs(ranks) <= 1).all()
        assert np.allclose(matrix, matrix.T)
        assert (np.diff(np.linalg.eigvalsh(matrix)) > 0).all()
        assert part.shape == ranks.shape
        assert part.dtype == np.int64
    assert {case.inputs["part"].get("form", "whole") for case in cases} == {"whole", "slice", "reshaped"}


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_plain_arguments_come_with_every_relation_of_sizes(seed: int) -> None:
    subject = described(
        """
        sizes: {m: 1..4, n: 1..4}
        where: [lo <= hi, m * n > 1]
        cover: [lo = hi, hi < 0]
        x: {shape: [m, n]}
        keep: [true, false]
        how: [mean, sum]
        axis: axes of x
        lo: -2.0..2.0
        hi: -2.0..2.0
        rows: m + 1
        """
    )
    cases = draw(subject, seed)
    shapes = [array.shape for array in arrays(cases, "x")]
    relations = [sign(m, n) for m, n in shapes]
    assert {*zip(values(cases, "keep"), relations, strict=True)} == {(k, r) for k in (True, False) for r in (-1, 0, 1)}
    assert {*zip(values(cases, "how"), values(cases, "keep"), strict=True)} == {
        (how, keep) for how in ("mean", "sum") for keep in (True, False)
    }
    assert {*values(cases, "axis")} == {-2, -1, 0, 1}
    limits = [*zip(values(cases, "lo"), values(cases, "hi"), strict=True)]
    assert all(lo <= hi for lo, hi in limits)
    assert any(lo == hi for lo, hi in limits)
    assert any(hi < 0 for _, hi in limits)
    assert values(cases, "rows") == [m + 1 for m, _ in shapes]
    assert (1, 1) not in shapes


def test_a_size_with_the_name_of_a_parameter_is_passed() -> None:
    subject = exercise(
        domain=({"sizes": {"units": "1..6"}, "x": {"shape": [2, "units"]}},), params={"units": "", "x": ""}
    )
    cases = draw(subject, 1)
    assert {*values(cases, "units")} > {1, 6}
    for case, units, x in zip(cases, values(cases, "units"), arrays(cases, "x"), strict=True):
        assert x.shape == (2, units)
        assert f"units = {units}" in case.name
    assert coverage_of(subject)[0].missing == ()


def test_specs_of_cases_take_sizes_and_names_say_what_a_case_is_about() -> None:
    subject = described("sizes: {f: 1..4, h: 2..5}\nnet: {mlp: [f, h, 3]}\nx: {shape: [2, f]}\ndepth: [1, 2]")
    for case in draw(subject, 1):
        inputs, hidden, outputs = case.inputs["net"]["sizes"]
        assert outputs == 3
        assert array_of(case.inputs["x"]).shape == (2, inputs)  # type: ignore[union-attr]
        assert f"x (2, {inputs})" in case.name
        assert f"h = {hidden}" in case.name
        assert "depth = " in case.name


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_nets_have_any_depth(seed: int) -> None:
    subject = described(
        """
        sizes: {f: 1..4, c: 2..3}
        widths: 1..4 times 2..7
        mostly: [f > 1]
        layer: 0..2
        where: [layer < c]
        norms: [true, false]
        net: {mlp: [f, widths, c], bn if norms: true}
        weights: {dense: [f, widths, c]}
        last: {shape: [2, "widths[-1]"]}
        """
    )
    cases = draw(subject, seed)
    assert {len(case.inputs["net"]["sizes"]) for case in cases} == {3, 4, 5, 6}
    assert sum(case.inputs["net"]["sizes"][0] == 1 for case in cases) <= 5  # one comes once more
    for case in cases:
        f, *widths, c = case.inputs["net"]["sizes"]
        assert widths == value_of(case.inputs["widths"])
        assert f"widths = {widths}" in case.name
        assert case.inputs["net"]["bn"] == value_of(case.inputs["norms"])
        pairs = zip([f, *widths], [*widths, c], strict=True)
        assert [one.shape for one in case.inputs["weights"]["items"]] == [
            shape for a, b in pairs for shape in ((b, a), (b,))
        ]
        assert array_of(case.inputs["last"]).shape == (2, widths[-1])  # type: ignore[union-attr]


def test_states_have_the_names_and_shapes_of_torch() -> None:
    torch = pytest.importorskip("torch")
    layers = {"a": ["linear", 2, 3], "b": ["conv", 2, 3, 5], "c": ["norm", 4], "d": ["lstm", 2, 3, 2, 2]}
    (case,) = draw(exercise({"state": {"state": layers}}, params={"state": ""}, draws=1), 1)
    modules = torch.nn.ModuleDict(
        {
            "a": torch.nn.Linear(2, 3),
            "b": torch.nn.Conv2d(2, 3, 5, bias=False),
            "c": torch.nn.BatchNorm2d(4),
            "d": torch.nn.LSTM(2, 3, 2, bidirectional=True),
        }
    )
    shapes = {name: tuple(array.shape) or (1,) for name, array in modules.state_dict().items()}
    state = case.inputs["state"]
    assert {k: v["array"].shape for k, v in zip(state["keys"], state["items"], strict=True)} == shapes


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_what_is_rare_comes_if_it_must(seed: int) -> None:
    cases = draw(described("sizes: {m: 1..40, n: 1..40}\ncover: [m = n + 31]\nx: {shape: [m, n]}"), seed)
    assert any(array.shape[0] == array.shape[1] + 31 for array in arrays(cases, "x"))


@pytest.mark.parametrize("seed", SEEDS)
def test_each_open_length_is_far_beyond_the_others_once(seed: int) -> None:
    cases = draw(described("sizes: {m: 1..6 or 300, n: 1..6 or 300}\na: {shape: [m, n]}\nb: {shape: any}"), seed)
    shapes = [array.shape for array in arrays(cases, "a")]
    far = {tuple(length == 300 for length in shape) for shape in shapes}
    assert far == {(False, False), (True, False), (False, True)}
    assert any(6 < m == n < 300 for m, n in shapes), "several lengths are somewhat beyond the usual ones, and equal"
    assert all(min(shape) > 1 for shape in shapes if max(shape) == 300), "beside it the lengths are not 1"
    assert any(array.size > 2048 and len({*array.ravel().tolist()}) > 2048 / 2 for array in arrays(cases, "b"))


def test_written_cases_come_first() -> None:
    cases = draw(described("x: {shape: any}", cases=()), 1)
    both = draw(exercise({"x": {"values": [1, 2]}}, domain=({"x": {"shape": "any"}},), params={"x": ""}), 1)
    assert [case.name for case in both] == ["x: 2", *(case.name for case in cases)]


def test_several_domains_share_the_cases() -> None:
    parts = (
        {"x": {"shape": "any"}, "n": "1..3"},
        {"x": {"shape": "any", "dtype": "int32", "values": "0..9"}, "n": "7..9"},
    )
    cases = draw(exercise(domain=parts, params={"x": "", "n": ""}), 1)
    assert len(cases) <= 26
    found = {(array.dtype.name, n > 3) for array, n in zip(arrays(cases, "x"), values(cases, "n"), strict=True)}
    assert found == {("float32", False), ("int32", True)}


def test_the_coverage_says_what_is_never_varied() -> None:
    (whole,) = coverage_of(described(MATRICES))
    assert whole.missing == ()
    assert whole.tried["m, n"].keys() == {"m < n", "m = 1 = n", "m = n", "m > n"}
    assert coverage_of(exercise({"x": 1})) == []
    (unused,) = coverage_of(described("sizes: {m: 1..3, q: 1..3}\ncover: [m > 9]\nx: {shape: [m]}"))
    assert unused.missing == ("`cover` has 'm > 9', which never comes", "the size q is in no argument")
    (many,) = coverage_of(described(f"x: {{shape: [2]}}\nhow: {list(range(80))}"))
    assert sum("how: " in line for line in many.missing) >= 12


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("sizes: {m: six}\nx: {shape: [m]}", "the size m is a range"),
        ("sizes: {x: 1..2}\nx: {shape: [2]}", "x is a size and an argument"),
        ("x: {shape: [q]}", "'q'"),
        ("x: {shape: [2], value: any}", "unknown key value"),
        ("x: {shape: [2], values: odd}", "no kind of values 'odd'"),
        ("x: {shape: [2], forms: round}", "forms are whole"),
        ("x: {shape: two}", "shape is a list"),
        ("x: text", "write a list of allowed values"),
        ("x: []", "empty list"),
        ("where: [m <]\nx: 1", "not a formula"),
        ("sizes: {m: 1..2}\nwhere: [m > 2]\nx: {shape: [m]}", "allows next to nothing"),
        ("sizes: {m: 1..2}\nx: {shape: [m - 3]}", "has the shape"),
    ],
)
def test_a_wrong_description_is_named(text: str, fault: str) -> None:
    with pytest.raises(ContentError, match=fault):
        draw(described(text), 1)


def test_a_parameter_must_be_described() -> None:
    with pytest.raises(ContentError, match="lacks 'y'"):
        coverage_of(exercise(domain=({"x": 1},), params={"x": "", "y": ""}))


def test_formulas_compare_with_one_equals_sign() -> None:
    formula = Formula("2 * m = n and m != 3 or n % 5 == 0")
    assert formula.names == {"m", "n"}
    assert [formula({"m": m, "n": n}) for m, n in ((2, 4), (3, 6), (1, 5), (1, 3))] == [True, False, True, False]


def test_an_exercise_needs_cases_or_a_domain(tmp_path: Path) -> None:
    (tmp_path / "exercise.yaml").write_text("title: T\nprompt: P\nentry: e\nparams: {x: ''}\ndomain: {x: [1, 2]}\n")
    loaded = load_exercise(tmp_path, "tensors/one")
    assert {*values(draw(loaded, 1), "x")} == {1, 2}
    before = loaded.task_hash
    (tmp_path / "exercise.yaml").write_text("title: T\nprompt: P\nentry: e\nparams: {x: ''}\ndomain: {x: [1, 3]}\n")
    assert load_exercise(tmp_path, "tensors/one").task_hash != before


def test_a_case_comes_twice_with_other_elements() -> None:
    cases = draw(described(MATRICES), 3)
    last = cases[-1]
    (first,) = [one for one in cases if one.name and last.name == f"{one.name}, other numbers"]
    a, b = array_of(first.inputs["a"]), array_of(last.inputs["a"])
    assert a is not None
    assert b is not None
    assert a.shape == b.shape
    assert a.tobytes() != b.tobytes()

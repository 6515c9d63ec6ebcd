"""Whatever bytes an answer's process leaves: reading them raises WireError alone, and judging them passes nothing."""

from __future__ import annotations

import contextlib
import json
import math
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from mxtutor.content.model import Compare, ResultType, Statistics
from mxtutor.grading import wire
from mxtutor.grading.cases.draw import DrawnCase
from mxtutor.grading.judging.result import judge
from mxtutor.grading.protocol import CaseResult, ErrorDetail, Report, Verdict
from mxtutor.grading.results.decode import read
from mxtutor.grading.results.values import ARRAYS, Array, Outcome, Value, ValueKind, parse, show, type_name
from mxtutor.grading.wire import WireError
from mxtutor.grading.workers.job import Ended, EndedJob

NONCE = "5f" * 16
fuzz = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))

texts = st.text(max_size=12) | st.sampled_from(["--5", "-", "5", "٣", "9" * 399, "\ud800", "cpu(0)", "float32", NONCE])
numbers = (
    st.integers(-(10**400), 10**400) | st.integers(-3, 5) | st.floats() | st.booleans() | st.none() | st.just(10**400)
)
dtypes = st.sampled_from(sorted(wire.DTYPES))
small_arrays = arrays_of.arrays(dtypes, arrays_of.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=3))
keys = st.sampled_from(
    ["$", "k", "a", "v", "t", "ctx", "keys", "value", "inputs", "alias", "again", "reseeded", "observed", "error",
     "cases", "seconds", "values", "shown", "nonce", "type", "text", "line", "frames", "full", "x", "dst"]
)  # fmt: skip
kinds = st.sampled_from([*(kind.value for kind in ValueKind), "nonsense"])


def trees(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return trees of JSON values over some leaves, half of them shaped like descriptions of results."""
    described = st.fixed_dictionaries({"k": kinds}, optional={"a": leaves, "v": leaves, "t": texts, "ctx": texts})
    return st.recursive(
        leaves | described,
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(keys | texts, inner, max_size=5)
            | st.fixed_dictionaries(
                {"k": kinds, "v": inner}, optional={"keys": st.lists(texts, max_size=3), "t": inner}
            )
            | st.fixed_dictionaries({"value": inner}, optional={"inputs": inner, "alias": inner, "again": inner})
        ),
        max_leaves=12,
    )


live = trees(numbers | texts | small_arrays)
"""Trees as `unpack` gives them out."""
sent = trees(numbers | texts | st.fixed_dictionaries({"$": st.integers(-1, 5)}))
"""Trees as they stand in a header."""


def frame(tree: Any, listed: Any, body: bytes) -> bytes:
    """Return a frame of any tree, with no check of any kind."""
    header = json.dumps({"tree": tree, "arrays": listed}).encode()
    return wire.MAGIC + len(header).to_bytes(4, "little") + header + body


listings = st.lists(
    st.tuples(
        dtypes | texts, st.lists(st.integers(-1, 4) | st.integers(2**20, 2**70) | st.booleans(), max_size=4) | texts
    )
    | numbers,
    max_size=4,
)


@st.composite
def frames(draw: st.DrawFn) -> bytes:
    """Return whole frames, cut ones, and ones with bytes changed."""
    tree: Any = draw(sent)
    if draw(st.booleans()):
        tree = {"nonce": draw(st.just(NONCE) | texts), **draw(st.dictionaries(keys, sent, max_size=4))}
    data = bytearray(frame(tree, draw(listings), draw(st.binary(max_size=64))))
    for _ in range(draw(st.integers(0, 3))):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data[: draw(st.just(len(data)) | st.integers(0, len(data)))])


@fuzz
@given(st.binary(max_size=200) | frames())
def test_unpack_raises_nothing_else(data: bytes) -> None:
    with contextlib.suppress(WireError):
        wire.unpack(data)


@fuzz
@given(st.binary(max_size=40), st.binary(max_size=200) | frames())
def test_results_are_cut_out_at_any_time(noise: bytes, data: bytes) -> None:
    for held in (noise, wire.BEGUN + noise, wire.BEGUN + len(data).to_bytes(8, "little") + data + noise):
        found = wire.result_of(held)
        assert (found is not None) == (wire.complete(held) and held.startswith(wire.BEGUN))
    assert wire.result_of(wire.BEGUN + len(data).to_bytes(8, "little") + data) == data


@pytest.mark.parametrize("tree", [{"$": 0}, {"$": "a"}, {"$$": 1, "$": 2, "a": [{"$": 3}]}, {"$a": {"$": -1}}])
def test_keys_like_those_of_arrays_come_back(tree: dict[str, Any]) -> None:
    assert wire.unpack(wire.pack(tree)) == tree


@fuzz
@given(st.dictionaries(st.text(max_size=5), small_arrays | st.integers() | st.text(max_size=5), max_size=4))
def test_frames_come_back_the_same(tree: dict[str, Any]) -> None:
    back = wire.unpack(wire.pack(tree))
    clean = {k.encode("utf-8", "replace").decode(): v for k, v in tree.items()}
    assert set(back) == set(clean)
    for name, value in clean.items():
        if isinstance(value, np.ndarray):
            assert back[name].shape == value.shape
            assert back[name].tobytes() == value.tobytes()


@fuzz
@given(live)
def test_parse_raises_nothing_else(tree: Any) -> None:
    try:
        value = parse(tree)
    except WireError:
        return
    assert len(show(value)) <= 400
    assert type_name(value)
    assert value.number is None or isinstance(value.number, float)


@fuzz
@given(
    frames() | st.binary(max_size=60) | st.none(), st.sampled_from(get_args(Ended)), st.integers(-1, 300), st.booleans()
)
def test_reading_gives_a_run_or_a_refusal(data: bytes | None, ended: Any, code: int, begun: bool) -> None:
    result = read(EndedJob(ended, code, data, begun), NONCE, 2)
    if result.failure is not None:
        assert result.failure.verdict in (Verdict.CRASH, Verdict.TIMEOUT, Verdict.BROKEN)
        return
    assert data is not None
    assert NONCE.encode() in data
    assert result.error is not None or len(result.cases) == 2 or isinstance(result.cases[-1], ErrorDetail)


@fuzz
@given(st.dictionaries(keys, live, max_size=4), st.integers(0, 3))
def test_reading_checked_frames(fields: dict[str, Any], cases: int) -> None:
    listed = {"cases": [{"value": {"k": "none"}, **fields}] * cases}
    for tree in ({"nonce": NONCE, **fields}, {"nonce": NONCE, **listed}, {"nonce": NONCE, "error": fields}):
        try:
            data = wire.pack(tree)
        except WireError:
            continue
        result = read(EndedJob("done", frame=data, begun=True), NONCE, 2)
        if (
            result.failure is None
            and result.error is None
            and not any(isinstance(c, ErrorDetail) for c in result.cases)
        ):
            assert len(result.cases) == 2


CASE = DrawnCase(
    "a case", False,
    {"dst": {"is": "array", "array": np.ones((2, 3), np.float32), "ctx": "cpu(1)"}, "low": {"is": "plain", "value": 0}},
    {},
)  # fmt: skip
WANT = np.array([[0.25, -1.5, 3.0], [0.0, np.nan, np.inf]], np.float32)
DRAWN = np.linspace(0, 1, 6, dtype=np.float32).reshape(2, 3)


def _nd(array: Array) -> Value:
    return Value(ValueKind.ND, array=array, context="cpu(0)")


PAIR = (_nd(WANT), _nd(np.eye(2, dtype=np.float32)))
REFERENCES: dict[ResultType, Value] = {
    "array": _nd(WANT), "numpy": _nd(WANT),
    "array_list": Value(ValueKind.LIST, items=PAIR), "array_pair": Value(ValueKind.TUPLE, items=PAIR),
    "python_tuple": Value(ValueKind.TUPLE, items=(Value(ValueKind.INT, plain=2), Value(ValueKind.INT, plain=3))),
    "python_list": Value(ValueKind.LIST, items=(Value(ValueKind.FLOAT, plain=2.5),)),
    "python_int": Value(ValueKind.INT, plain=7),
    "python_float": Value(ValueKind.FLOAT, plain=2.5), "python_bool": Value(ValueKind.BOOL, plain=True),
    "dtype": Value(ValueKind.DTYPE, plain="float32"), "context": Value(ValueKind.CONTEXT, plain="cpu(0)"),
}  # fmt: skip
COMPARES = [
    *(Compare(kind, (1e-5, 1e-6)) for kind in REFERENCES), *(Compare(kind) for kind in REFERENCES),
    Compare("array", shape="scalar"), Compare("array", (1e-5, 0), dtype="any"),
    Compare("array", dtype="any", shape="scalar"),
    Compare("array", inputs="dst_overwritten", alias="dst"), Compare("array", inputs="unchanged", alias="fresh"),
    Compare("array_pair", (1e-3, 1e-3), signs="free"),
]  # fmt: skip
DRAWS = [
    Compare(statistics=Statistics(support=(0, 1))), Compare(statistics=Statistics(support=(None, None), integer=True)),
    Compare(statistics=Statistics(reseed=False), dtype="any"),
    Compare(statistics=Statistics(within=("low", "low")), shape="scalar"),
]  # fmt: skip


@st.composite
def outcomes(draw: st.DrawFn) -> Outcome:
    """Return what `read` lets through, often of the very form that is asked for."""
    near = arrays_of.arrays(dtypes, st.sampled_from([(2, 3), (2, 2), (), (1,)]))
    kind = st.sampled_from([kind.value for kind in ARRAYS])
    arrays = st.builds(lambda k, a: Value(k, array=a, context="cpu(0)"), kind, near | small_arrays)
    plain = st.builds(lambda v: Value(ValueKind.INT, plain=v), st.integers(-(10**399), 10**399))
    plain |= st.builds(lambda v: Value(ValueKind.FLOAT, plain=v), st.floats()) | st.builds(
        lambda v: Value(ValueKind.BOOL, plain=v), st.booleans()
    )
    plain |= st.builds(
        lambda k, v: Value(k, plain=v), st.sampled_from(["str", "dtype", "context"]), st.text(max_size=9)
    )
    plain |= st.sampled_from(
        [
            Value(ValueKind.NONE),
            Value(ValueKind.OTHER, type="a.b"),
            Value(ValueKind.NUMPY_SCALAR, plain=2.5, type="numpy.float32"),
        ]
    )
    one = arrays | plain
    lists = st.builds(
        lambda k, v: Value(k, items=tuple(v)), st.sampled_from(["list", "tuple"]), st.lists(one, max_size=3)
    )
    value = one | lists
    inputs = draw(st.dictionaries(st.sampled_from(["dst", "x"]), near, max_size=2))
    alias = draw(st.none() | st.lists(st.sampled_from(["dst", "x"]), max_size=2).map(tuple))
    again, reseeded = draw(st.none() | value), draw(st.none() | value)
    return Outcome(draw(value), inputs, alias, again=again, reseeded=reseeded)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@settings(fuzz, max_examples=1000)
@given(st.sampled_from(COMPARES), outcomes())
def test_judging_never_raises_and_passes_equal_results_only(compare: Compare, outcome: Outcome) -> None:
    reference = _nd(np.array(0.25, np.float32)) if compare.shape == "scalar" else REFERENCES[compare.type]
    aspects = judge(compare, CASE, Outcome(reference), outcome)
    Report("x", Verdict.WRONG, "x", (CaseResult("x", Verdict.WRONG, aspects),)).to_json()
    assert aspects
    if all(a.ok for a in aspects):
        assert _close(compare, reference, outcome.value)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@fuzz
@given(st.sampled_from(DRAWS), outcomes())
def test_judging_draws_never_raises(compare: Compare, outcome: Outcome) -> None:
    aspects = judge(compare, CASE, Outcome(_nd(DRAWN)), outcome)
    if all(a.ok for a in aspects):
        assert outcome.value.array is not None
        assert outcome.value.array.size == DRAWN.size or compare.shape == "scalar"


def _close(compare: Compare, want: Value, got: Value) -> bool:
    """Return whether two values are equal by a yardstick of the test's own."""
    if want.array is not None:
        if got.array is None:
            return False
        one, other = want.array.astype(np.float64), got.array.astype(np.float64)
        return bool(one.size == other.size and np.allclose(one, other.reshape(one.shape), 1e-3, 1e-2, equal_nan=True))
    if want.items:
        pairs = list(zip(want.items, got.items, strict=True))
        return all(
            _close(compare, a, b) or (compare.signs == "free" and a.kind in ARRAYS and b.kind in ARRAYS)
            for a, b in pairs
        )
    if compare.type == "context":
        return bool(got.plain == "cpu(1)")
    if got.number is not None and want.number is not None:
        return math.isclose(want.number, got.number, rel_tol=1e-3)
    return bool(want.plain == got.plain)

"""Raw orders and draws are judged: what is not random is refused, what is random passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import msgspec
import numpy as np
import pytest

from mxtutor.content.model import Compare, Observation
from mxtutor.grading.judging.observations import observations
from mxtutor.grading.judging.randomness import TESTS, Fault, FaultCode, alike, fault_of
from mxtutor.grading.results.values import Array, Value, ValueKind, parse

PASSES, SIZE = 300, 10
RNG = np.random.default_rng(20)
BASE = RNG.permutation(SIZE)


def value(array: object) -> Value:
    return Value(ValueKind.NUMPY, array=np.asarray(array))


def fair(count: int = PASSES, size: int = SIZE) -> Array:
    return np.array([RNG.permutation(size) for _ in range(count)])


def swapped() -> list[Array]:
    order, found = BASE.copy(), []
    for _ in range(PASSES):
        i, j = RNG.integers(SIZE, size=2)
        order[[i, j]] = order[[j, i]]
        found.append(order.copy())
    return found


def test_the_names_that_exercises_may_use_are_those_of_the_tests() -> None:
    (words,) = (field.type for field in msgspec.structs.fields(Observation) if field.name == "test")
    assert set(get_args(words)) == {"", *TESTS}


@pytest.mark.parametrize("size", [1, 2, 3, 12])
def test_fair_shuffles_pass(size: int) -> None:
    for _ in range(20):
        orders = fair(PASSES, size)
        assert fault_of("shuffles", value(orders), value(fair(PASSES, size))) is None


@pytest.mark.parametrize(("first", "passes"), [(182, True), (206, False)])
def test_two_orders_may_be_as_uneven_as_coins_are(first: int, passes: bool) -> None:
    orders = RNG.permutation([[0, 1]] * first + [[1, 0]] * (300 - first))
    assert (fault_of("shuffles", value(orders), value(orders)) is None) is passes


def test_passes_may_come_as_lists_of_ints() -> None:
    got = parse(
        {"k": "list", "v": [{"k": "list", "v": [{"k": "int", "v": str(i)} for i in o]} for o in fair().tolist()]}
    )
    assert fault_of("shuffles", value(fair()), got) is None


@pytest.mark.parametrize(
    ("orders", "message"),
    [
        (lambda: [BASE] * PASSES, "one and the same order"),
        (lambda: [np.roll(BASE, RNG.integers(SIZE)) for _ in range(PASSES)], "only 10 different"),
        (lambda: np.repeat(fair(PASSES // 2), 2, axis=0), "orders are repeated: 300 passes have 150"),
        (lambda: [np.r_[0, 1 + RNG.permutation(SIZE - 1)] for _ in range(PASSES)], "index 0 is at place 0 in 300"),
        (lambda: [o[::s] for o in fair(PASSES // 2) for s in (1, -1)], "relative to the one before"),
        (lambda: [np.r_[RNG.permutation(5), 5 + RNG.permutation(5)][:: RNG.choice([1, -1])] for _ in range(PASSES)],
         "followed by"),
        (swapped, "not random|orders are repeated"),
        (lambda: RNG.integers(0, SIZE, (PASSES, SIZE)), "is expected once"),
        (lambda: fair()[:, :-1], "is expected once"),
        (lambda: fair(PASSES - 1), "300 passes expected, got 299"),
        (lambda: fair().astype("float32"), "is expected once"),
    ],
)  # fmt: skip
def test_other_orders_are_refused(orders: Callable[[], object], message: str) -> None:
    fault = fault_of("shuffles", value(fair()), value(orders()))
    assert fault is not None
    assert any(part in fault.message for part in message.split("|")), fault


def shuffled_blocks(count: int, size: int, width: int, *, moved: bool) -> Array:
    """Return orders of `size` indices that are shuffled inside blocks of `width`; the blocks are moved, too, or not."""
    blocks = np.arange(size).reshape(-1, width)
    orders = [RNG.permuted(RNG.permutation(blocks) if moved else blocks, axis=1).reshape(-1) for _ in range(count)]
    return np.array(orders)


@pytest.mark.parametrize("moved", [True, False])
def test_long_orders_that_are_shuffled_in_blocks_are_refused(moved: bool) -> None:
    fault = fault_of("shuffles", value(fair(20, 1200)), value(shuffled_blocks(20, 1200, 100, moved=moved)))
    assert fault is not None
    assert fault.code is FaultCode.KEPT_NEAR


@pytest.mark.parametrize("size", [30, 31, 400])
def test_long_fair_shuffles_pass(size: int) -> None:
    for _ in range(40):
        assert fault_of("shuffles", value(fair(20, size)), value(fair(20, size))) is None


def tosses(count: int = 24, size: int = 30) -> Array:
    return RNG.integers(0, 2, size=(count, size))


def test_fair_coins_pass() -> None:
    for count, size in [(24, 24), (1, 400), (8, 21), (3, 270), (1, 60)]:
        for _ in range(30):
            assert fault_of("coins", value(tosses(count, size)), value(tosses(count, size))) is None


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (lambda: (RNG.random((24, 30)) < 0.3).astype(int), FaultCode.SHARE),
        (lambda: np.tile([0, 1], (24, 15)), FaultCode.DEPENDENT),
        (lambda: RNG.permuted(np.tile([0, 1], (24, 15)), axis=1), FaultCode.DEPENDENT),
        (lambda: np.repeat(tosses(1), 24, axis=0), FaultCode.DEPENDENT),
        (lambda: np.repeat(tosses(24, 1), 30, axis=1), FaultCode.DEPENDENT),
        (lambda: np.repeat(tosses(24, 15), 2, axis=1), FaultCode.DEPENDENT),
        (lambda: tosses()[:, 1:], FaultCode.OTHER_KIND),
        (lambda: tosses() * 0.5, FaultCode.OTHER_KIND),
    ],
)
def test_other_coins_are_refused(rows: Callable[[], Array], code: FaultCode) -> None:
    fault = fault_of("coins", value(tosses()), value(rows()))
    assert fault is not None
    assert fault.code in (code, FaultCode.SHARE) if code is FaultCode.DEPENDENT else fault.code is code


def test_two_observations_are_alike_by_the_code_of_their_fault_and_not_by_its_words() -> None:
    place, elsewhere = (np.array([np.roll(o, n) for o in np.c_[[0] * PASSES, 1 + fair(PASSES, 9)]]) for n in (0, 3))
    assert alike("shuffles", value(place), value(elsewhere))
    assert not alike("shuffles", value(place), value([BASE] * PASSES))
    assert not alike("shuffles", value(place), value(fair()))


def normal() -> Array:
    return RNG.normal(size=(60, 100)).astype("float32")


def test_draws_of_two_distributions_are_not_alike() -> None:
    uniform = RNG.uniform(size=(60, 100)).astype("float32")
    assert alike("normal", value(normal()), value(normal()))
    assert not alike("normal", value(normal()), value(uniform))
    assert not alike("normal", value(normal()), value(np.full((60, 100), np.nan, "float32")))


def test_a_few_normal_draws_pass() -> None:
    for rows in RNG.normal(size=(400, 2, 9, 1)).astype("float32"):
        assert fault_of("normal", value(rows[0]), value(rows[1])) is None


def test_normal_draws_pass() -> None:
    for _ in range(50):
        assert fault_of("normal", value(normal()), value(normal())) is None


@pytest.mark.parametrize(
    "draws",
    [
        lambda: np.sort(normal(), axis=1),
        lambda: np.concatenate([half := normal()[:30], half[::-1, ::-1] + 1e-3 * normal()[:30]]),
        lambda: np.concatenate([half := normal()[:30], -half + 1e-3 * normal()[:30]]),
        lambda: np.repeat(normal()[:1], 60, axis=0),
        lambda: 1.3 * normal(),
        lambda: normal() + 0.2,
        lambda: normal() + RNG.normal(size=(60, 1)).astype("float32") / 2,
        lambda: RNG.uniform(-1.732, 1.732, (60, 100)).astype("float32"),
        lambda: np.round(normal(), 1),
        lambda: np.cumsum(normal(), axis=0) / 6,
        lambda: np.full((60, 100), np.nan, "float32"),
        lambda: normal()[:, 1:],
    ],
)
def test_other_draws_are_refused(draws: Callable[[], Array]) -> None:
    assert fault_of("normal", value(normal()), value(draws().astype("float32")))


def test_equal_items_repeat_and_others_do_not() -> None:
    one, other = value([1.0, 2.0]), value([1.0, 2.5])
    wanted = Value(ValueKind.LIST, items=(one, one, one))
    assert fault_of("repeats", wanted, Value(ValueKind.LIST, items=(other, other, other))) is None
    assert fault_of("repeats", wanted, Value(ValueKind.LIST, items=(one, one, other)))
    assert fault_of("repeats", wanted, Value(ValueKind.LIST, items=(one, one)))


def test_weights_that_are_equal_are_not_random() -> None:
    weights = RNG.uniform(size=(8, 6)).astype("float32")
    assert fault_of("distinct", value(weights), value(weights)) is None
    one, six = (fault_of("distinct", value(weights), value(same)) for same in (0 * weights, weights[[0] * 8]))
    assert one == Fault(FaultCode.TIES, "only 1 of 48 numbers are different.")
    assert six == Fault(FaultCode.TIES, "only 6 of 48 numbers are different.")


@pytest.mark.parametrize(("got", "ok"), [("int32", True), ("uint8", True), ("float32", False), ("bool", False)])
def test_integers_of_any_width_are_of_one_kind(got: str, ok: bool) -> None:
    compare = Compare(observe={"labels": Observation("The labels differ.", dtype="kind")})
    labels = np.array([0, 1, 1])
    (aspect,) = observations(compare, {"labels": value(labels)}, {"labels": value(labels.astype(got))})
    assert aspect.ok is ok


@pytest.mark.parametrize(("kind", "ok"), [("numpy.int32", True), ("numpy.float64", False)])
def test_a_label_that_is_an_integer_is_not_a_float(kind: str, ok: bool) -> None:
    compare = Compare(observe={"labels": Observation("The labels differ.", dtype="kind")})
    want, got = parse({"k": "int", "v": "3"}), parse({"k": "numpy_scalar", "v": 3.0, "t": kind})
    (aspect,) = observations(compare, {"labels": want}, {"labels": got})
    assert aspect.ok is ok

import random

import mxnet as mx
import numpy as onp
from mxnet.gluon.data import DataLoader, RandomSampler
from mxnet.ndarray import NDArray

SEEDS = range(1000, 1030)
SHARES = [0.1, 0.25, 0.5, 0.75, 0.9]


def observe(seeded_draws, case, kit):
    with kit.counted(DataLoader, "__iter__") as passes:
        first = seeded_draws(case.seed, case.n)
    if told(first) != "an MXNet array and a list of ints":
        return {"kind": told(first)}
    draws, order = first
    disturb()
    again, order_again = seeded_draws(case.seed, case.n)
    disturb()
    other, other_order = seeded_draws(case.seed + 1, case.n)
    many = [seeded_draws(s, case.n) for s in SEEDS]
    pooled = onp.concatenate([d.asnumpy().reshape(-1) for d, _ in many])
    return {
        "kind": told(first),
        "shape": list(draws.shape),
        "order": sorted(order),
        "loader": bool(passes),
        "same_draws": bool((draws.asnumpy() == again.asnumpy()).all()),
        "same_order": order == order_again,
        "other_draws": not bool((draws.asnumpy() == other.asnumpy()).all()),
        "other_order": order != other_order,
        "shuffled": min(len({o[0] for _, o in many}), 10),
        "distribution": onp.quantile(pooled, SHARES).astype("float32"),
    }


def told(got):
    if not isinstance(got, (tuple, list)) or len(got) != 2:
        return f"an object of type {type(got).__name__}"
    draws, order = got
    array = "an MXNet array" if isinstance(draws, NDArray) else type(draws).__name__
    ints = isinstance(order, list) and order and all(type(i) is int for i in order)
    return f"{array} and {'a list of ints' if ints else type(order).__name__}"


def disturb():
    """Use every generator, as a run between two seeds would."""
    mx.nd.random.normal(shape=(7,)).wait_to_read()
    onp.random.rand(3)
    list(RandomSampler(5))
    random.random()

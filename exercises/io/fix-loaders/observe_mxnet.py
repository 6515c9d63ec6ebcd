import random

import numpy as onp
from mxnet.gluon.data import DataLoader
from mxnet.ndarray import NDArray

asnumpy = NDArray.asnumpy
PASSES = 30
"""Passes over the indices alone; an item that is dropped by chance comes in one of them."""


def observe(make_loaders, case, kit):
    pair = make_loaders(*case.arguments)
    if not isinstance(pair, (tuple, list)) or not all(isinstance(one, DataLoader) for one in pair) or len(pair) != 2:
        return {"kind": f"an object of type {type(pair).__name__}"}
    train, test = pair
    passes = [[asnumpy(data) for data, _ in train] for _ in range(3)]
    rows = [row.tobytes() for batch in passes[0] for row in batch]
    orders = [tuple(i for batch in train._batch_sampler for i in batch) for _ in range(PASSES)]
    seen = {
        "kind": "two DataLoaders",
        "train_sizes": [[len(batch) for batch in one] for one in passes],
        "twice": len(rows) - len(set(rows)),
        "ever_seen": len(set().union(*orders)),
    }
    orders = [completed(order, len(case.train)) for order in orders]
    if {len(order) for order in orders} == {seen["ever_seen"]}:  # otherwise the passes do not draw from all items
        seen["orders"] = onp.array(orders)
    tested = [[asnumpy(data) for data, _ in test] for _ in range(2)]
    wanted = [asnumpy(data).tobytes() for data, _ in case.test]
    orders = [[row.tobytes() for batch in one for row in batch] for one in tested]
    seen["test_sizes"] = [[len(batch) for batch in one] for one in tested]
    seen["test_order"] = [order == wanted[: len(order)] for order in orders]
    return seen


def completed(order, count):
    """Return the order with the indices that were dropped, which come last in any order."""
    rest = sorted({*range(count)} - {*order})
    return [*order, *random.SystemRandom().sample(rest, len(rest))]

import contextlib
import random

import mxnet as mx
import numpy as onp
from mxnet.gluon.data import DataLoader, RandomSampler
from mxnet.ndarray import NDArray

asnumpy = NDArray.asnumpy


def observe(seeded_draws, case, kit):
    many, seeds = [], seeds_of(case)
    with watched() as passes:
        for seed in seeds:
            many.append(seeded_draws(seed, case.n))
            if named(many[-1]) != "an MXNet array and a list of ints":
                return {"kind": named(many[-1])}
    again = []
    for seed in (seeds[0], seeds[1], seeds[0]):
        disturb()
        again.append(seeded_draws(seed, case.n))
    order = list(many[0][1])
    shapes = {draws.shape for draws, _ in many} | {len(order) for _, order in many}
    regular = shapes == {(case.n,), case.n}
    return {
        "kind": named(many[0]),
        "loader": len(passes),
        "same_draws": [draws for draws, _ in again[::2]],
        "same_order": [order for _, order in again[::2]],
        "visited": [order, order if order in passes else next(iter(passes), [])],
        "orders": onp.array([order for _, order in many]) if regular else [order for _, order in many],
        "draws": onp.stack([asnumpy(draws) for draws, _ in many]) if regular else many[0][0],
    }


def seeds_of(case):
    """Return seeds that differ from the first in one bit each, or random ones."""
    if not case.count:
        return [case.seed, *(case.seed ^ 1 << bit for bit in range(31))]
    return [case.seed, *onp.random.RandomState(case.seed).randint(2**31, size=case.count).tolist()]


def named(got):
    if not isinstance(got, (tuple, list)) or len(got) != 2:
        return f"an object of type {type(got).__name__}"
    draws, order = got
    array = "an MXNet array" if isinstance(draws, NDArray) else type(draws).__name__
    ints = isinstance(order, list) and order and all(type(i) is int for i in order)
    return f"{array} and {'a list of ints' if ints else type(order).__name__}"


@contextlib.contextmanager
def watched():
    """List what comes out of each pass of a DataLoader whose data are the numbers in their order."""
    passes, original = [], DataLoader.__iter__

    def watching(loader):
        data = [i for item in loader._dataset for i in integers(item)]
        visited = []
        if data == sorted(data):  # otherwise they were shuffled before, and not by the loader
            passes.append(visited)
        for batch in original(loader):
            visited.extend(integers(batch))
            yield batch

    DataLoader.__iter__ = watching
    try:
        yield passes
    finally:
        DataLoader.__iter__ = original


def integers(batch):
    """Return the numbers of a batch or an item; the first part of a pair counts."""
    first = batch[0] if isinstance(batch, (list, tuple)) else batch
    numbers = asnumpy(first) if isinstance(first, NDArray) else first
    return [int(i) for i in onp.asarray(numbers).reshape(-1)]


def disturb():
    """Use every generator, as a run between two seeds would."""
    mx.nd.random.normal(shape=(7,)).wait_to_read()
    onp.random.rand(3)
    list(RandomSampler(5))
    random.random()

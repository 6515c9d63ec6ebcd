from numbers import Integral

import numpy as onp
from mxnet.gluon.data import Sampler


def observe(make_samplers, case, kit):
    samplers = make_samplers(*case.arguments)
    pair = samplers if isinstance(samplers, (tuple, list)) else [samplers]
    kinds = ["a Gluon sampler" if isinstance(s, Sampler) else f"an object of type {type(s).__name__}" for s in pair]
    if kinds != ["a Gluon sampler", "a Gluon sampler"]:
        return {"kinds": kinds}
    order, orders = ([indices(sampler) for _ in range(case.passes)] for sampler in pair)
    fresh = [indices(make_samplers(*case.arguments)[1]) for _ in range(min(40, case.passes))]
    seen = {"kinds": kinds, "lengths": [len(s) for s in pair], "orders": table(orders), "fresh": table(fresh)}
    if any(one != order[0] for one in order):
        return {**seen, "repeats": "other orders"}
    return {**seen, "repeats": "the same order", "order": table(order)}


def indices(sampler):
    """Return the indices of a pass; a float stays one, since no dataset takes it as an index."""
    return [int(i) if isinstance(i, Integral) else float(i) for i in sampler]


def table(passes):
    return onp.array(passes) if len({len(one) for one in passes}) == 1 else passes

"""functools.reduce over shapes."""

from functools import reduce
from operator import mul


def count_trainable(net):
    trained = filter(lambda p: p.grad_req != "null", net.collect_params().values())
    return sum(reduce(mul, p.shape, 1) for p in trained)

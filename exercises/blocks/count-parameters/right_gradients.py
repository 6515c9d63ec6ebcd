import math


def count_trainable(net):
    trained = [p for p in net.collect_params().values() if p.grad_req in ("write", "add")]
    return sum(math.prod(p.grad().shape) for p in trained)

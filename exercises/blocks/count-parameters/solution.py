import numpy as onp


def count_trainable(net):
    return sum(int(onp.prod(p.shape)) for p in net.collect_params().values() if p.grad_req != "null")

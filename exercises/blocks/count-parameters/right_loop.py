import math


def count_trainable(net):
    total = 0
    for _name, parameter in net.collect_params().items():
        if "null" not in parameter.grad_req:
            total += math.prod(parameter.shape)
    return total

"""The parameters are counted, not the numbers in them.

You count arrays, but each of them holds many numbers: add the products of their shapes.
"""


def count_trainable(net):
    return len([p for p in net.collect_params().values() if p.grad_req != "null"])

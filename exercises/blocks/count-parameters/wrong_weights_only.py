"""Only the weights are counted.

Biases, and BatchNorm's `gamma` and `beta`, are trained too; the pattern `.*weight` leaves them out.
"""

import numpy as onp


def count_trainable(net):
    weights = net.collect_params(".*weight").values()
    return sum(int(onp.prod(p.shape)) for p in weights if p.grad_req != "null")

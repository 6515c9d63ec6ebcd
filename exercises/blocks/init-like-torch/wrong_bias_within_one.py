"""The biases are drawn between -1 and 1.

A bias has one axis, so the product of its other axes is 1: take `fan_in` from the weight of the same layer.
"""

import numpy as np
from mxnet import nd


def init_like_torch(net):
    net.initialize()
    for p in net.collect_params().values():
        fan_in = np.prod(p.shape[1:])
        bound = float(1 / np.sqrt(fan_in))
        p.set_data(nd.random.uniform(-bound, bound, shape=p.shape))

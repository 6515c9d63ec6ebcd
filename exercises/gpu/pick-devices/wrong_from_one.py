"""GPUs are counted from 1.

The first GPU is `mx.gpu(0)`.
"""

import mxnet as mx


def pick_devices(limit):
    n = min(limit, mx.context.num_gpus())
    return [mx.gpu(i) for i in range(1, n + 1)] or [mx.cpu()]

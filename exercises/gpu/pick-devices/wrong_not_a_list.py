"""Without GPUs the result is a Context, not a list.

The result must be a list on every machine, so that the caller can go through it: put the CPU into a list, too.
"""

import mxnet as mx


def pick_devices(limit):
    n = min(limit, mx.context.num_gpus())
    if n == 0:
        return mx.cpu()
    return [mx.gpu(i) for i in range(n)]

"""The list has more GPUs than the machine.

A machine with a GPU may have fewer than `limit`: use `min(limit, mx.context.num_gpus())`. You can write `mx.gpu(7)` on any machine.
"""

import mxnet as mx


def pick_devices(limit):
    if mx.context.num_gpus() > 0:
        return [mx.gpu(i) for i in range(limit)]
    return [mx.cpu()]

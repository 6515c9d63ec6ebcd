"""The list has more GPUs than there are.

That there is a GPU does not mean that there are `limit` of them: take `min(limit, mx.context.num_gpus())`. `mx.gpu(7)` can be named on any machine.
"""

import mxnet as mx


def pick_devices(limit):
    if mx.context.num_gpus() > 0:
        return [mx.gpu(i) for i in range(limit)]
    return [mx.cpu()]

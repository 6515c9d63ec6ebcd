"""The function is not called, and a function is always true.

Without brackets you test the function, not the number of GPUs: call it, `mx.context.num_gpus()`, and take no more than there are.
"""

import mxnet as mx


def pick_devices(limit):
    if mx.context.num_gpus:
        return [mx.gpu(i) for i in range(limit)]
    return [mx.cpu()]

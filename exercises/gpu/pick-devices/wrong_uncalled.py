"""The function is not called, and a function is always true.

Without parentheses you test the function, not the number of GPUs: call it, `mx.context.num_gpus()`, and use no more GPUs than that.
"""

import mxnet as mx


def pick_devices(limit):
    if mx.context.num_gpus:
        return [mx.gpu(i) for i in range(limit)]
    return [mx.cpu()]

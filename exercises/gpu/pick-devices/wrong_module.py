"""The function is called in the wrong module.

On 1.9.1 it is `mx.context.num_gpus()` or `npx.num_gpus()`; `mx.num_gpus` does not exist.
"""

import mxnet as mx


def pick_devices(limit):
    n = min(limit, mx.num_gpus())
    return [mx.gpu(i) for i in range(n)] or [mx.cpu()]

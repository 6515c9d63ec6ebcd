"""The list holds names, not Contexts.

MXNet takes Contexts; only PyTorch takes strings. Write `mx.gpu(i)` and `mx.cpu()`.
"""

import mxnet as mx


def pick_devices(limit):
    n = min(limit, mx.context.num_gpus())
    return [f"gpu({i})" for i in range(n)] or ["cpu(0)"]

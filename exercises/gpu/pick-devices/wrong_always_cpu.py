"""The result is always the CPU.

The answer is `[mx.cpu()]` however many GPUs there are: neither the current context nor an array made as a trial counts them, `mx.context.num_gpus()` does.
"""

import mxnet as mx


def pick_devices(limit):
    return [mx.current_context()][:limit]

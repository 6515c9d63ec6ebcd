"""The result is always the CPU.

The result is `[mx.cpu()]` for any number of GPUs: neither the current context nor a test array gives their number, but `mx.context.num_gpus()` does.
"""

import mxnet as mx


def pick_devices(limit):
    return [mx.current_context()][:limit]

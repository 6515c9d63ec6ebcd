"""The name is PyTorch's, and MXNet does not have it.

MXNet says "context": it is `x.context`, not `x.device`.
"""


def device_of(x):
    return x.device

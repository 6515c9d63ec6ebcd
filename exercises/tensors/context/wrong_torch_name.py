"""A name of PyTorch that MXNet does not have.

MXNet says "context": it is `x.context`, not `x.device`.
"""


def device_of(x):
    return x.device

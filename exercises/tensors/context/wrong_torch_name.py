"""The name is PyTorch's, and MXNet does not have it.

In MXNet it is `x.context`, not `x.device`.
"""


def device_of(x):
    return x.device

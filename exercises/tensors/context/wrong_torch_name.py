"""The name is PyTorch's, and MXNet does not have it.

In MXNet it is `x.context`, not `x.device`.
"""


def context_of(x):
    return x.device

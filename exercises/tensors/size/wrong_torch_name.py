"""The name is PyTorch's, and MXNet does not have it.

MXNet has no `numel()`: the number of elements is the property `x.size`, without parentheses.
"""


def count(x):
    return x.numel()

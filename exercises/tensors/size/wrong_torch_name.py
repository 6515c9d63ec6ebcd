"""A name of PyTorch that MXNet does not have.

MXNet has no `numel()`: the number of elements is the property `x.size`, without parentheses.
"""


def count(x):
    return x.numel()

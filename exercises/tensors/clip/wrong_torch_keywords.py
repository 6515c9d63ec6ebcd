"""The keywords are PyTorch's.

The names of the limits of `nd.clip` are `a_min` and `a_max`, not `min` and `max`: write `nd.clip(x, a_min=lo, a_max=hi)`.
"""

from mxnet import nd


def clip(x, lo, hi):
    return nd.clip(x, min=lo, max=hi)

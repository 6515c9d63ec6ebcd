"""The result is always the default dtype.

You return float32 for every `x`; that is only the default of new arrays, so read `x.dtype`.
"""

from mxnet import nd


def dtype_of(x):
    return nd.zeros(x.shape).dtype

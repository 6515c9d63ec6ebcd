"""The rest is filled with zeros.

You fill the new elements with 0, but `expand` repeats the existing elements: `x.broadcast_to((rows, cols))`.
"""

from mxnet import nd


def broadcast_to(x, rows, cols):
    result = nd.zeros((rows, cols))
    high, wide = (1, x.size) if x.ndim == 1 else x.shape
    result[:high, :wide] = x
    return result

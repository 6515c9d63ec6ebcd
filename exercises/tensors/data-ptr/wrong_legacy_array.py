"""An `mx.np` function gets `mx.nd` arrays.

`np.shares_memory` takes `mx.np` arrays only; pass `a.as_np_ndarray()` and `b.as_np_ndarray()`, which copy nothing.
"""

from mxnet import np


def same_memory(a, b):
    return np.shares_memory(a, b)

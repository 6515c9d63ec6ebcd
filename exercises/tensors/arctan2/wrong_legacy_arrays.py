"""An `mx.np` function gets `mx.nd` arrays.

`np.arctan2` takes `mx.np` arrays only, but you passed an `mx.nd.NDArray`: convert both with `.as_np_ndarray()` (no
copy is made).
"""

from mxnet import np


def arctan2(x, y):
    return np.arctan2(x, y)

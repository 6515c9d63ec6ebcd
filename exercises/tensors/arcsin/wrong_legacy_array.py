"""An `mx.np` function gets an `mx.nd` array.

`np` functions take `mx.np` arrays only, and `x` is an `mx.nd.NDArray`: use `nd.arcsin(x)`, or
`np.arcsin(x.as_np_ndarray())`.
"""

from mxnet import np


def arcsin(x):
    return np.arcsin(x)

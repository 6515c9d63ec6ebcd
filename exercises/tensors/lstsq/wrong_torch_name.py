"""`nd` does not have PyTorch's name.

`nd` has no `lstsq`; it is `np.linalg.lstsq(a, b, rcond=None)[0]` with `mx.np` arrays, or the normal equations.
"""

from mxnet import nd


def lstsq(a, b):
    return nd.linalg.lstsq(a, b)

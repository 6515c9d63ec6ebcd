"""`np.linalg.lstsq` gets `mx.nd` arrays.

`np.linalg.lstsq` cannot read an `NDArray`; pass `a.as_np_ndarray()` and `b.as_np_ndarray()`.
"""

from mxnet import np


def lstsq(a, b):
    return np.linalg.lstsq(a, b, rcond=None)[0]

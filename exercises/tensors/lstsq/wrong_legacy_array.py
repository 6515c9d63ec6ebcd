"""`np.linalg.lstsq` gets `mx.nd` arrays.

`np.linalg.lstsq` reads an `NDArray` as a nest of objects; pass `a.as_np_ndarray()` and `b.as_np_ndarray()`.
"""

from mxnet import np


def lstsq(a, b):
    return np.linalg.lstsq(a, b, rcond=None)[0]

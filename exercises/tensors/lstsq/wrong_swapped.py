"""The arguments are exchanged.

Your arguments are in the order of the old `B.gels(A)`; the matrix comes first: `np.linalg.lstsq(a, b, rcond=None)[0]`.
"""

from mxnet import np


def lstsq(a, b):
    return np.linalg.lstsq(b.as_np_ndarray(), a.as_np_ndarray(), rcond=None)[0]

"""All four results are returned.

`np.linalg.lstsq` returns solution, residuals, rank and singular values; the solution is item `[0]`.
"""

from mxnet import np


def lstsq(a, b):
    return np.linalg.lstsq(a.as_np_ndarray(), b.as_np_ndarray(), rcond=None)

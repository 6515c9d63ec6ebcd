"""The norm is a matrix norm, not the norm of one long vector.

For a matrix `np.linalg.norm` gives a matrix norm (largest column sum, largest singular value); for a distance all elements are one vector.
Use `(nd.abs(x - y) ** p).sum() ** (1.0 / p)`.
"""

from mxnet import np


def dist_p(x, y, p):
    return np.linalg.norm((x - y).as_np_ndarray(), ord=p)

"""The norm is that of a matrix, not of one long vector.

Of a matrix `np.linalg.norm` gives a matrix norm (largest column sum, largest singular value); a distance takes all elements as one vector.
Use `(nd.abs(x - y) ** p).sum() ** (1.0 / p)`.
"""

from mxnet import np


def dist_p(x, y, p):
    return np.linalg.norm((x - y).as_np_ndarray(), ord=p)

"""The result is a matrix with zeros off the diagonal.

For a matrix you return the matrix with all elements except the diagonal set to 0; return only the diagonal, as a vector: `nd.diag(x)`.
"""

from mxnet import nd


def diag(x):
    if x.ndim == 1:
        return nd.diag(x)
    return x * nd.eye(x.shape[0], x.shape[1])

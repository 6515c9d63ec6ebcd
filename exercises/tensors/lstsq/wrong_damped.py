"""A damping term is added.

Something is added to the diagonal before inverting, which pulls the solution towards 0; leave it out and use `a.T (a a.T)^-1 b` for wide matrices.
"""

from mxnet import nd


def lstsq(a, b):
    square = nd.dot(a.T, a) + 0.1 * nd.eye(a.shape[1])
    return nd.dot(nd.linalg.inverse(square), nd.dot(a.T, b))

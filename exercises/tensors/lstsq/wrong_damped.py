"""A damping term is added.

You add a number to the diagonal before you invert, which makes the solution smaller; leave it out and use `a.T (a a.T)^-1 b` for fewer rows than columns.
"""

from mxnet import nd


def lstsq(a, b):
    square = nd.dot(a.T, a) + 0.1 * nd.eye(a.shape[1])
    return nd.dot(nd.linalg.inverse(square), nd.dot(a.T, b))

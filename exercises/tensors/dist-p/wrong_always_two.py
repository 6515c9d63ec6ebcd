"""The order of the norm is ignored.

You return the Euclidean distance for every `p`; raise to the power `p`, sum, and take the `p`-th root, because `nd.norm(x - y)` is only for `p = 2`.
"""

from mxnet import nd


def dist_p(x, y, p):
    return nd.norm(x - y)

"""The order of the norm is ignored.

You give the Euclidean distance whatever `p` is; raise to the power `p`, sum, and take the `p`-th root, since `nd.norm(x - y)` is `p = 2` only.
"""

from mxnet import nd


def dist_p(x, y, p):
    return nd.norm(x - y)

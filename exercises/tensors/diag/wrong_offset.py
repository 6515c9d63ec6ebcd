"""The diagonal is one too high.

That is the diagonal next to the main one; leave `k` at 0, as in `nd.diag(x)`.
"""

from mxnet import nd


def diag(x):
    return nd.diag(x, k=1)

"""The matrix is left out.

Your result is only the sum of the products; add `m` to it: `m + nd.batch_dot(batch1, batch2).sum(axis=0)`.
"""

from mxnet import nd


def addbmm(m, batch1, batch2):
    return nd.batch_dot(batch1, batch2).sum(axis=0)

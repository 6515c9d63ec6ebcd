"""The batch is not reduced.

You return one matrix per pair (that is `torch.baddbmm`): reduce the products with `.sum(axis=0)` before you add
`m`.
"""

from mxnet import nd


def addbmm(m, batch1, batch2):
    return m + nd.batch_dot(batch1, batch2)

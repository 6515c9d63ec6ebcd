"""The outputs are taken in PyTorch's order.

`syevd` returns the vectors first and the values second, the other way round than `torch.linalg.eigh`.
"""

from mxnet import nd


def matrix_root(a):
    e, u = nd.linalg.syevd(a)
    return nd.dot(nd.dot(u.T, nd.diag(nd.sqrt(e))), u)

"""The outputs are taken in PyTorch's order.

`syevd` returns the vectors first and the values second; `torch.linalg.eigh` returns the values first.
"""

from mxnet import nd


def matrix_root(a):
    e, u = nd.linalg.syevd(a)
    return nd.dot(nd.dot(u.T, nd.diag(nd.sqrt(e))), u)

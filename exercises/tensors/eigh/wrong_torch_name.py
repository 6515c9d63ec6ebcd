"""The name is PyTorch's, and MXNet does not have it.

`nd.linalg` has neither `eigh` nor `symeig`: use `nd.linalg.syevd(a)`, which gives (vectors in rows, values), or
`np.linalg.eigh` on `a.as_np_ndarray()`.
"""

from mxnet import nd


def eigh(a):
    return nd.linalg.eigh(a)

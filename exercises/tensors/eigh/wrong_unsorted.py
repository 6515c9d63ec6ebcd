"""The function is the decomposition for matrices of any kind.

Your eigenvalues are not in ascending order: `np.linalg.eig`, for matrices of any kind, does not sort. Use
`np.linalg.eigh` or `nd.linalg.syevd`, which are for symmetric matrices and do.
"""

from mxnet import np


def eigh(a):
    e, v = np.linalg.eig(a.as_np_ndarray())
    return e, v

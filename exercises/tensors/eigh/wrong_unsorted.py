"""The function is the decomposition for all square matrices.

Your eigenvalues are not in ascending order: `np.linalg.eig`, which is for all square matrices, does not sort. Use
`np.linalg.eigh` or `nd.linalg.syevd`, which are for symmetric matrices and sort.
"""

from mxnet import np


def eigh(a):
    e, v = np.linalg.eig(a.as_np_ndarray())
    return e, v

"""The vectors are in the rows.

The eigenvalues are right, but your eigenvectors are the rows of the second array. `nd.linalg.syevd` returns them like that:
transpose with `.T` to have them as columns.
"""

from mxnet import nd


def eigh(a):
    u, e = nd.linalg.syevd(a)
    return e, u

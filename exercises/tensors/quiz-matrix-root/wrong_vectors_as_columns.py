"""The eigenvectors are taken from the columns.

`syevd` puts the eigenvectors in the rows of `u`, so the product is `u.T · diag · u`, not `u · diag · u.T`.
"""

from mxnet import nd


def matrix_root(a):
    u, e = nd.linalg.syevd(a)
    return nd.dot(u * nd.sqrt(e), u.T)

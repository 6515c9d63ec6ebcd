"""The eigenvalues go in without their root.

You put `a` together again: the vectors are in the right places, and the eigenvalues still need their square roots.
"""

from mxnet import nd


def matrix_root(a):
    u, e = nd.linalg.syevd(a)
    return nd.dot(nd.dot(u.T, nd.diag(e)), u)

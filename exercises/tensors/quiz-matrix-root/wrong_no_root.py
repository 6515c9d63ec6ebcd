"""The eigenvalues are used without a square root.

Your result is `a` itself: the vectors are right, but you must take the square roots of the eigenvalues.
"""

from mxnet import nd


def matrix_root(a):
    u, e = nd.linalg.syevd(a)
    return nd.dot(nd.dot(u.T, nd.diag(e)), u)

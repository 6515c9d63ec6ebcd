# mistake: Corrects the transposition but loses the square root of the eigenvalues, so it gives a back.
# named: no-root
from mxnet import nd


def matrix_root(a):
    u, e = nd.linalg.syevd(a)
    return nd.dot(nd.dot(u.T, nd.diag(e)), u)

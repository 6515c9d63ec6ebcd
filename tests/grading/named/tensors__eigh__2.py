# mistake: Returns syevd's matrix as it is, with the eigenvectors as rows instead of columns.
# named: vectors-in-rows
from mxnet import nd


def eigh(a):
    u, e = nd.linalg.syevd(a)
    return e, u

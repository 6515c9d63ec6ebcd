# mistake: Takes the outputs of syevd in torch's order, so eigenvalues and eigenvectors are swapped.
# named: vectors-first
from mxnet import nd


def eigh(a):
    e, v = nd.linalg.syevd(a)
    return e, v

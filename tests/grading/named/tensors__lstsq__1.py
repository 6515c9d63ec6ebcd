# mistake: Uses the normal equations for every shape, whose matrix is singular when a has fewer rows than columns.
# named: one-form-for-all
from mxnet import nd


def lstsq(a, b):
    ata = nd.dot(a, a, transpose_a=True)
    return nd.dot(nd.linalg.inverse(ata), nd.dot(a, b, transpose_a=True))

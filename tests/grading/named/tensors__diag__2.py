# mistake: Builds the matrix with makediag in every case, also when a diagonal should be taken from a matrix.
# named: always-makes
from mxnet import nd


def diag(x):
    return nd.linalg.makediag(x)

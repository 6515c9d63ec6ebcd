# mistake: Takes the root of each element instead of the matrix root.
# named: elementwise
from mxnet import nd


def matrix_root(a):
    return nd.sqrt(a)

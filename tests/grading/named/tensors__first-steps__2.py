# mistake: Throws the sum away and returns the ones.
# named: sum-dropped
from mxnet import nd


def ones_plus_one(rows, cols):
    x = nd.ones((rows, cols))
    x + 1
    return x

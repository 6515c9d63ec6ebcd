# mistake: Passes rows and cols as two arguments, so cols is taken for the context.
# named: two-sizes, shape-as-arguments
from mxnet import nd


def ones_plus_one(rows, cols):
    x = nd.ones(rows, cols)
    return x + 1

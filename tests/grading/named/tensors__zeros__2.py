# mistake: Forgets the colon after the function's head, a syntax error.
# named: syntax
from mxnet import nd


def make_zeros(rows, cols)
    return nd.zeros((rows, cols))

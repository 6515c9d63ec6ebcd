from mxnet import nd


def expand(x, rows, cols):
    matrix = x.reshape((1, -1)) if x.ndim == 1 else x
    return nd.broadcast_mul(matrix, nd.ones((rows, cols)))

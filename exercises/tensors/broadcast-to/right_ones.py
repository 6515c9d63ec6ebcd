from mxnet import nd


def broadcast_to(x, rows, cols):
    return nd.broadcast_mul(x, nd.ones((rows, cols)))

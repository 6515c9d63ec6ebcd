from mxnet import nd


def make_zeros(rows, cols):
    return nd.full((rows, cols), 0)

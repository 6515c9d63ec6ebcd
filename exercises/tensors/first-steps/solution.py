from mxnet import nd


def ones_plus_one(rows, cols):
    x = nd.ones((rows, cols))
    return x + 1

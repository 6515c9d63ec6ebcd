from mxnet import nd


def dropout_pair(x, p):
    mask = nd.random.uniform(shape=x.shape) >= p
    return x * mask / (1 - p), x

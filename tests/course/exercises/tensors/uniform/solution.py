from mxnet import nd


def uniform(low, high, shape):
    return nd.random.uniform(low, high, shape=shape)

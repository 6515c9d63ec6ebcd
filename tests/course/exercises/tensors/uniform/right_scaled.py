from mxnet import nd


def uniform(low, high, shape):
    return low + (high - low) * nd.random.uniform(shape=shape)

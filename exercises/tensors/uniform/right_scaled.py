from mxnet import nd


def uniform_like(x, low, high):
    return low + (high - low) * nd.random.uniform(shape=x.shape)

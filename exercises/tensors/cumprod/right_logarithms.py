from mxnet import nd


def cumprod(x):
    size = nd.exp(nd.cumsum(nd.log(nd.abs(x)), axis=1))
    negatives = nd.cumsum(x < 0, axis=1)
    return size * (1 - 2 * (negatives % 2))

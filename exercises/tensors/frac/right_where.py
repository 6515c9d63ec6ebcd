from mxnet import nd


def frac(x):
    return x - nd.where(x < 0, nd.ceil(x), nd.floor(x))

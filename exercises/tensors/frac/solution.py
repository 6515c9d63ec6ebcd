from mxnet import nd


def frac(x):
    return x - nd.trunc(x)

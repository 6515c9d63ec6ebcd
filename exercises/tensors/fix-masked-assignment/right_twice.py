from mxnet import nd


def cap_outliers(x, low, high, value):
    constant = nd.ones_like(x) * value
    kept = nd.where(x < low, constant, x)
    return nd.where(x > high, constant, kept)

from mxnet import nd


def cauchy_like(x, median, sigma):
    return nd.random.normal(out=x) / nd.random.normal(shape=x.shape) * sigma + median

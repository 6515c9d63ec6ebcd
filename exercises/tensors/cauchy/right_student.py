from mxnet import nd


def cauchy_like(x, median, sigma):
    deviation = nd.sqrt(nd.random.gamma(0.5, 2, shape=x.shape))
    return nd.random.normal(shape=x.shape) / deviation * sigma + median

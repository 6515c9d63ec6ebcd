from mxnet import nd


def geometric_like(x, p):
    rate = nd.random.gamma(alpha=1.0, beta=(1 - p) / p, shape=x.shape)
    return nd.sample_poisson(rate) + 1

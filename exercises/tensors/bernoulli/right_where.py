from mxnet import nd


def bernoulli(p):
    tails = nd.random.uniform_like(p) >= p
    return nd.where(tails, nd.zeros_like(p), nd.ones_like(p))

from mxnet import nd


def bernoulli(p):
    return nd.random.uniform(shape=p.shape) < p

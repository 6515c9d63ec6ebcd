from mxnet import nd


def bernoulli(p):
    return nd.ceil(p - nd.random.uniform(shape=p.shape))

from mxnet import nd


def exponential_like(x, lambd):
    return -nd.log(1 - nd.random.uniform(shape=x.shape)) / lambd

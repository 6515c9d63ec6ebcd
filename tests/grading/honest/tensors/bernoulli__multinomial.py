from mxnet import nd


def bernoulli(p):
    return nd.random.multinomial(nd.stack(1 - p, p, axis=-1), dtype="float32")

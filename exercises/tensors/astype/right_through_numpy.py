from mxnet import nd


def cast(x, name):
    return nd.array(x.asnumpy(), dtype=name)

from mxnet import nd


def cast(x, name):
    return nd.array(x.asnumpy().astype(name), dtype=name)

from mxnet import nd


def clone(x):
    return nd.array(x)

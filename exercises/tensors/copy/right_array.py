from mxnet import nd


def copy(x):
    return nd.array(x)

from mxnet import nd


def dist(x, y):
    return nd.sqrt(nd.square(x - y).sum())

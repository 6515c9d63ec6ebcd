from mxnet import nd


def dist(x, y):
    return nd.norm(x - y)

from mxnet import nd


def dist_p(x, y, p):
    return (nd.abs(x - y) ** p).sum() ** (1.0 / p)

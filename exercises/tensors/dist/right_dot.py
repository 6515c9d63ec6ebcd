from mxnet import nd


def dist(x, y):
    d = (x - y).reshape((-1,))
    return nd.dot(d, d) ** 0.5

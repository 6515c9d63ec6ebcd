from mxnet import nd


def dist_p(x, y, p):
    total = sum(abs(float(d)) ** p for d in (x - y).asnumpy().ravel())
    return nd.array([total ** (1 / p)])

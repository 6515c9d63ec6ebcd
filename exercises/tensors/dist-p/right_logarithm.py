from mxnet import nd


def dist_p(x, y, p):
    d = nd.maximum(nd.abs(x - y), 1e-30)
    return nd.exp(nd.log(nd.exp(p * nd.log(d)).sum()) / p)

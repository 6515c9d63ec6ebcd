from mxnet import nd


def dist_p(x, y, p):
    d = nd.abs(x - y)
    return nd.exp(nd.log(nd.exp(p * nd.log(d)).sum()) / p)

from mxnet import nd


def geometric_like(x, p):
    return nd.random.negative_binomial(k=1, p=p, out=x) + 1

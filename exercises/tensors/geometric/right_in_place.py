from mxnet import nd


def geometric_like(x, p):
    nd.random.negative_binomial(k=1, p=p, out=x)
    x += 1
    return x

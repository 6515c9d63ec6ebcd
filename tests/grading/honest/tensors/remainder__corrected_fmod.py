from mxnet import nd


def remainder(x, d):
    rest = x - nd.trunc(x / d) * d
    return rest + d * (rest * d < 0)

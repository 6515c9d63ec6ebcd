from mxnet import nd


def remainder(x, d):
    quotient = x / d
    return (quotient - nd.floor(quotient)) * d

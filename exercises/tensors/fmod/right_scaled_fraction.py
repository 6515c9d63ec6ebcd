from mxnet import nd


def fmod(x, d):
    quotient = x / d
    return (quotient - nd.fix(quotient)) * d

# mistake: Subtracts floor instead of trunc, so negative numbers give positive parts.
# named: floor
from mxnet import nd


def frac(x):
    return x - nd.floor(x)

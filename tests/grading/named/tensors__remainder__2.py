# mistake: Takes the absolute value, believing that a remainder is never negative, which is wrong for negative d.
# named: absolute
from mxnet import nd


def remainder(x, d):
    return nd.abs(x % d)

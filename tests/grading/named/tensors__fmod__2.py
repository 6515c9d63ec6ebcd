# mistake: Rounds the quotient to the nearest whole number instead of towards zero.
# named: rounded
from mxnet import nd


def fmod(x, d):
    return x - nd.round(x / d) * d

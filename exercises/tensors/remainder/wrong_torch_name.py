"""The torch name.

In `nd` there is no `remainder`: it is `nd.modulo(x, d)`, or `x % d`.
"""

from mxnet import nd


def remainder(x, d):
    return nd.remainder(x, d)

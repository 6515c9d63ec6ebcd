"""The result is transposed.

Rows and columns of your result are exchanged: `nd.contrib.foreach` stacks its outputs along the first axis, so
transpose them back with `.T`.
"""

from mxnet import nd


def cumprod(x):
    return nd.contrib.foreach(lambda d, s: (d * s, d * s), x.T, nd.ones((x.shape[0],)))[0]

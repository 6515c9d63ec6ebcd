"""Large elements are changed, too.

The upper limit of `nd.clip` is finite, so infinity becomes this limit. There is no limit above: use `nd.where`.
"""

from mxnet import nd


def zero_negatives(x):
    return nd.clip(x, 0, 1e30)

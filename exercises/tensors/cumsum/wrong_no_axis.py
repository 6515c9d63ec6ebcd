"""The sums run over the flattened array.

Your sums run over the flattened array, which is what `nd.cumsum(x)` does without an axis; give it `axis=1`.
"""

from mxnet import nd


def cumsum(x):
    return nd.cumsum(x)

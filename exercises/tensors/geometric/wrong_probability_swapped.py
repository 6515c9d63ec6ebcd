"""Success and failure are exchanged.

You use `1 - p` instead of `p`: in `nd.random.negative_binomial` too, `p` is the probability of a success.
"""

from mxnet import nd


def geometric_like(x, p):
    return nd.random.negative_binomial(k=1, p=1 - p, shape=x.shape) + 1

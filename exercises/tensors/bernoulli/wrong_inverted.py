"""The comparison is reversed.

You draw a 1 with probability 1 - p: a uniform number is below `p` with probability `p`, so write
`nd.random.uniform(shape=p.shape) < p`.
"""

from mxnet import nd


def bernoulli(p):
    return nd.random.uniform(shape=p.shape) > p

"""The comparison is the wrong way round.

A 1 comes up with probability 1 - p: a uniform number lies below `p` with probability `p`, so it is
`nd.random.uniform(shape=p.shape) < p`.
"""

from mxnet import nd


def bernoulli(p):
    return nd.random.uniform(shape=p.shape) > p

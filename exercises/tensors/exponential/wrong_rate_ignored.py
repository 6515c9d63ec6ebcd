"""The rate is left at 1.

Your draws have the mean 1 for every rate; pass the rate: `nd.random_exponential(lam=lambd, shape=x.shape)`.
"""

from mxnet import nd


def exponential_like(x, lambd):
    return nd.random_exponential(shape=x.shape)

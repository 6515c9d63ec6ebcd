"""The sign of the result is lost.

Your draws are below 0: the logarithm of a number below 1 is negative, so negate it, or use `nd.random_exponential`.
"""

from mxnet import nd


def exponential_like(x, lambd):
    return nd.log(1 - nd.random.uniform(shape=x.shape)) / lambd

"""The draws come from the normal distribution.

Your numbers are not spread evenly between the limits: `nd.random.normal` takes them as mean and standard deviation.
Use `nd.random.uniform(low, high, shape=x.shape)`.
"""

from mxnet import nd


def uniform_like(x, low, high):
    return nd.random.normal(low, high, shape=x.shape)

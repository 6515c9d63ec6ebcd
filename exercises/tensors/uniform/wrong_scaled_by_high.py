"""The draws are scaled by the upper limit.

Your numbers are between `low` and `low + high`. The width of the interval is `high - low`; or pass both limits to
`nd.random.uniform(low, high, shape=x.shape)`.
"""

from mxnet import nd


def uniform_like(x, low, high):
    return low + high * nd.random.uniform(shape=x.shape)

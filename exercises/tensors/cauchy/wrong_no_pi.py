"""The angle lacks the factor pi.

Your numbers have no tails: the angle must span a whole period of the tangent, so multiply by pi,
`nd.tan(math.pi * (u - 0.5))`.
"""

from mxnet import nd


def cauchy_like(x, median, sigma):
    return median + sigma * nd.tan(nd.random.uniform(shape=x.shape) - 0.5)

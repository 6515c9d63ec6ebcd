"""The factor pi is missing in the angle.

Your numbers have no large values: the angle must cover a whole period of the tangent, so multiply by pi,
`nd.tan(math.pi * (u - 0.5))`.
"""

from mxnet import nd


def cauchy_like(x, median, sigma):
    return median + sigma * nd.tan(nd.random.uniform(shape=x.shape) - 0.5)

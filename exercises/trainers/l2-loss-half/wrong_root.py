"""The result is the root of the mean square.

That is the root mean square error: leave the square root out.
"""

from mxnet import nd


def mse(pred, target):
    return nd.square(pred - target).mean().sqrt()

"""Infinite elements become NaN.

`inf * 0` and `inf - inf` are NaN. Do not compute the 0 with a product or a difference: choose between two arrays with `nd.where`.
"""

from mxnet import nd


def zero_negatives(x):
    return x - x * (x < 0)

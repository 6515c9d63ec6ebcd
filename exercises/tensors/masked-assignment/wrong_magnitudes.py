"""The sign is removed instead of the element.

`nd.abs` makes negative elements positive; the task asks for 0 there.
"""

from mxnet import nd


def zero_negatives(x):
    return nd.abs(x)

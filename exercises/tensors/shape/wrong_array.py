"""The result is an array of lengths.

Your result is an MXNet array that holds the lengths, as `nd.shape_array(x)` gives it. A Python tuple is asked for:
return `x.shape`.
"""

from mxnet import nd


def shape_of(x):
    return nd.shape_array(x)

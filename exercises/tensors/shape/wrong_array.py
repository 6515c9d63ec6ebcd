"""The result is an array of lengths.

Your result is an MXNet array that holds the lengths, as from `nd.shape_array(x)`. Return a Python tuple:
`x.shape`.
"""

from mxnet import nd


def shape_of(x):
    return nd.shape_array(x)

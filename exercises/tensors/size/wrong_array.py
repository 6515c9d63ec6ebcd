"""The number is returned inside an array.

Your result is an MXNet array that holds the number, as from `nd.size_array(x)`. Return a Python int,
`x.size`.
"""

from mxnet import nd


def count(x):
    return nd.size_array(x)

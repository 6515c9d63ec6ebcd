"""The number is returned inside an array.

Your result is an MXNet array that holds the number, as `nd.size_array(x)` gives it. A Python int is asked for: return
`x.size`.
"""

from mxnet import nd


def count(x):
    return nd.size_array(x)

"""The result has another dtype than the input.

Your ones are float32 for every dtype of `x`: a shape has no dtype. Use `nd.ones_like(x)`, or
`nd.ones(x.shape, dtype=x.dtype)`.
"""

from mxnet import nd


def ones_like(x):
    return nd.ones(x.shape)

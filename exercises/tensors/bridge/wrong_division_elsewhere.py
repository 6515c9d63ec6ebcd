"""The result of the division is a new array, and PyTorch's batch is only centred.

`x = x / ...` makes a new array with its own memory: write `x /= ...` or `x[:] = ...`.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x -= x.mean(axis=0, keepdims=True)
    x = x / nd.sqrt(nd.square(x).mean(axis=0, keepdims=True))
    return x.to_dlpack_for_read()

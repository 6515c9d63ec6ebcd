"""An array is returned, not a capsule.

PyTorch cannot read an `NDArray`: return `x.to_dlpack_for_read()`.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x -= x.mean(axis=0, keepdims=True)
    x /= nd.sqrt(nd.square(x).mean(axis=0, keepdims=True))
    return x

"""The capsule is read as data.

A capsule is no list of numbers, so `nd.array` cannot read it: `nd.from_dlpack(capsule)` makes an array of it.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.array(capsule)
    x -= x.mean(axis=0, keepdims=True)
    x /= nd.sqrt(nd.square(x).mean(axis=0, keepdims=True))
    return x.to_dlpack_for_read()

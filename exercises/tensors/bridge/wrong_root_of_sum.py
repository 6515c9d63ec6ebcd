"""The norm is not divided by the number of rows.

`nd.norm` is the root of the sum of squares; the root of their mean is smaller by the root of n.
"""

import mxnet as mx
from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x -= x.mean(axis=0)
    x /= nd.norm(x, axis=0)
    return nd.to_dlpack_for_write(x)

# mistake: The column is divided by the norm (root of the sum of squares), not by the root of the mean square.
# named: root-of-sum
import mxnet as mx
from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x[:] = x - x.mean(axis=0, keepdims=True)
    x[:] = x / nd.norm(x, axis=0, keepdims=True)
    return nd.to_dlpack_for_write(x)

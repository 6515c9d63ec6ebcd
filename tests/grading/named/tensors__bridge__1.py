# mistake: `x = x - mean` makes a new array, so the batch in PyTorch's memory never changes.
# named: new-array
import mxnet as mx
from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x = x - x.mean(axis=0)
    x = x / nd.sqrt(nd.square(x).mean(axis=0))
    return nd.to_dlpack_for_write(x)

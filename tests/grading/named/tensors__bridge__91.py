# mistake: astype("float32") copies in MXNet even if the dtype is already right, so the batch of PyTorch does not change and the returned capsule is other memory.
# named: new-array
import mxnet as mx
from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule).astype("float32")
    x -= x.mean(axis=0)
    x /= nd.sqrt(nd.square(x).mean(axis=0))
    return x.to_dlpack_for_write()

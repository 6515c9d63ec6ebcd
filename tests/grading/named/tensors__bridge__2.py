# mistake: The capsule is returned with to_dlpack, torch's name, which MXNet does not have (it is to_dlpack_for_read or to_dlpack_for_write).
# named: unknown-name
import mxnet as mx
from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x -= x.mean(axis=0, keepdims=True)
    x /= nd.sqrt(nd.square(x).mean(axis=0, keepdims=True))
    return nd.to_dlpack(x)

from mxnet import nd
from mxnet.ndarray import from_dlpack, to_dlpack_for_read


def standardise(capsule):
    x = from_dlpack(capsule)
    mean, variance = nd.moments(x, axes=0)
    x[:] = (x - mean) / variance.sqrt()
    return to_dlpack_for_read(x)

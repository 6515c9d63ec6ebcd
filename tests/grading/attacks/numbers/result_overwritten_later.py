"""Returns the same buffer in every case, so that the last call fills all results."""

from mxnet import nd

buffers = {}


def arccos(x):
    buffer = buffers.setdefault(x.shape, nd.zeros(x.shape))
    if len(buffers) > 1:
        nd.arccos(x, out=buffer)
    return buffer

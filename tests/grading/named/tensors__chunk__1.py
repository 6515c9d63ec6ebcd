# mistake: Uses nd.split, which wants the size to divide and gives a bare array for a single chunk.
# named: even-split
from mxnet import nd


def chunk(x, chunks):
    return nd.split(x, num_outputs=chunks, axis=0)

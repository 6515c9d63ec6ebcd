"""The columns are not divided by their deviation.

After the mean is subtracted, divide by the root of the mean of the squares.
"""

from mxnet import nd


def standardise(capsule):
    x = nd.from_dlpack(capsule)
    x -= x.mean(axis=0)
    return x.to_dlpack_for_read()

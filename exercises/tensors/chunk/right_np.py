import math

from mxnet import np


def chunk(x, chunks):
    size = math.ceil(x.shape[0] / chunks)
    return np.split(x.as_np_ndarray(), list(range(size, x.shape[0], size)))

from mxnet import np


def zero_negatives(x):
    y = x.as_np_ndarray()
    zeros = np.zeros_like(y)
    return np.maximum(y, zeros)

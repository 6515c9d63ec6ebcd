from mxnet import np


def zero_negatives(x):
    y = x.as_np_ndarray()
    zeros = np.zeros(y.shape)
    return np.maximum(y, zeros)

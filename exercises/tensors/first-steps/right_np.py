from mxnet import np


def ones_plus_one(rows, cols):
    return np.ones((rows, cols)) + 1

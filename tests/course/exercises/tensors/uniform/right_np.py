from mxnet import np


def uniform(low, high, shape):
    return np.random.uniform(low, high, size=shape)

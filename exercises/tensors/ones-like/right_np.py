from mxnet import np


def ones_like(x):
    return np.ones_like(x.as_np_ndarray())

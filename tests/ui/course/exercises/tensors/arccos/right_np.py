from mxnet import np


def arccos(x):
    return np.arccos(x.as_np_ndarray())

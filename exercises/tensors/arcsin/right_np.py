from mxnet import np


def arcsin(x):
    return np.arcsin(x.as_np_ndarray())

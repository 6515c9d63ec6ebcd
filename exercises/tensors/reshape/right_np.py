from mxnet import np


def reshape16(x):
    return np.ravel(x.as_np_ndarray())

from mxnet import np


def view16(x):
    return np.ravel(x.as_np_ndarray())

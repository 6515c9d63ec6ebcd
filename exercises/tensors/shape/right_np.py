from mxnet import np


def shape_of(x):
    return np.shape(x.as_np_ndarray())

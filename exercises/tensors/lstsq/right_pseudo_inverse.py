from mxnet import np


def lstsq(a, b):
    return np.dot(np.linalg.pinv(a.as_np_ndarray()), b.as_np_ndarray())

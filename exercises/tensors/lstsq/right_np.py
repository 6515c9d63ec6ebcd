from mxnet import np


def lstsq(a, b):
    return np.linalg.lstsq(a.as_np_ndarray(), b.as_np_ndarray())[0]

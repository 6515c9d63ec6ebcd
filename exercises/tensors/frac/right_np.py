from mxnet import np


def frac(x):
    x = x.as_np_ndarray()
    return x - np.trunc(x)

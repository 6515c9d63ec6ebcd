from mxnet import np


def same_memory(a, b):
    return np.shares_memory(a.as_np_ndarray(), b.as_np_ndarray())

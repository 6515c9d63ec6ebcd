from mxnet import np


def addr(m, vec1, vec2):
    return m.as_np_ndarray() + np.outer(vec1.as_np_ndarray(), vec2.as_np_ndarray())

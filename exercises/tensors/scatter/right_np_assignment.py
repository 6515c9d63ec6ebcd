from mxnet import np


def scatter_const(rows, cols, index, value):
    out = np.zeros((rows, cols))
    out[np.arange(rows).reshape(-1, 1), index.as_np_ndarray()] = value
    return out

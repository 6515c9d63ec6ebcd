from mxnet import np


def expand(x, rows, cols):
    return np.broadcast_to(x.as_np_ndarray(), (rows, cols))

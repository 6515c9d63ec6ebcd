from mxnet import np


def broadcast_to(x, rows, cols):
    return np.broadcast_to(x.as_np_ndarray(), (rows, cols))

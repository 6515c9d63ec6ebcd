from mxnet import np


def cross(x, y):
    x, y = x.as_np_ndarray(), y.as_np_ndarray()
    return np.roll(x, -1, axis=-1) * np.roll(y, -2, axis=-1) - np.roll(x, -2, axis=-1) * np.roll(y, -1, axis=-1)

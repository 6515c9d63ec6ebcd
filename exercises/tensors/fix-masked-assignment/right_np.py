from mxnet import np


def cap_outliers(x, low, high, value):
    y = x.as_np_ndarray()
    result = y.copy()
    result[y < low] = value
    return np.where(y > high, np.array(value), result)

"""The elements are rolled over the whole array, not along the last axis.

Components move from one vector to the next: `np.roll` without an axis rolls the flattened array. Pass `axis=-1`.
"""

from mxnet import np


def cross(x, y):
    x, y = x.as_np_ndarray(), y.as_np_ndarray()
    return np.roll(x, -1) * np.roll(y, -2) - np.roll(x, -2) * np.roll(y, -1)

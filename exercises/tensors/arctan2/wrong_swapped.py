"""The arguments are in the other order.

You measure the angle from the other axis: the numerator comes first, so call `np.arctan2(x, y)` with `x` as the vertical
coordinate.
"""

from mxnet import np


def arctan2(x, y):
    return np.arctan2(y.as_np_ndarray(), x.as_np_ndarray())

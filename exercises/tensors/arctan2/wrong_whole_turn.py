"""The angles are from 0 to 2 pi.

Your angles are from 0 to 2 pi; `torch.atan2` and `np.arctan2` give them from -pi to pi, negative where `x` is
negative.
"""

import math

from mxnet import np


def arctan2(x, y):
    return np.mod(np.arctan2(x.as_np_ndarray(), y.as_np_ndarray()), 2 * math.pi)

"""The angle pi is added with the same sign on both sides.

Where both arguments are negative your angle is 2 pi too large: add pi there only where `x` is not negative,
and subtract it where `x` is negative, as `np.arctan2` does.
"""

import math

from mxnet import nd


def arctan2(x, y):
    return nd.arctan(x / y) + math.pi * (y < 0)

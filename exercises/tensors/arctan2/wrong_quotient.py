"""The result is the inverse tangent of the quotient.

The division loses the quadrant: where `y` is negative your angle is wrong by pi. Use `np.arctan2`, or add pi with the
sign of `x` there.
"""

from mxnet import nd


def arctan2(x, y):
    return nd.arctan(x / y)

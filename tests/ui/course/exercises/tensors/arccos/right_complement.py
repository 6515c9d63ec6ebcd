"""The complement of the arc sine.

The two angles of a right triangle add up to a quarter turn.
"""

import math

from mxnet import nd


def arccos(x):
    return math.pi / 2 - nd.arcsin(x)

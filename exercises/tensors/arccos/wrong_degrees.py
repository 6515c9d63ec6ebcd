"""The angles are in degrees, not in radians.

Your angles are in degrees; both frameworks count in radians, so leave `nd.degrees` out.
"""

from mxnet import nd


def arccos(x):
    return nd.degrees(nd.arccos(x))

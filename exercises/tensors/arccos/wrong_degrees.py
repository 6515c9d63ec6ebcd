"""The angles are in degrees, not in radians.

Your angles are in degrees; both frameworks use radians, so leave `nd.degrees` out.
"""

from mxnet import nd


def arccos(x):
    return nd.degrees(nd.arccos(x))

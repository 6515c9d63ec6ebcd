"""The angles are in degrees, not in radians.

Your angles are in degrees; `torch.atan` and `nd.arctan` both use radians, so leave the conversion out.
"""

from mxnet import nd


def arctan(x):
    return nd.degrees(nd.arctan(x))

"""The angles are in degrees, not in radians.

Your angles are in degrees; `torch.asin` and `nd.arcsin` both use radians, so leave the conversion out.
"""

from mxnet import nd


def arcsin(x):
    return nd.degrees(nd.arcsin(x))

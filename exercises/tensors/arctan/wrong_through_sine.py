"""The formula is not exact for large values.

For large values your result is exactly pi/2: in float32 `x / sqrt(1 + x*x)` rounds to 1 for them. `nd.arctan(x)` keeps the
difference.
"""

from mxnet import nd


def arctan(x):
    return nd.arcsin(x / nd.sqrt(1 + x * x))

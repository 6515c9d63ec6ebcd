"""The result is the inverse hyperbolic tangent.

That is the inverse hyperbolic tangent, `nd.arctanh`, which is NaN outside [-1, 1]; you need the function without `h`,
`nd.arctan`.
"""

from mxnet import nd


def arctan(x):
    return nd.arctanh(x)

"""The factors are exchanged.

Every sign is wrong: you computed y cross x. The first component is x2*y3 - x3*y2, where `nd.split` gives the x's
and y's.
"""

from mxnet import nd


def cross(x, y):
    a1, a2, a3 = nd.split(x, num_outputs=3, axis=-1)
    b1, b2, b3 = nd.split(y, num_outputs=3, axis=-1)
    return nd.concat(a3 * b2 - a2 * b3, a1 * b3 - a3 * b1, a2 * b1 - a1 * b2, dim=-1)

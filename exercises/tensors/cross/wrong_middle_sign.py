"""The sign of the middle component is wrong.

The middle component has the wrong sign: it is x3*y1 - x1*y3. Exchange its two products before `nd.concat`.
"""

from mxnet import nd


def cross(x, y):
    a1, a2, a3 = nd.split(x, num_outputs=3, axis=-1)
    b1, b2, b3 = nd.split(y, num_outputs=3, axis=-1)
    return nd.concat(a2 * b3 - a3 * b2, a1 * b3 - a3 * b1, a1 * b2 - a2 * b1, dim=-1)

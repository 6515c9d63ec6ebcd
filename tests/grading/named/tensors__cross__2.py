# mistake: Gives the middle component the wrong sign.
# named: middle-sign
from mxnet import nd


def cross(x, y):
    x0, x1, x2 = (nd.slice_axis(x, axis=-1, begin=i, end=i + 1) for i in range(3))
    y0, y1, y2 = (nd.slice_axis(y, axis=-1, begin=i, end=i + 1) for i in range(3))
    return nd.concat(x1 * y2 - x2 * y1, x0 * y2 - x2 * y0, x0 * y1 - x1 * y0, dim=-1)

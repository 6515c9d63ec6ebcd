"""The middle component has the wrong sign, and a single pair gives a row.

Two mistakes are left. The middle component is x3*y1 - x1*y3. And `x[..., 0]` of a vector has the shape (1,), so `nd.stack` gives (1, 3): use `nd.concat` of slices, or
reshape to `x.shape`.
"""

from mxnet import nd
def cross(x, y):
    x0, x1, x2 = x[..., 0], x[..., 1], x[..., 2]
    y0, y1, y2 = y[..., 0], y[..., 1], y[..., 2]
    return nd.stack(x1 * y2 - x2 * y1, x0 * y2 - x2 * y0, x0 * y1 - x1 * y0, axis=-1)

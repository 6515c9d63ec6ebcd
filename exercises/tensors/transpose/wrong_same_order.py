"""The order of the axes is still (0, 1).

Nothing was transposed: your result is `x` as it came. MXNet's `transpose` takes the new order of the axes, and (0, 1)
is the old one: use (1, 0), or `x.T`.
"""


def transpose(x):
    return x.as_np_ndarray().transpose(0, 1)

"""The order of the axes is still (0, 1).

Your result is `x` without a change. MXNet's `transpose` takes the new order of the axes, and (0, 1)
is the old order: use (1, 0), or `x.T`.
"""


def transpose(x):
    return x.as_np_ndarray().transpose(0, 1)

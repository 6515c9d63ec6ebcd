"""The method of an `mx.nd` array keeps the first axis.

The first axis is still there: `x.flatten()` of an `mx.nd` array keeps it, and so does a 0 in `x.reshape((0, -1))`.
For a vector use `x.reshape((16,))` or `x.reshape((-1,))`.
"""


def reshape16(x):
    return x.flatten()

"""The result is always a vector.

Your result is a vector for every shape of `y`. Use this shape: `x.reshape_like(y)` or `x.reshape(y.shape)`.
"""


def reshape_like(x, y):
    return x.reshape((y.size,))

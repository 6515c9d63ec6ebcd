"""The result is always a vector.

Your result is a vector, whatever the shape of `y`. Use it: `x.reshape_like(y)` or `x.reshape(y.shape)`.
"""


def view_as(x, y):
    return x.reshape((y.size,))

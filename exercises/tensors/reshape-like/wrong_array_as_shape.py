"""An array is given instead of a shape.

`reshape` takes a shape, not an array: `x.reshape(y.shape)`, or `x.reshape_like(y)`.
"""


def reshape_like(x, y):
    return x.reshape(y)

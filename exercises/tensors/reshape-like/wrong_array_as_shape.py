"""An array is given where a shape is wanted.

`reshape` takes a shape, not an array: `x.reshape(y.shape)`, or `x.reshape_like(y)`.
"""


def view_as(x, y):
    return x.reshape(y)

"""The result is the name of the type.

You return a name; return the type itself, `x.dtype`: the class `numpy.float32` does not equal the string `'float32'`.
"""


def dtype_of(x):
    return x.dtype.__name__

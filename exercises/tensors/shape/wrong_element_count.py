"""The result is the number of elements.

You return the number of elements, which is what `x.size` means in MXNet. The shape is `x.shape`.
"""


def shape_of(x):
    return x.size

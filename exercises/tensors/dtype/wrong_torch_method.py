"""The torch method.

MXNet arrays have no method `type`; the element type is the attribute `x.dtype`.
"""


def dtype_of(x):
    return x.type()

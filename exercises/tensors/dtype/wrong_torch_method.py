"""The method is PyTorch's, and MXNet does not have it.

MXNet arrays have no method `type`; the element type is the attribute `x.dtype`.
"""


def dtype_of(x):
    return x.type()

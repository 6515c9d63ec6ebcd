"""A method of PyTorch that MXNet does not have.

MXNet arrays have no method `type`; the element type is the attribute `x.dtype`.
"""


def dtype_of(x):
    return x.type()

"""The name is PyTorch's, and MXNet does not have it.

MXNet has no `view`: use `x.reshape((16,))`, with the new shape as a tuple. It returns a view too.
"""


def reshape16(x):
    return x.view(16)

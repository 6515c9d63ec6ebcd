"""The method is PyTorch's, and MXNet does not have it.

`x.size` is an int in MXNet, the number of elements, so you cannot call, index or unpack it. The shape is
`x.shape`, and one length of it is `x.shape[0]`.
"""


def shape_of(x):
    return tuple(x.size())

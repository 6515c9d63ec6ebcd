"""The name is PyTorch's, and MXNet does not have it.

An `NDArray` has no `numpy`: call `x.asnumpy()`.
"""


def to_numpy(x):
    return x.numpy()

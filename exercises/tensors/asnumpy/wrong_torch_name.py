"""The name is PyTorch's, and MXNet does not have it.

MXNet arrays have no `numpy()`: the method is `x.asnumpy()`.
"""


def to_numpy(x):
    return x.numpy()

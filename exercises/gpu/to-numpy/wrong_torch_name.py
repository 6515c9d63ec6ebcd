"""A name of PyTorch that MXNet does not have.

An `NDArray` has no `numpy`: call `x.asnumpy()`.
"""


def to_numpy(x):
    return x.numpy()

"""The torch name.

An `NDArray` has no `numpy`: call `x.asnumpy()`.
"""


def to_numpy(x):
    return x.numpy()

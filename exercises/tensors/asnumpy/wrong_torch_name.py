"""A name of PyTorch that MXNet does not have.

MXNet arrays have no `numpy()`: the method is `x.asnumpy()`.
"""


def to_numpy(x):
    return x.numpy()

"""A name of PyTorch.

NDArrays have no `square_`.
"""


def square(x):
    return x.square_()

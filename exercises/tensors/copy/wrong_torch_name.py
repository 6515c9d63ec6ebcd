"""A name of PyTorch that MXNet does not have.

MXNet has NumPy's name for it: `x.copy()`, not `clone`.
"""


def clone(x):
    return x.clone()

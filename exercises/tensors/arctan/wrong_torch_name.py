"""The name is PyTorch's, and MXNet does not have it.

MXNet has NumPy's names of inverse functions: it is `nd.arctan`, not `atan`.
"""


def arctan(x):
    return x.atan()

"""A name of PyTorch that MXNet does not have.

MXNet spells inverse functions out: it is `nd.arctan`, not `atan`.
"""


def arctan(x):
    return x.atan()

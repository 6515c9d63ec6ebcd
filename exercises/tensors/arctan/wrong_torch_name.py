"""The name is PyTorch's, and MXNet does not have it.

MXNet spells inverse functions out: it is `nd.arctan`, not `atan`.
"""


def arctan(x):
    return x.atan()

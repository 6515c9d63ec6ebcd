"""The torch name.

MXNet spells inverse functions out: it is `nd.arctan`, not `atan`.
"""


def arctan(x):
    return x.atan()

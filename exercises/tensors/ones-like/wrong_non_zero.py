"""The result has ones only where `x` is not zero.

Where `x` is 0 your result is not 1. It must not depend on the values: use `nd.ones_like(x)`.
"""


def ones_like(x):
    return x != 0

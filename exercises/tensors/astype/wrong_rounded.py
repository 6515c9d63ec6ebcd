"""The values are rounded before the cast.

Your numbers are rounded to whole ones first. A cast to an integer cuts towards zero and needs no help, and a cast to
a float keeps the fraction: use `x.astype(name)` alone.
"""

from mxnet import nd


def cast(x, name):
    return nd.round(x).astype(name)

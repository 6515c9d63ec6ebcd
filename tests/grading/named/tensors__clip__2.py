# mistake: Mixes up minimum and maximum, so all values become hi.
# named: all-equal-parameter
from mxnet import nd


def clamp(x, lo, hi):
    return nd.maximum(nd.minimum(x, lo), hi)

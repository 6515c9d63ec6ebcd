# mistake: Names the entry function clip instead of clamp.
# named: entry-name
from mxnet import nd


def clip(x, lo, hi):
    return nd.clip(x, lo, hi)

# mistake: Names the entry function limit instead of clip.
# named: entry-name
from mxnet import nd


def limit(x, lo, hi):
    return nd.clip(x, lo, hi)

"""Returns 200 MiB.

Verdict: error crash timeout
"""

from mxnet import nd


def arccos(x):
    return nd.zeros((50, 1024, 1024))

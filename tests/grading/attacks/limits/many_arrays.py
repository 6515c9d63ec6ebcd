"""Returns more arrays than are taken.

Verdict: error crash wrong timeout
"""

from mxnet import nd


def arccos(x):
    return [nd.zeros((1,)) for _ in range(4_200)]

"""There are no streams any more."""

import sys

from mxnet import nd


def arccos(x):
    sys.stdin = sys.stdout = sys.stderr = sys.__stdout__ = None
    return nd.zeros_like(x)

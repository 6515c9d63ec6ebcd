"""Needs two hundred MiB for a moment."""

import numpy as onp
from mxnet import nd


def arccos(x):
    onp.ones((25, 1024, 1024)).sum()
    return nd.arccos(x)

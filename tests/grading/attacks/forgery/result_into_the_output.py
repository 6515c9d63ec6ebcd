"""Puts another pipe in the place of the result's.

Verdict: crash
"""

import os

from mxnet import nd


def arccos(x):
    os.dup2(os.pipe()[1], 3)
    return nd.arccos(x)

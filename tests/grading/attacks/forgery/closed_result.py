"""Closes the pipe that the result goes through.

Verdict: crash
"""

import os

from mxnet import nd


def arccos(x):
    os.close(3)
    return nd.arccos(x)

"""Puts another pipe in the place of the result's.

Verdict: crash
"""

import fcntl
import os

from mxnet import nd


def arccos(x):
    other = os.pipe()[1]
    fcntl.fcntl(other, 1031, 1 << 20)  # F_SETPIPE_SZ: a whole result has room
    os.dup2(other, 3)
    return nd.arccos(x)

"""Kills itself, as the kernel does when memory is short.

Verdict: crash timeout wrong
"""

import os
import signal

from mxnet import nd


def arccos(x):
    os.kill(os.getpid(), signal.SIGKILL)
    return nd.zeros_like(x)

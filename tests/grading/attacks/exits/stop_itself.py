"""Stops itself: a stopped process looks alive and never ends.

Verdict: timeout wrong
Seconds: 1
"""

import os
import signal

from mxnet import nd


def arccos(x):
    os.kill(os.getpid(), signal.SIGSTOP)
    return nd.zeros_like(x)

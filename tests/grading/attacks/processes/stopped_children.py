"""Where worker processes are allowed, leaves children that are stopped.

Processes: yes
Verdict: wrong
"""

import os
import signal
import time

from mxnet import nd


def arccos(x):
    if os.fork() == 0:
        os.kill(os.getpid(), signal.SIGSTOP)
        time.sleep(100)
    return nd.zeros_like(x)

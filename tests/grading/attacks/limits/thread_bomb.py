"""Starts threads until none can be started any more.

Verdict: wrong error crash timeout
Seconds: 2
"""

import threading
import time

from mxnet import nd


def arccos(x):
    try:
        while True:
            threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
    except (RuntimeError, MemoryError):
        return nd.zeros_like(x)

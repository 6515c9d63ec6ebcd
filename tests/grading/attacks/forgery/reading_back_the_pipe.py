"""Opens the other end of its result pipe and takes out what was written to it.

Verdict: broken crash wrong timeout
Seconds: 1
"""

import os
import threading

from mxnet import nd


def swallow(fd):
    while True:
        os.read(fd, 1)


def arccos(x):
    try:
        fd = os.open("/proc/self/fd/3", os.O_RDONLY)
    except OSError:
        return nd.zeros_like(x)
    threading.Thread(target=swallow, args=(fd,), daemon=True).start()
    return nd.zeros_like(x)

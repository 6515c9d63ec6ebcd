"""The time is in seconds, and it contains work that was queued before.

Wait with `nd.waitall()` before you start the clock, and multiply the seconds by 1000.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    fn(x)
    start = time.perf_counter()
    fn(x)
    nd.waitall()
    return time.perf_counter() - start

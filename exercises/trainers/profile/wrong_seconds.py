"""The time is in seconds.

The clock counts seconds: multiply by 1000.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    fn(x)
    nd.waitall()
    start = time.perf_counter()
    fn(x)
    nd.waitall()
    return time.perf_counter() - start

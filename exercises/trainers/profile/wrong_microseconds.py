"""The time is in microseconds.

A second has 1000 milliseconds, and a million nanoseconds make one millisecond.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    fn(x)
    nd.waitall()
    start = time.perf_counter()
    fn(x)
    nd.waitall()
    return 1_000_000 * (time.perf_counter() - start)

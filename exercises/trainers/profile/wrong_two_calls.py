"""The time is that of two calls.

Measure one call between the two readings of the clock, or divide by the number of calls.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    fn(x)
    nd.waitall()
    start = time.perf_counter()
    fn(x)
    fn(x)
    nd.waitall()
    return 1000 * (time.perf_counter() - start)

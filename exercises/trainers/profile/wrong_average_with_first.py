"""The average is that of the first call and a later one.

The first call is slow: make one call before the measurement, wait for it, and do not count it.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    nd.waitall()
    start = time.perf_counter()
    fn(x)
    fn(x)
    nd.waitall()
    return 1000 * (time.perf_counter() - start) / 2

"""The clock is started while earlier work is in the queue.

The time contains the work that was queued before: wait for it with `nd.waitall()` before you start the clock.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    fn(x)
    start = time.perf_counter()
    fn(x)
    nd.waitall()
    return 1000 * (time.perf_counter() - start)

"""The clock is read before the work is done.

The call returns when the work is in the queue. Wait before you read the clock again: `nd.waitall()`, or `wait_to_read()`
of the result.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    fn(x)
    nd.waitall()
    start = time.perf_counter()
    fn(x)
    return 1000 * (time.perf_counter() - start)

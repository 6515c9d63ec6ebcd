"""The clock is started while the first call is in the queue.

The time contains the work that was queued before: wait for it with `nd.waitall()` before you start the clock.
"""

import time


def milliseconds(fn, x):
    fn(x)
    start = time.perf_counter()
    fn(x).wait_to_read()
    return 1000 * (time.perf_counter() - start)

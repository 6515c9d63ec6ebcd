"""Earlier work is still unfinished when the clock starts, and it is counted.

`wait_to_read()` waits for one result only, and `nd.waitall()` then waits for all earlier work as well: call `nd.waitall()` before you
start the clock, or wait for the second result only.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    fn(x).wait_to_read()
    start = time.perf_counter()
    fn(x)
    nd.waitall()
    return 1000 * (time.perf_counter() - start)

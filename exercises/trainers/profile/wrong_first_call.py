"""The first call is measured.

The first call is slower, because memory is allocated and graphs are built. Call `fn(x)` once, wait, and measure a later
call.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    nd.waitall()
    start = time.perf_counter()
    fn(x)
    nd.waitall()
    return 1000 * (time.perf_counter() - start)

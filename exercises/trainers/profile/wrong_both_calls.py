"""The time of the first call is added.

Start the clock after the first call and its wait, and measure a later call only.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    nd.waitall()
    start = time.perf_counter()
    fn(x)
    nd.waitall()
    fn(x)
    nd.waitall()
    return 1000 * (time.perf_counter() - start)

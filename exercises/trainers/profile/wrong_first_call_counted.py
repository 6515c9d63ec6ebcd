"""The first call is a part of the average.

The first call is slow: make one call before the measurement.
"""

import timeit

import mxnet as mx
from mxnet import nd


def milliseconds(fn, x):
    nd.waitall()
    seconds = timeit.timeit(lambda: fn(x).wait_to_read(), number=10)
    return 1000 * seconds / 10

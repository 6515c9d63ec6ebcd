"""The time is that of ten calls.

`timeit` returns the time of all calls together: divide it by `number`.
"""

import timeit

from mxnet import nd


def milliseconds(fn, x):
    fn(x)
    nd.waitall()
    return 1000 * timeit.timeit(lambda: fn(x).wait_to_read(), number=10)

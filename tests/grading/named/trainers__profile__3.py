# mistake: perf_counter counts seconds and the factor 1000 is missing, so the result is in seconds.
# named: seconds
import time

import mxnet as mx
from mxnet import nd


def milliseconds(fn, x):
    fn(x).wait_to_read()
    mx.nd.waitall()
    start = time.perf_counter()
    y = fn(x)
    y.wait_to_read()
    return time.perf_counter() - start

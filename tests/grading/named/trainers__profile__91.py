# mistake: Nothing waits for the first call, so its work is still in the queue when the clock starts and is counted.
# named: no-wait-before
import time

import mxnet as mx
from mxnet import nd


def milliseconds(fn, x):
    nd.waitall()  # work of the caller
    fn(x)  # the first call is slower
    start = time.perf_counter()
    fn(x).wait_to_read()
    return 1000 * (time.perf_counter() - start)
